import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the parameters every authenticator app has: SHA-1, 6 digits, 30 seconds. */
const digits = 6;
const periodSeconds = 30;
/** RFC 6238, 5.2: one step either way for a slow hand or a clock that drifted. */
const drift = 1;
/** RFC 4226, 4 (R6): as long as the hash. */
const secretBytes = 20;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function createTotpSecret(): string {
  return encodeBase32(randomBytes(secretBytes));
}

export function otpauthUrl(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${label}?${query}`;
}

/**
 * The time step whose code this is, or undefined. A step up to `lastStep` was already used: RFC 6238, 5.2 forbids to
 * accept it again, so that a code seen over a shoulder is worth nothing.
 */
export function findTotpStep(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  const current = stepAt(now);
  let found: number | undefined;
  for (let step = current - drift; step <= current + drift; step += 1)
    if (isSame(totpCode(secret, step), code) && step > lastStep) found = step;
  return found;
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / periodSeconds);
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  // RFC 4226, 5.3: the last four bits say where to read.
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

export function decodeBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    const index = alphabet.indexOf(letter);
    if (index < 0) throw new Error('not base32');
    value = (value << 5) | index;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 255);
      value &= (1 << bits) - 1;
    }
  }
  return Buffer.from(bytes);
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
