const tokenNames = new Set(['token', 'refresh_token', 'access_token']);
const mayNameToken = /"(?:access_|refresh_)?token"|\\u/;

/** Copies a value without any session token, at any depth. */
export function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !tokenNames.has(name))
      .map(([name, inner]) => [name, withoutTokens(inner)]),
  );
}

/**
 * Removes session tokens from a JSON text. Most bodies name no token and stay unchanged, byte for byte; a name may be
 * written with escapes, so a text with any unicode escape is parsed too. Returns undefined if the text is not JSON
 * and might hold a token, and such a body must not be sent.
 */
export function stripTokensFromJson(bytes: Buffer): Buffer | undefined {
  const text = bytes.toString('utf8');
  if (!mayNameToken.test(text)) return bytes;
  try {
    return Buffer.from(JSON.stringify(withoutTokens(JSON.parse(text))));
  } catch {
    return undefined;
  }
}
