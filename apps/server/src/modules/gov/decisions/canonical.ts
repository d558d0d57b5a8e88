import type { Text } from '../../../kernel/http/language.ts';
import type { Result } from '../state-machine.ts';

/** What an officer signs: complete without any other record. */
export interface SignedDecision {
  format: 'tamga-decision/1';
  /** The application number. */
  application: string;
  service: { code: string; name: Text };
  decision: 'approve' | 'reject';
  result: Result;
  /** The note of a rejection; otherwise empty. */
  reason: string;
  /** The note of an approval; otherwise empty. */
  conditions: string;
  time: string;
  officer: { name: string; role: string; role_key: string };
  authority: Text;
}

/** RFC 8785 for objects of texts: names in order, no spaces. The same decision always has the same octets. */
export const canonicalize = (decision: SignedDecision): string => write(decision);

function write(value: string | object): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const parts = Object.entries(value as Record<string, string | object>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${write(each)}`);
  return `{${parts.join(',')}}`;
}

export const readDecision = (canonical: string) => JSON.parse(canonical) as SignedDecision;
