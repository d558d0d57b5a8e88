import type { CallerFacts } from '../../kernel/http/actor.ts';
import { credentialOf } from '../../kernel/http/bearer.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Client, ClientDirectory, RegisteredUpstream } from '../oauth-clients/index.ts';
import { type AccessToken, type AccessTokens, proofAlgorithms } from '../oidc/index.ts';
import { errors } from './errors.ts';

/** A registered client that calls with an access token, for itself or for a person who signed in there. */
export interface ClientCaller {
  readonly client: Client;
  readonly token: AccessToken;
  /** The token text is kept so that the token can be checked again during a long answer. */
  readonly presented: string;
  /** The gateway has already counted this call against the limits. */
  readonly counted?: true;
}

export interface AdmissionDeps {
  tokens: AccessTokens;
  clients: ClientDirectory;
}

export interface Admission {
  /**
   * Answers 401 with a challenge unless the token is live and its client is enabled. A token bound to a key
   * also needs a DPoP proof for this request (RFC 9449), and the call consumes that proof.
   */
  authenticate(caller: CallerFacts): Promise<ClientCaller>;
  /**
   * Marks a request that is rerouted inside this process as authenticated: its one-time proof is already
   * consumed.
   */
  vouch(request: CallerFacts, caller: ClientCaller): void;
  /** Whether the same token would be admitted to the same upstream now. Throws if this cannot be decided. */
  isStillAdmitted(
    caller: ClientCaller,
    upstream: Pick<RegisteredUpstream, 'name' | 'scope'>,
  ): Promise<boolean>;
}

/**
 * RFC 6750 section 3: a request without a token gets the plain challenge, one with a bad token also gets the
 * error.
 */
export function refuseToken(presented: boolean): never {
  fail(kernelErrors.unauthorized, {
    headers: { 'www-authenticate': presented ? 'Bearer error="invalid_token"' : 'Bearer' },
  });
}

/**
 * RFC 9449 section 7.1. The scheme must match the kind of token: otherwise a thief could use a stolen bound
 * token as a bearer token by omitting the proof.
 */
function refuseBound(error: 'invalid_token' | 'invalid_dpop_proof', why: string): never {
  const said = `error="${error}", error_description="${why}", algs="${proofAlgorithms.join(' ')}"`;
  fail(kernelErrors.unauthorized, { headers: { 'www-authenticate': `DPoP ${said}` } });
}

export function createAdmission({ tokens, clients }: AdmissionDeps): Admission {
  const vouched = new WeakMap<object, ClientCaller>();
  return {
    vouch: (request, caller) => void vouched.set(rawOf(request), { ...caller, counted: true }),
    authenticate: async (caller) => {
      const known = vouched.get(rawOf(caller));
      if (known !== undefined) return known;
      const { isBound, token: presented } = credentialOf(caller.headers.authorization) ?? refuseToken(false);
      const refuse = () =>
        isBound ? refuseBound('invalid_token', 'the token is not known') : refuseToken(true);
      const token = (await tokens.find(presented)) ?? refuse();
      const client = await clients.client(token.clientId);
      if (client?.enabled !== true) return refuse();
      if ((token.boundTo !== undefined) !== isBound)
        refuseBound(
          'invalid_token',
          isBound ? 'the token is bound to no key' : 'the token is bound to a key',
        );
      if (token.certificate !== undefined && !tokens.presents(caller, token.certificate)) refuse();
      if (token.boundTo !== undefined) await requireProof(tokens, caller, presented, token.boundTo);
      return { client, token, presented };
    },
    isStillAdmitted: async ({ presented }, { name, scope }) => {
      const token = await tokens.find(presented);
      if (token === undefined) return false;
      const client = await clients.client(token.clientId);
      const upstream = await clients.upstreamByName(name);
      return client?.enabled === true && upstream?.enabled === true && holds(client, token, scope);
    },
  };
}

/** A rerouted request gets a new Fastify wrapper around the same raw message. */
export const rawOf = (request: object & { raw?: object }): object => request.raw ?? request;

async function requireProof(
  tokens: AccessTokens,
  { headers, method, url }: CallerFacts,
  token: string,
  boundTo: string,
): Promise<void> {
  const [path = ''] = url.split('?');
  const fault = await tokens.prove({ proof: headers['dpop'], token, boundTo, method, path });
  if (fault !== undefined) refuseBound('invalid_dpop_proof', fault);
}

/**
 * The client's current grant decides, whatever its token was issued with. If the client acts for a person,
 * that person must also have allowed the scope: the token carries it.
 */
function holds(client: Client, token: AccessToken, scope: string): boolean {
  return client.scopes.includes(scope) && (token.subject === undefined || token.scopes.includes(scope));
}

export function requireGrant({ client, token }: Pick<ClientCaller, 'client' | 'token'>, scope: string): void {
  if (!holds(client, token, scope)) fail(errors.service_not_granted, { detail: scope });
}

export async function requireUpstream(
  clients: ClientDirectory,
  caller: ClientCaller,
  name: string,
): Promise<RegisteredUpstream> {
  const upstream = (await clients.upstreamByName(name)) ?? fail(kernelErrors.not_found);
  if (!upstream.enabled) fail(errors.service_disabled);
  requireGrant(caller, upstream.scope);
  return upstream;
}
