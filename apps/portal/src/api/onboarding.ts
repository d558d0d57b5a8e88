import type { OnboardingState as StateView, TotpSecret } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { askForQr, type EidCalls, pollEid, startEid } from './eid.ts';
import { readFailure } from './errors.ts';
import { request } from './http.ts';
import { computeLocalDeadline } from './session.ts';

export type { TotpSecret } from '@tamga/client';

export interface OnboardingState extends Omit<StateView, 'expires_at'> {
  /** On this browser's clock. */
  endsAtMs: number | null;
}

/** The onboarding token is in an httpOnly cookie; the proxy adds it to every call. */
const ONBOARD = '/api/auth/superadmin/onboard';
/** An external mail service may be slow. */
const MAIL_TIMEOUT_MS = 30_000;

async function post<Data>(step: string, body: object = {}, timeoutMs?: number): Promise<Data> {
  const { data } = await request<Data>(`${ONBOARD}/${step}`, {
    method: 'POST',
    body,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return data;
}

/** The state of this browser's onboarding; null if there is none or it has ended. */
export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<OnboardingState | null> => {
    try {
      const { data, clockSkewMs } = await request<StateView>(`${ONBOARD}/state`, {
        method: 'POST',
        body: {},
      });
      const { step, email, code_sent, expires_at } = data;
      return { step, email, code_sent, endsAtMs: computeLocalDeadline(expires_at, clockSkewMs) };
    } catch (error) {
      if (isOnboardingLost(error)) return null;
      throw error;
    }
  },
});

/** The server gives one answer for a missing, an unknown and an expired onboarding. */
export function isOnboardingLost(error: unknown): boolean {
  const failure = readFailure(error);
  if (failure.kind === 'refused') return ['forbidden', 'not_found', 'missing_token'].includes(failure.code);
  return failure.kind === 'unauthorized' || failure.kind === 'invalid';
}

export const onboardingEidCalls: EidCalls = {
  startLink: (callbackUrl, signal) =>
    startEid('link', `${ONBOARD}/eid/start`, { callback_url: callbackUrl }, signal),
  startPush: (nationalId, signal) =>
    startEid('push', `${ONBOARD}/eid/start-id`, { national_id: nationalId }, signal),
  fetchQr: (sid, signal) => askForQr(`${ONBOARD}/eid/qr`, { sid }, signal),
  poll: (sid, verifier, signal) => pollEid(`${ONBOARD}/eid/poll`, sid, verifier, signal),
};

export function sendEmailCode(): Promise<unknown> {
  return post('email/send', {}, MAIL_TIMEOUT_MS);
}

export function verifyEmailCode(code: string): Promise<unknown> {
  return post('email/verify', { code }, MAIL_TIMEOUT_MS);
}

export function createTotpSecret(): Promise<TotpSecret> {
  return post('totp/init');
}

/** The last step: only this answer contains the recovery codes. */
export async function enrolTotp(code: string): Promise<string[]> {
  const { recovery_codes } = await post<{ recovery_codes: string[] }>('totp/verify', { code });
  return recovery_codes;
}
