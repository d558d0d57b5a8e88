import type { SigningKey } from '../signing-key.ts';
import type { UpstreamFaults } from './faults.ts';

const TOKEN_LIFE_SECONDS = 600;

/** An id_token, with the fault that a test asked for. */
export function issueIdToken(
  claims: { iss: string; aud: string; sub: string; nonce: string } & Record<string, unknown>,
  signing: { own: () => SigningKey; stranger: () => SigningKey; faults: UpstreamFaults; now: Date },
): string {
  const { faults } = signing;
  const nowSeconds = Math.floor(signing.now.getTime() / 1000);
  const { nonce, ...rest } = claims;
  const late = faults.takes('expired') ? 2 * TOKEN_LIFE_SECONDS : 0;
  const spoilt = {
    ...rest,
    ...(faults.takes('wrong_issuer') ? { iss: 'https://elsewhere.example' } : {}),
    ...(faults.takes('wrong_audience') ? { aud: 'another-application' } : {}),
    ...(nonce === '' ? {} : { nonce: faults.takes('wrong_nonce') ? `${nonce}0` : nonce }),
    iat: nowSeconds - late,
    exp: nowSeconds - late + TOKEN_LIFE_SECONDS,
  };
  if (faults.takes('unknown_key')) return signing.stranger().signJwt(spoilt);
  const token = signing.own().signJwt(spoilt);
  const [head = '', body = '', signature = ''] = token.split('.');
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  if (faults.takes('no_signature')) return `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`;
  if (!faults.takes('wrong_signature')) return token;
  const first = signature.startsWith('A') ? 'B' : 'A';
  return `${head}.${body}.${first}${signature.slice(1)}`;
}
