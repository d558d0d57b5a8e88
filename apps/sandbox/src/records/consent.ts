import { createHash } from 'node:crypto';
import type { Citizen } from '../citizens.ts';
import { problem } from '../problem.ts';
import type { Provider } from '../provider.ts';
import type { Session } from '../sessions.ts';

const TEXT_LENGTH = 60;

export type ConsentState = 'given' | 'refused' | 'open';

/** Asks a person on their phone to confirm with PIN2 that they will sign for the organisation. */
export function askConsent(
  provider: Provider,
  citizen: Citizen,
  organisation: { register: string; name: string },
): Session {
  const [relyingParty] = provider.relyingParties;
  if (!relyingParty) throw problem(401, 'unknown_relying_party', 'There is no relying party to ask for.');
  const text = [...`${organisation.name}: гарын үсгийн эрх`].slice(-TEXT_LENGTH).join('');
  const agreed = `signer|NTRMN-${organisation.register}|PNOMN-${citizen.nationalId}|${provider.now().toISOString()}`;
  return provider.sessions.create(
    {
      kind: 'sign',
      start: 'notification',
      relyingParty,
      level: 'QUALIFIED',
      protocol: 'RAW_DIGEST_SIGNATURE',
      challenge: createHash('sha256').update(agreed).digest('base64'),
      interactions: Buffer.from(
        JSON.stringify([{ type: 'displayTextAndPIN', displayText60: text }]),
      ).toString('base64'),
      interactionType: 'displayTextAndPIN',
      text,
      callbackUrl: null,
    },
    citizen,
  );
}

/** An expired request or a locked PIN decides nothing: the request can be sent again. */
export function readConsent({ outcome }: Session): ConsentState {
  const endResult = outcome?.result.endResult;
  if (endResult === 'OK') return 'given';
  return endResult?.startsWith('USER_REFUSED') || endResult === 'WRONG_VC' ? 'refused' : 'open';
}

/** Removes a pending request from the phone. */
export function withdrawConsent(provider: Provider, session: Session): void {
  const waiting = provider.sessions.find(session.id);
  if (waiting && !waiting.outcome) provider.sessions.end(waiting, { result: { endResult: 'TIMEOUT' } });
}
