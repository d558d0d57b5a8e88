/** FAPI 2.0 Security Profile, 5.3.2.1: ten seconds ahead must be accepted, more than sixty must not. */
export const maxSecondsAhead = 60;

/** A JWT that was signed, or becomes valid, in the future could be collected today and used later. */
export function isSignedAhead({ iat, nbf }: Record<string, unknown>, now: Date): boolean {
  const latest = now.getTime() / 1000 + maxSecondsAhead;
  return [iat, nbf].some((time) => time !== undefined && !(typeof time === 'number' && time <= latest));
}
