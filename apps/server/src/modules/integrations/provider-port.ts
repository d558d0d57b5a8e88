import type { Readable } from 'node:stream';

export const providers = ['google-drive', 'dropbox', 'google-meet'] as const;
export type Provider = (typeof providers)[number];

/** What a provider gave for a person; `account` names the account there, to tell two of them apart. */
export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | null;
  /** Null when the provider named no end. */
  expiresAt: Date | null;
  account: string | null;
}

export interface ProviderFailure {
  ok: false;
  /** `rejected`: the provider or a check refused. `unavailable`: no usable answer, so nothing is known. */
  failure: 'rejected' | 'unavailable';
  /** For the log only; contains no personal data. */
  detail: string;
}

export type TokensOutcome = { ok: true; tokens: ProviderTokens } | ProviderFailure;

export interface FlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The authorization code flow at one provider. */
export interface ProviderAuth {
  authorizationUrl(secrets: FlowSecrets): Promise<{ ok: true; url: string } | ProviderFailure>;
  exchange(
    answer: Omit<FlowSecrets, 'state'> & {
      code: string;
      /** RFC 9207, if the provider sent it. */
      iss: string | undefined;
    },
  ): Promise<TokensOutcome>;
  /** Single use where refresh tokens rotate: two concurrent uses may end the grant. `rejected` means that it ended. */
  renew(tokens: ProviderTokens): Promise<TokensOutcome>;
  /** Ends the grant; `done` also when it had ended before. */
  revoke(tokens: ProviderTokens): Promise<'done' | 'unavailable'>;
}

export interface CloudFile {
  id: string;
  name: string;
  size: number;
  type: string;
  modified_at: string;
}

export interface CloudFiles {
  list(
    accessToken: string,
    asked: { q: string | undefined; cursor: string | undefined },
  ): Promise<{ items: CloudFile[]; next: string | undefined }>;
  /** The stream fails when the answer ends early. */
  download(
    accessToken: string,
    id: string,
    signal: AbortSignal,
  ): Promise<{ name: string; size: number; stream: Readable }>;
  upload(
    accessToken: string,
    file: { name: string; type: string; size: number; stream: Readable },
    signal: AbortSignal,
  ): Promise<{ id: string; name: string }>;
  /** The largest file that one call can send. */
  readonly uploadLimitBytes: number;
}

export interface ConnectedProvider {
  auth: ProviderAuth;
  /** Undefined for a provider that keeps no files. */
  files: CloudFiles | undefined;
}

/** A member is undefined when its settings are missing. */
export type Providers = { readonly [P in Provider]: ConnectedProvider | undefined };

/** Why a call to the provider failed; the text is for the log only. */
export class ProviderError extends Error {
  /**
   * `grant`: the token was refused. `full`: no room at the provider. `unavailable`: no usable answer. `failed`: an
   * answer that makes no sense.
   */
  readonly failure: 'grant' | 'not_found' | 'full' | 'unavailable' | 'failed';
  constructor(failure: ProviderError['failure'], detail: string) {
    super(detail);
    this.name = 'ProviderError';
    this.failure = failure;
  }
}
