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

export const readDecision = (canonical: string) => JSON.parse(canonical) as SignedDecision;
