import type { Client } from './client.ts';
import type { EidPoll, EidStart, Session } from './generated/api.ts';
import type { GetToken } from './send.ts';

/** Shown to the person: the QR code to scan, or the code to compare on the phone. */
export type SignInPrompt = EidStart;
export type SessionTokens = Pick<
  Session,
  'token' | 'refresh_token' | 'access_expires_at' | 'refresh_expires_at'
>;
/** The final poll answer with a session. */
export type EidSession = Session;

/** The sign-in ended without a session. */
export class SignInRefused extends Error {
  readonly poll: EidPoll;
  constructor(poll: EidPoll) {
    super(`The sign-in ended: ${poll.mfa_required === true ? 'a second factor is required' : poll.state}`);
    this.name = 'SignInRefused';
    this.poll = poll;
  }
}

/** The server holds a poll for up to 25 seconds. */
const pollTimeoutMs = 40_000;

/** Starts a sign-in by QR code, or by push to the phone of this register number, and waits for the result. */
export async function signInWithEid(
  client: Client,
  options: {
    readonly nationalId?: string;
    readonly onStart: (prompt: SignInPrompt) => void | Promise<void>;
    readonly signal?: AbortSignal;
  },
): Promise<EidSession> {
  const settings = options.signal === undefined ? {} : { signal: options.signal };
  const prompt = await (options.nationalId === undefined
    ? client.call('POST /api/v1/auth/eid/start', { body: {} }, settings)
    : client.call('POST /api/v1/auth/eid/start-id', { body: { national_id: options.nationalId } }, settings));
  await options.onStart(prompt);
  for (;;) {
    const poll = await client.call(
      'POST /api/v1/auth/eid/poll',
      { body: { sid: prompt.sid } },
      { ...settings, timeoutMs: pollTimeoutMs },
    );
    if (poll.state === 'COMPLETE' && poll.token !== undefined) return poll as EidSession;
    if (poll.state !== 'PENDING' || poll.return_required === true) throw new SignInRefused(poll);
  }
}

/** Renews this long before the expiry, so that calls in flight stay valid. */
const marginMs = 30_000;

/** A `getToken` that renews the session; `onRenew` must store the new tokens, because the old ones stop working. */
export function keepSession(
  client: Client,
  session: SessionTokens,
  onRenew: (session: SessionTokens) => void = () => undefined,
): GetToken {
  let tokens = session;
  let renewing: Promise<void> | undefined;
  const renew = async () => {
    const body = { refresh_token: tokens.refresh_token };
    tokens = await client.call('POST /api/v1/auth/refresh', { body });
    onRenew(tokens);
  };
  return async ({ isExpired }) => {
    if (isExpired || Date.parse(tokens.access_expires_at) - marginMs < Date.now()) {
      // One refresh for all calls, because a reused refresh token ends the session.
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      await renewing;
    }
    return tokens.token;
  };
}
