import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { checkerOf } from '../../kernel/checker.ts';

/** Only a uuid is accepted, because the value becomes part of a path. */
const SESSION_ID = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

const Started = Type.Object({
  sessionID: Type.String({ pattern: SESSION_ID }),
  vc: Type.Object({ type: Type.Literal('numeric4'), value: Type.String({ pattern: '^[0-9]{4}$' }) }),
  expiresAt: Type.Optional(Type.String({ maxLength: 40 })),
});

const DeviceLink = Type.Object({
  // Unreserved characters only: the token is part of an address that is authenticated byte by byte.
  sessionToken: Type.String({ pattern: '^[A-Za-z0-9._~-]{8,512}$' }),
  sessionSecret: Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }),
  deviceLinkBase: Type.String({ minLength: 8, maxLength: 1024 }),
});

const isStarted = checkerOf(Started);
const isDeviceLink = checkerOf(DeviceLink);

export type StartAnswer =
  | {
      ok: true;
      providerSessionId: string;
      expiresAtMs: number | null;
      device: Static<typeof DeviceLink> | null;
    }
  | { ok: false; reason: 'malformed_answer' | 'other_verification_code' | 'unsafe_device_link' };

/** eid-protocol, Starting an authentication: the last two bytes of SHA-256 of the raw challenge, modulo 10 000. */
export function verificationCodeOf(rpChallenge: string): string {
  const digest = createHash('sha256').update(Buffer.from(rpChallenge, 'base64')).digest();
  return String(digest.readUInt16BE(digest.length - 2) % 10_000).padStart(4, '0');
}

/**
 * eid-protocol, Starting an authentication. The code is compared with our own: a person who sees two different
 * numbers would rightly refuse, so the session fails at its start.
 */
export function checkStartAnswer(
  body: unknown,
  expected: { kind: 'device-link' | 'notification'; verificationCode: string; plainHttpAllowed: boolean },
): StartAnswer {
  if (!isStarted(body)) return { ok: false, reason: 'malformed_answer' };
  if (body.vc.value !== expected.verificationCode) return { ok: false, reason: 'other_verification_code' };
  const expiresAtMs = body.expiresAt === undefined ? null : Date.parse(body.expiresAt);
  if (Number.isNaN(expiresAtMs)) return { ok: false, reason: 'malformed_answer' };
  const started = { ok: true as const, providerSessionId: body.sessionID, expiresAtMs };
  if (expected.kind === 'notification') return { ...started, device: null };

  if (!isDeviceLink(body)) return { ok: false, reason: 'malformed_answer' };
  const { sessionToken, sessionSecret, deviceLinkBase } = body as Static<typeof DeviceLink>;
  if (!isSafeLinkBase(deviceLinkBase, expected.plainHttpAllowed))
    return { ok: false, reason: 'unsafe_device_link' };
  return { ...started, device: { sessionToken, sessionSecret, deviceLinkBase } };
}

/** The link becomes an `href` in the portal: a `javascript:` address would run as a script there. */
function isSafeLinkBase(base: string, plainHttpAllowed: boolean): boolean {
  if (!URL.canParse(base) || /[?#\s]/.test(base)) return false;
  const { protocol } = new URL(base);
  return protocol === 'https:' || (plainHttpAllowed && protocol === 'http:');
}
