import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { issuer } from '../../oidc/test/stage.ts';

export interface ProofKey {
  privateKey: KeyObject;
  jwk: Record<string, unknown>;
}

export function newProofKey(kind: 'ec' | 'ed25519' = 'ec'): ProofKey {
  const { privateKey, publicKey } =
    kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) as Record<string, unknown> };
}

export interface ProofParts {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** If undefined, the key signs. */
  signature?: string;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Builds an RFC 9449 proof by hand, so that a test can corrupt each part of it. */
export function proofOf(
  { privateKey, jwk }: ProofKey,
  request: { method?: string; path: string; token?: string; nowMs: number },
  spoiled: ProofParts = {},
): string {
  const isEc = jwk['kty'] === 'EC';
  const header = { typ: 'dpop+jwt', alg: isEc ? 'ES256' : 'EdDSA', jwk, ...spoiled.header };
  const claims = {
    htm: request.method ?? 'GET',
    htu: `${issuer}${request.path}`,
    iat: Math.floor(request.nowMs / 1000),
    jti: randomUUID(),
    ...(request.token === undefined ? {} : { ath: digest(request.token) }),
    ...spoiled.claims,
  };
  const text = `${part(header)}.${part(claims)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature =
    spoiled.signature ?? sign(isEc ? 'sha256' : null, Buffer.from(text), key).toString('base64url');
  return `${text}.${signature}`;
}
