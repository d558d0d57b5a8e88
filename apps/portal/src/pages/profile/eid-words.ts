import type { Tone } from '../../ui/badge.tsx';
import type { ProfileWords } from './words.ts';

type OutcomeKey = keyof ProfileWords['activity']['outcomes'];

/** Maps the provider's results to the few kinds that matter to a person. */
export function readOutcome(outcome: string): { key: OutcomeKey; tone: Tone } {
  const code = outcome.toUpperCase();
  if (code === 'OK' || code === 'COMPLETE' || code === 'COMPLETED' || code === 'SUCCESS')
    return { key: 'done', tone: 'good' };
  if (code.startsWith('USER_REFUSED') || code === 'REFUSED') return { key: 'refused', tone: 'bad' };
  if (code === 'TIMEOUT' || code === 'EXPIRED') return { key: 'timedOut', tone: 'warn' };
  if (code === 'WRONG_VC') return { key: 'wrongCode', tone: 'bad' };
  if (code === 'DOCUMENT_UNUSABLE') return { key: 'unusable', tone: 'bad' };
  if (code === 'RUNNING' || code === 'PENDING') return { key: 'running', tone: 'wait' };
  return { key: 'other', tone: 'warn' };
}

const CERTIFICATE_TONES: Record<string, Tone> = {
  VALID: 'good',
  REVOKED: 'bad',
  EXPIRED: 'warn',
  SUSPENDED: 'warn',
};

export function toneOfCertificate(status: string): Tone {
  return CERTIFICATE_TONES[status] ?? 'plain';
}

/** The readable name in "CN=…, O=…, C=MN"; the whole text without a common name. */
export function readCommonName(dn: string): string {
  const match = /(?:^|,\s*)CN=("(?<quoted>[^"]+)"|(?<plain>(?:\\.|[^,\\])+))/i.exec(dn);
  const name = match?.groups?.quoted ?? match?.groups?.plain;
  return name ? name.replace(/\\(.)/g, '$1').trim() : dn;
}
