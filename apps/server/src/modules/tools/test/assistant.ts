import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { SignedIn } from '../../../../test/citizens.ts';
import type { TestServer } from '../../../../test/server.ts';
import { fetchFrom, issuer, type Stage } from '../../oidc/test/stage.ts';

/** The official client with its own OAuth flow; the test plays the browser and the person. */
export interface Assistant {
  readonly client: Client;
  readonly tokens: () => OAuthTokens | undefined;
  readonly clientId: () => string;
  /** Forgets the access token, as if it had expired. */
  spoilAccessToken(): void;
  /** Runs a call, and the authorization that it asks for. */
  withConsent<T>(work: () => Promise<T>): Promise<T>;
  /** Addresses that the client sent the browser to. */
  readonly visited: URL[];
}

export const loopback = 'http://127.0.0.1:33418/callback';

export interface AssistantOptions {
  documentUrl?: string;
  redirectUri?: string;
  metadata?: Partial<OAuthClientMetadata>;
  who?: SignedIn;
  grantScope?: string[];
  on?: TestServer;
}

export async function connectAssistant(stage: Stage, options: AssistantOptions = {}): Promise<Assistant> {
  const made = createAssistant(stage, options);
  await made.withConsent(() => made.connect());
  return made;
}

export function createAssistant(
  stage: Stage,
  options: AssistantOptions,
): Assistant & { connect(): Promise<void> } {
  const on = options.on ?? stage.server;
  let tokens: OAuthTokens | undefined;
  let information: OAuthClientInformationMixed | undefined;
  let verifier = '';
  const visited: URL[] = [];
  const redirectUrl = options.redirectUri ?? loopback;
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(options.documentUrl === undefined ? {} : { clientMetadataUrl: options.documentUrl }),
    clientMetadata: {
      client_name: 'Assistant',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      ...options.metadata,
    },
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => void visited.push(url),
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
  };
  let client = new Client({ name: 'assistant', version: '1' });
  let transport: StreamableHTTPClientTransport;
  const connect = async () => {
    client = new Client({ name: 'assistant', version: '1' });
    transport = new StreamableHTTPClientTransport(new URL(`${issuer}/mcp`), {
      authProvider: provider,
      fetch: fetchFrom(on.url),
    });
    await client.connect(transport as Parameters<Client['connect']>[0]);
  };
  return {
    get client() {
      return client;
    },
    visited,
    connect,
    tokens: () => tokens,
    clientId: () => information?.client_id ?? '',
    spoilAccessToken: () => {
      if (tokens !== undefined) tokens = { ...tokens, access_token: 'x'.repeat(43) };
    },
    withConsent: async (work) => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
        const url = visited.at(-1);
        if (url === undefined) throw error;
        const choice = options.grantScope === undefined ? {} : { grantScope: options.grantScope };
        const back = await stage.decide(stage.openBrowser(on), url, options.who ?? stage.admin, choice);
        if (!back.searchParams.has('code')) throw new Error(`refused: ${back.search}`);
        await transport.finishAuth(back.searchParams.get('code') ?? '');
        return work();
      }
    },
  };
}
