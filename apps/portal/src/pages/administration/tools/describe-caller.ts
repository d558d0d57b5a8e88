import type { ToolsWords } from './words.ts';

/** `key:nightly report`, `admin:<id>` and `application:<id>` in words; what is new is shown as it is. */
export function describeCaller(label: string, words: ToolsWords['callers']): string {
  const at = label.indexOf(':');
  const kind = label.slice(0, at);
  const name = label.slice(at + 1);
  if (kind === 'key' || kind === 'application') return words[kind](name);
  // The first part of a person's id is enough to tell people apart; the audit log has the whole.
  if (kind === 'admin' || kind === 'superadmin') return words[kind](`${name.slice(0, 8)}…`);
  return label;
}
