import type { SecondFactorSession } from '@tamga/client';
import { ApiError, readFailure } from './errors.ts';
import { request } from './http.ts';

export type PassedFactor = Pick<SecondFactorSession, 'used_recovery_code' | 'recovery_codes_left'>;

/**
 * Sends the code of the second factor, from the app or a recovery code. An httpOnly cookie names the sign-in that it
 * belongs to; a refused change carries a separate token instead.
 */
export async function passSecondFactor(code: string, mfaToken?: string): Promise<PassedFactor> {
  const { data } = await request<Partial<PassedFactor>>('/api/auth/superadmin/mfa', {
    method: 'POST',
    body: { code, ...(mfaToken ? { mfa_token: mfaToken } : {}) },
  });
  return {
    used_recovery_code: data.used_recovery_code === true,
    recovery_codes_left: data.recovery_codes_left ?? 0,
  };
}

/** How a person proves their identity again. `none`: impossible on this platform, because people sign in upstream. */
export type StepUpMethod = 'code' | 'eid' | 'none';

/** Reads the refusal of a change that needs step-up authentication; null for every other failure. */
export function readStepUp(error: unknown): { method: StepUpMethod; mfaToken: string } | null {
  const failure = readFailure(error);
  if (!(error instanceof ApiError) || failure.kind !== 'refused' || failure.code !== 'step_up_required')
    return null;
  const data = error.data as { method?: unknown; mfa_token?: unknown } | null;
  return {
    method: data?.method === 'eid' || data?.method === 'none' ? data.method : 'code',
    mfaToken: typeof data?.mfa_token === 'string' ? data.mfa_token : '',
  };
}
