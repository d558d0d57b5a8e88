/**
 * What signing in through an upstream provider needs of it. The adapter checks the id_token in full (signature, issuer,
 * audience, times, nonce) and that userinfo speaks of the same subject: a person given here is proven, not reported.
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
   * Claims `national_id` and `register_number` (which carries the civil id). They say who a person is only because the
   * provider is the one issuer this platform was configured to trust; nobody else's claim of this name is ever read.
   */
  nationalId: string | null;
  civilId: string | null;
  geId: string | null;
}

/** What `offline_access` gives, to speak to the upstream in the person's name later. */
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
  /** `rejected`: the provider or a check said no. `unavailable`: no usable answer, and nothing is known. */
  failure: 'rejected' | 'unavailable';
  /** For the log only; holds nothing of a person. */
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
    /** RFC 9207, where the provider sent it. */
    iss: string | undefined;
    nonce: string;
    codeVerifier: string;
  }): Promise<SsoOutcome>;
  /** Good once where the provider rotates refresh tokens: of two uses at once it may end both. */
  renew(refreshToken: string): Promise<SsoRenewal>;
}

export interface SsoNativeClient {
  redirectUris: readonly string[];
  /** The application made the request itself: what it does not tell of its nonce cannot be compared. */
  exchange(answer: {
    code: string;
    redirectUri: string;
    nonce: string | undefined;
    codeVerifier: string;
  }): Promise<SsoOutcome>;
}

export type SsoRenewal = { ok: true; offline: OfflineTokens } | SsoFailure;

export type SsoClientKind = 'web' | 'native';

/** A member is undefined where its client id was not set. */
export interface SsoPort {
  web: SsoWebClient | undefined;
  native: SsoNativeClient | undefined;
  /** Where the browser ends its session upstream; undefined when the provider has no such page or does not answer. */
  endSessionUrl(kind: SsoClientKind, idToken: string): Promise<string | undefined>;
}
