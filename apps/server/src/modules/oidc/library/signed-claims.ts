import { type Client, type KoaContextWithOIDC, errors as oauth } from 'oidc-provider';
import { isSignedAhead, maxSecondsAhead } from '../tokens/signing-times.ts';
import { profileMember } from './clients.ts';

type Claims = Record<string, unknown>;

/** FAPI 2.0 Security Profile, 5.4.1. */
export const fapiAlgorithms = ['PS256', 'ES256', 'Ed25519', 'EdDSA'] as const;
const maxRequestSeconds = 3600;
/** Each `jti` is kept until the assertion ends. */
const maxAssertionSeconds = 3600;

export function profileOf(client: Client | undefined): '2.0' | undefined {
  return client?.[profileMember] === undefined ? undefined : '2.0';
}

/** FAPI 2.0 Security Profile, 5.3.2.1: an assertion for another audience could be replayed here. */
export function checkAssertion(
  { issuer, now }: { issuer: string; now: () => Date },
  claims: Claims,
  header: Claims,
  client: Client,
): void {
  if (isSignedAhead(claims, now()))
    throw new oauth.InvalidClientAuth('iat or nbf of the client assertion is in the future');
  const latest = now().getTime() / 1000 + maxAssertionSeconds + maxSecondsAhead;
  if (!(typeof claims['exp'] === 'number' && claims['exp'] <= latest))
    throw new oauth.InvalidClientAuth('exp of the client assertion is more than an hour ahead');
  if (profileOf(client) === undefined) return;
  if (claims['aud'] !== issuer)
    throw new oauth.InvalidClientAuth('aud of the client assertion must be the issuer alone, as a string');
  if (!fapiAlgorithms.some((alg) => alg === header['alg']))
    throw new oauth.InvalidClientAuth('the client assertion must be signed with PS256, ES256 or EdDSA');
}

/** Replaces the library's check, which requires the same claims and lets a future `iat` pass. */
export function checkRequestObject(ctx: KoaContextWithOIDC, claims: Claims, client: Client, now: Date): void {
  if (isSignedAhead(claims, now))
    throw new oauth.InvalidRequestObject('iat or nbf of the request object is in the future');
  const isFapi = profileOf(client) !== undefined;
  const needed = [
    ...(isFapi ? ['exp', 'aud', 'nbf'] : []),
    ...(ctx.oidc.route === 'backchannel_authentication' ? ['exp', 'iat', 'nbf', 'jti'] : []),
  ];
  const missing = needed.find((name) => claims[name] === undefined);
  if (missing !== undefined) throw new oauth.InvalidRequestObject(`the request object has no ${missing}`);
  // FAPI 2.0 Message Signing, 5.3.1.
  const lifetime = Number(claims['exp']) - Number(claims['nbf']);
  if (isFapi && !(lifetime > 0 && lifetime <= maxRequestSeconds))
    throw new oauth.InvalidRequestObject('exp of the request object is more than an hour after nbf');
}

/**
 * The library asks for each proof whether it needs a nonce: the only place before its own check, which accepts five
 * minutes in both directions. It verifies the signature afterwards.
 */
export function checkProofTime(proof: string, now: Date): false {
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return false;
  }
  if (typeof claims === 'object' && claims !== null && isSignedAhead({ ...claims }, now))
    throw new oauth.InvalidDpopProof('iat or nbf of the DPoP proof is in the future');
  return false;
}
