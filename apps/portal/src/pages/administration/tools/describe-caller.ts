import type { ToolsWords } from './words.ts';

/** Describes `key:nightly report`, `admin:<id>` and `application:<id>`; an unknown kind is shown unchanged. */
export function describeCaller(label: string, words: ToolsWords['callers']): string {
  const at = label.indexOf(':');
  const kind = label.slice(0, at);
  const name = label.slice(at + 1);
  if (kind === 'key' || kind === 'application') return words[kind](name);
  // The first part of an id distinguishes people; the audit log has the whole id.
  if (kind === 'admin' || kind === 'superadmin') return words[kind](`${name.slice(0, 8)}…`);
  return label;
}
