/**
 * A person from the upstream provider. The adapter validates the id_token in full (signature, issuer,
 * audience, times, nonce) and checks that userinfo has the same subject: the person is proven, not just
 * claimed.
 */
export interface SsoPerson {
  issuer: string;
  subject: string;
  firstName: string;
  lastName: string;
  firstNameEn: string;
  lastNameEn: string;
  email: string;
  emailVerified: boolean;
  /**
   * Claims `national_id` and `register_number` (which carries the civil id). They identify a person only
   * because the provider is the one issuer that this platform was configured to trust; the same claim of any
   * other issuer is never read.
   */
  nationalId: string | null;
  civilId: string | null;
  geId: string | null;
}

/** Tokens from `offline_access`, for later calls to the upstream in the person's name. */
export interface OfflineTokens {
  accessToken: string;
  accessExpiresAt: string;
  refreshToken: string;
}

export interface SsoGrant {
  person: SsoPerson;
  idToken: string;
  offline: OfflineTokens | null;
}

export interface SsoFailure {
  ok: false;
  /** `rejected`: the provider or a check refused. `unavailable`: no usable answer, so nothing is known. */
  failure: 'rejected' | 'unavailable';
  /** For the log only; contains no personal data. */
  detail: string;
}

export type SsoOutcome = { ok: true; grant: SsoGrant } | SsoFailure;

export interface SsoWebClient {
  authorizationUrl(ask: {
    state: string;
    nonce: string;
    codeVerifier: string;
  }): Promise<{ ok: true; url: string } | SsoFailure>;
  exchange(answer: {
    code: string;
    /** RFC 9207, if the provider sent it. */
    iss: string | undefined;
    nonce: string;
    codeVerifier: string;
  }): Promise<SsoOutcome>;
  /** Single use when the provider rotates refresh tokens: two concurrent uses may end both. */
  renew(refreshToken: string): Promise<SsoRenewal>;
}

export interface SsoNativeClient {
  redirectUris: readonly string[];
  /** The application made the request itself: without its nonce there is nothing to compare. */
  exchange(answer: {
    code: string;
    redirectUri: string;
    nonce: string | undefined;
    codeVerifier: string;
  }): Promise<SsoOutcome>;
}

export type SsoRenewal = { ok: true; offline: OfflineTokens } | SsoFailure;

export type SsoClientKind = 'web' | 'native';

/** A member is undefined when its client id is not set. */
export interface SsoPort {
  web: SsoWebClient | undefined;
  native: SsoNativeClient | undefined;
  /** The address that ends the upstream session; undefined when the provider has none or does not answer. */
  endSessionUrl(kind: SsoClientKind, idToken: string): Promise<string | undefined>;
}
