import type { Misbehaviour } from './misbehaviour.ts';
import type { SigningKey } from './signing-key.ts';

const TOKEN_LIFE_SECONDS = 600;

/** An id_token, with the fault that a test asked for. */
export function issueIdToken(
  claims: { iss: string; aud: string; sub: string; nonce: string } & Record<string, unknown>,
  signing: { own: () => SigningKey; stranger: () => SigningKey; misbehaviour: Misbehaviour; now: Date },
): string {
  const { misbehaviour } = signing;
  const nowSeconds = Math.floor(signing.now.getTime() / 1000);
  const { nonce, ...rest } = claims;
  const late = misbehaviour.takes('expired') ? 2 * TOKEN_LIFE_SECONDS : 0;
  const spoilt = {
    ...rest,
    ...(misbehaviour.takes('wrong_issuer') ? { iss: 'https://elsewhere.example' } : {}),
    ...(misbehaviour.takes('wrong_audience') ? { aud: 'another-application' } : {}),
    ...(nonce === '' ? {} : { nonce: misbehaviour.takes('wrong_nonce') ? `${nonce}0` : nonce }),
    iat: nowSeconds - late,
    exp: nowSeconds - late + TOKEN_LIFE_SECONDS,
  };
  if (misbehaviour.takes('unknown_key')) return signing.stranger().sign(spoilt);
  const token = signing.own().sign(spoilt);
  const [head = '', body = '', signature = ''] = token.split('.');
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  if (misbehaviour.takes('no_signature')) return `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`;
  if (!misbehaviour.takes('wrong_signature')) return token;
  const first = signature.startsWith('A') ? 'B' : 'A';
  return `${head}.${body}.${first}${signature.slice(1)}`;
}
