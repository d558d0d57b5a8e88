/** Lifetimes of section 7.3 of the contract, in seconds. */
export const lifetimes = {
  accessToken: 3600,
  idToken: 3600,
  /** A service needs it for the call that it answers. */
  exchanged: 10 * 60,
  code: 60,
  deviceCode: 10 * 60,
  /** A CIBA request, unless the client asks for another time, and at most. */
  ciba: { usual: 180, longest: 600 },
  /** How long an expired device code or CIBA request is still known as expired. */
  endedRequest: 3600,
  refreshToken: 30 * 24 * 3600,
  challenge: 15 * 60,
  consent: 30 * 24 * 3600,
  problem: 30 * 24 * 3600,
  /** Long enough to exchange the code and for the access token to expire; a refresh token extends it. */
  grant: 2 * 3600,
} as const;

export function secondsAfter(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
