import { HOTP, Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every authenticator app supports. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 };
/** RFC 6238, 5.2: one step either way for slow typing or clock drift. */
const window = 1;

/** RFC 4226, 4 (R6): 160 bits, as long as the hash. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function otpauthUrl(secret: string, account: string, issuer: string): string {
  return new TOTP({ ...parameters, secret, label: account, issuer }).toString();
}

/**
 * The time step of this code, or undefined. RFC 6238, 5.2 forbids accepting a step up to `lastStep` again, so
 * that a code seen by an attacker is useless.
 */
export function findTotpStep(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  // The library compares bytes in constant time and throws when six characters are more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = new TOTP({ ...parameters, secret }).validate({
    token: code,
    timestamp: now.getTime(),
    window,
  });
  if (delta === null) return undefined;
  const step = stepAt(now) + delta;
  return step > lastStep ? step : undefined;
}

export function stepAt(now: Date): number {
  return TOTP.counter({ period: parameters.period, timestamp: now.getTime() });
}

export function totpCode(secret: string, step: number): string {
  const { algorithm, digits } = parameters;
  return HOTP.generate({ secret: Secret.fromBase32(secret), algorithm, digits, counter: step });
}
