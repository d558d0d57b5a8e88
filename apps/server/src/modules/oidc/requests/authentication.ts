/** The sign-in behind a request that was decided on another device, as the library stores it with the request. */
export interface Authentication {
  authTime: number;
  acr?: string;
  amr?: string[];
}

export function authenticationAt(signedInAt: Date): Authentication {
  return { authTime: Math.floor(signedInAt.getTime() / 1000) };
}
