import { createHash, timingSafeEqual } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Access, other } from '../../kernel/http/access.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { ForwardFailure, forward, type ProxyTimeouts } from '../../kernel/proxy/forward.ts';
import { passedBack, passedOn } from '../../kernel/proxy/headers.ts';
import { passBody } from '../../kernel/proxy/request-body.ts';
import { joinTarget } from '../../kernel/proxy/target-path.ts';
import { createUpstreams, type UpstreamAddress } from '../../kernel/proxy/upstreams.ts';
import { type Allowance, failAs, requireGrant } from '../gateway/index.ts';
import type { Client } from '../oauth-clients/index.ts';
import { type ProxyAccessDeps, requireSwitchedOn } from './access.ts';

export interface SignRelayDeps extends ProxyAccessDeps {
  allowance: Allowance;
  now: () => Date;
  timeouts: ProxyTimeouts;
  /** Undefined where no provider or no credential is configured; the paths then answer 404. */
  relay: SignRelay | undefined;
}

export interface SignRelay {
  /** The eID provider, ending with /v3. */
  readonly baseUrl: string;
  readonly rpSecret: string;
  /** An alternative credential to a client's token. */
  readonly relayToken: string | undefined;
}

/** `client` is undefined for the relay token. */
interface RelayCaller {
  readonly client: Client | undefined;
  /** The gateway already counted the call. */
  readonly isCounted: boolean;
}

const upstreamName = 'eid-sign';
const scope = `svc:${upstreamName}`;
const prefix = '/rp/sign';
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const maxBytes = 26 * 1024 * 1024;
/** Contract 10.2: no other provider endpoint is open to clients. */
const forwarded = /^\/v3\/(signature\/|session\/|certificate)/;
const connectTimeoutMs = 5000;
const callerLeft = 499;

export function signRelayMounts(deps: SignRelayDeps): { mounts: readonly Mount[]; close(): Promise<void> } {
  const upstreams = createUpstreams({ guard: undefined, now: deps.now });
  const mount = {
    methods,
    openInMaintenance: true,
    access: relayAccess(deps),
    summary: 'The signature API of the eID provider, called with the platform’s credentials',
    unparsed: true,
    upload: 'passed',
    bodyLimitBytes: maxBytes,
    quiet: true,
    handle: (request, reply, actor) =>
      relayCall(
        deps,
        upstreams.of(upstreamName, addressOf(deps.relay)),
        request,
        reply,
        actor as RelayCaller,
      ),
  } satisfies Omit<Mount, 'id' | 'path'>;
  return {
    mounts: [
      { ...mount, id: 'eid-proxy.sign.root', path: prefix },
      { ...mount, id: 'eid-proxy.sign', path: `${prefix}/*` },
    ],
    close: upstreams.close,
  };
}

function relayAccess(deps: SignRelayDeps): Access<RelayCaller> {
  return other(
    `scope:${scope}|relay-token`,
    'the relay token, or the token of a client that holds the scope now',
    async (caller) => {
      const { relay } = deps;
      if (relay === undefined) fail(kernelErrors.not_found);
      await requireSwitchedOn(deps, caller, upstreamName);
      const presented = bearerOf(caller.headers.authorization);
      if (presented !== undefined && relay.relayToken !== undefined && sameText(presented, relay.relayToken))
        return { client: undefined, isCounted: true };
      const holder = await deps.admission.authenticate(caller);
      deps.traffic.note(caller, { clientId: holder.client.id });
      requireGrant(holder, scope);
      return { client: holder.client, isCounted: holder.counted === true };
    },
  );
}

/** Hashed first, so that the comparison time reveals neither content nor length of the secret. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

type Upstream = ReturnType<ReturnType<typeof createUpstreams>['of']>;

async function relayCall(
  deps: SignRelayDeps,
  upstream: Upstream,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, isCounted }: RelayCaller,
): Promise<unknown> {
  const relay = deps.relay ?? fail(kernelErrors.not_found);
  if (client !== undefined && !isCounted) {
    await deps.allowance.takeRate(client, reply);
    await deps.allowance.takeQuota(client);
  }
  const rest = request.raw.url?.startsWith(prefix) === true ? request.raw.url.slice(prefix.length) : '';
  const path = joinTarget('', rest);
  if (path === undefined || !forwarded.test(path)) fail(kernelErrors.not_found);
  const body = passBody(request.raw, reply.raw, { maxBytes });
  const flow = forward({
    upstream,
    method: request.method,
    path: rootOf(relay) + path,
    headers: passedOn(request.headers, {
      authorization: `Bearer ${relay.rpSecret}`,
      'x-request-id': request.id,
      ...(body?.length === undefined ? {} : { 'content-length': String(body.length) }),
    }),
    body,
    response: reply.raw,
    retries: 0,
    timeouts: deps.timeouts,
    begin: (_status, headers) => {
      reply.hijack();
      return passedBack(headers, reply.getHeaders() as OutgoingHttpHeaders);
    },
  });
  try {
    if (!(await flow.ended)) deps.traffic.record(request, callerLeft, reply.elapsedTime);
    return reply;
  } catch (error) {
    if (!(error instanceof ForwardFailure)) throw error;
    if (error.kind !== 'left') return failAs(error);
    deps.traffic.record(request, callerLeft, reply.elapsedTime);
    return reply.hijack();
  }
}

/** The path before /v3 in the provider's address. */
function rootOf({ baseUrl }: SignRelay): string {
  return new URL(baseUrl).pathname.replace(/\/v3\/?$/, '').replace(/\/$/, '');
}

function addressOf(relay: SignRelay | undefined): UpstreamAddress {
  const url = new URL(relay?.baseUrl ?? 'https://localhost');
  const protocol = url.protocol === 'https:' ? 'https' : 'http';
  const port = url.port === '' ? { https: 443, http: 80 }[protocol] : Number(url.port);
  return { protocol, host: url.hostname, port, connectTimeoutMs };
}
