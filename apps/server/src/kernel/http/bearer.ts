/** RFC 6750 section 2.1, with the scheme in any case; our tokens are shorter than this limit. */
const bearer = /^Bearer +(\S{1,4096}) *$/i;
/** RFC 9449 section 7.1: the scheme of a token that is bound to a key. */
const bearerOrBound = /^(Bearer|DPoP) +(\S{1,4096}) *$/i;

/** The token of an Authorization header, or undefined for every other form of it. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

export function credentialOf(
  authorization: string | undefined,
): { readonly isBound: boolean; readonly token: string } | undefined {
  const [, scheme, token] = bearerOrBound.exec(authorization ?? '') ?? [];
  return token === undefined ? undefined : { isBound: scheme?.toLowerCase() === 'dpop', token };
}
