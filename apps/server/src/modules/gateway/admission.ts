import type { CallerFacts } from '../../kernel/http/actor.ts';
import { credentialOf } from '../../kernel/http/bearer.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Client, ClientDirectory, RegisteredUpstream } from '../oauth-clients/index.ts';
import { type AccessToken, type AccessTokens, proofAlgorithms } from '../oidc/index.ts';
import { errors } from './errors.ts';

/** A registered client that calls with an access token: its own, or that of a person who signed in there. */
export interface ClientCaller {
  readonly client: Client;
  readonly token: AccessToken;
  /** As presented, so that it can be looked at again while a long answer runs. */
  readonly presented: string;
  /** The gateway counted this call already. */
  readonly counted?: true;
}

export interface AdmissionDeps {
  tokens: AccessTokens;
  clients: ClientDirectory;
}

export interface Admission {
  /**
   * 401 with a challenge for everything that is not a live token of a client that is switched on. A token that is
   * bound to a key needs a proof of it made for this request (RFC 9449), which is used up here.
   */
  authenticate(caller: CallerFacts): Promise<ClientCaller>;
  /** The caller of a request that is routed on inside this process: its proof, if it needed one, is used up. */
  vouch(request: CallerFacts, caller: ClientCaller): void;
  /** Whether the same token would be admitted to the same upstream at this moment. Throws where nothing can tell. */
  stillHolds(caller: ClientCaller, upstream: Pick<RegisteredUpstream, 'name' | 'scope'>): Promise<boolean>;
}

/** RFC 6750 section 3: a request without a token is told how to ask, one with a bad token what was wrong. */
export function refuseToken(presented: boolean): never {
  fail(kernelErrors.unauthorized, {
    headers: { 'www-authenticate': presented ? 'Bearer error="invalid_token"' : 'Bearer' },
  });
}

/**
 * RFC 9449 section 7.1. A token of the one kind under the scheme of the other is refused too: whoever stole a bound
 * token must not make a bearer's token of it by leaving the proof out.
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
      if (token.boundTo !== undefined) await requireProof(tokens, caller, presented, token.boundTo);
      return { client, token, presented };
    },
    stillHolds: async ({ presented }, { name, scope }) => {
      const token = await tokens.find(presented);
      if (token === undefined) return false;
      const client = await clients.client(token.clientId);
      const upstream = await clients.upstreamByName(name);
      return client?.enabled === true && upstream?.enabled === true && holds(client, token, scope);
    },
  };
}

/** Routed again, a request gets another wrapper around the same message. */
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
 * The client's grant of this moment decides, whatever its token was issued with. Where it acts for a person, that
 * person must have allowed it as well: the token says so.
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
