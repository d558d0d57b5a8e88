import type { ToolsWords } from './words.ts';

/**
 * Describes `key:nightly report`, `admin:<id>`, `application:<id>` and `admin:<id> through <client>`; an unknown
 * kind is shown unchanged.
 */
export function describeCaller(label: string, words: ToolsWords['callers']): string {
  const [person = '', client] = label.split(' through ', 2);
  if (client !== undefined && /^(super)?admin:/.test(person))
    return words.through(describeCaller(person, words), hostOf(client));
  const at = label.indexOf(':');
  const kind = label.slice(0, at);
  const name = label.slice(at + 1);
  if (kind === 'key' || kind === 'application') return words[kind](name);
  // The first part of an id distinguishes people; the audit log has the whole id.
  if (kind === 'admin' || kind === 'superadmin') return words[kind](`${name.slice(0, 8)}…`);
  return label;
}

/** A client that is known by a document is named by the host that publishes it. */
const hostOf = (client: string): string => URL.parse(client)?.host ?? client;
