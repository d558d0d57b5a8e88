export interface SnippetFacts {
  issuer: string;
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  /** The client's authentication method; `none` has no secret. */
  authMethod: string;
}

export interface Snippet {
  file: string;
  text: string;
}

/** The environment variable of the secret, which no snippet contains. */
export const SECRET = 'TAMGA_CLIENT_SECRET';

export const isPlain = (issuer: string) => issuer.startsWith('http:');

/** Where people return after signing out: the origin of a redirect URI is always registered for it. */
export const siteOf = ({ redirectUri }: SnippetFacts) =>
  URL.canParse(redirectUri) ? new URL(redirectUri).origin : '';

export const pathOf = ({ redirectUri }: SnippetFacts) =>
  URL.canParse(redirectUri) ? new URL(redirectUri).pathname : '';
