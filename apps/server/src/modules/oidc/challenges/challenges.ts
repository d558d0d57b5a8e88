import { randomBytes } from 'node:crypto';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { createKeyring, type Keyring } from '../../../kernel/security/keyring.ts';
import { errors } from '../errors.ts';
import { lifetimes } from '../lifetimes.ts';

export type Question = 'login' | 'consent' | 'logout';

/**
 * A challenge identifies a question on a portal page. It is sealed with SSO_STATE_KEY and opens only for its
 * own kind of question.
 */
export interface Challenges {
  /** The portal page for a question, with its challenge and the language that the client wishes. */
  pageOf(question: string, id: string, language?: 'mn' | 'en'): string;
  /** Fails with 410 if our challenge has expired, and with 404 if it is not ours or for another question. */
  open(question: Question, challenge: string, now: Date): string;
}

export function randomId(): string {
  return randomBytes(32).toString('base64url');
}

export function createChallenges(deps: { issuer: string; stateKey: string; now: () => Date }): Challenges {
  const keyring = createKeyring([{ id: 'state', secret: deps.stateKey }]);
  return {
    pageOf: (question, id, language) => {
      const until = Math.floor(deps.now().getTime() / 1000) + lifetimes.challenge;
      const challenge = keyring.seal(`${until} ${id}`, `oidc.${question}`);
      const wish = language === undefined ? '' : `&ui_locale=${language}`;
      return `${deps.issuer}/oauth/${question}?${question}_challenge=${challenge}${wish}`;
    },
    open: (question, challenge, now) => {
      const [until, id] = unseal(keyring, question, challenge).split(' ');
      if (id === undefined) fail(kernelErrors.not_found);
      return Number(until) * 1000 > now.getTime() ? id : fail(errors.request_expired);
    },
  };
}

function unseal(keyring: Keyring, question: Question, challenge: string): string {
  try {
    return keyring.open(challenge, `oidc.${question}`);
  } catch {
    return '';
  }
}
