import { createHash, timingSafeEqual } from 'node:crypto';
import type { EidSession } from '../../modules/identity/eid-port.ts';
import type { FlowType } from './check-answer-shape.ts';

export type FlowCheck =
  | { ok: true }
  | { ok: false; reason: 'other_flow' | 'other_callback' | 'return_missing' | 'return_wrong' };

const FLOWS: Readonly<Record<EidSession['kind'], readonly FlowType[]>> = {
  'device-link': ['QR', 'Web2App', 'App2App'],
  notification: ['Notification'],
};

/**
 * eid-protocol, Starting an authentication: the flow types each call may end with. And What is signed: after a
 * same-device flow «the relying party trusts the result only with a verifier that matches». Without it, a
 * person lured into opening an attacker's link would sign in the attacker's browser.
 */
export function checkFlow(
  session: Pick<EidSession, 'kind' | 'callbackUrl'>,
  signed: { flowType: FlowType; userChallenge: string; initialCallbackUrl?: string },
  userChallengeVerifier: string | null,
): FlowCheck {
  if (!FLOWS[session.kind].includes(signed.flowType)) return { ok: false, reason: 'other_flow' };
  if (signed.initialCallbackUrl !== undefined && signed.initialCallbackUrl !== (session.callbackUrl ?? ''))
    return { ok: false, reason: 'other_callback' };
  const sameDevice = signed.flowType === 'Web2App' || signed.flowType === 'App2App';
  if (!sameDevice || session.callbackUrl === null) return { ok: true };
  if (userChallengeVerifier === null) return { ok: false, reason: 'return_missing' };
  const expected = Buffer.from(signed.userChallenge, 'base64url');
  const given = createHash('sha256').update(userChallengeVerifier, 'utf8').digest();
  const matches = expected.length === given.length && timingSafeEqual(expected, given);
  return matches ? { ok: true } : { ok: false, reason: 'return_wrong' };
}
