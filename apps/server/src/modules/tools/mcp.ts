import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Bus } from '../../kernel/bus/bus.ts';
import { other } from '../../kernel/http/access.ts';
import type { CallerFacts } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { readBody } from '../../kernel/http/intake.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { takeAllowance } from './access.ts';
import { type Exchange, keepStream, listen, type Stream } from './mcp-listen.ts';
import { answerRequest, isStateless, readRequest, statelessVersion } from './mcp-stateless.ts';
import type { ProtectedResource } from './resource.ts';
import { accessWord, type RestDeps } from './rest.ts';
import { requireScopes } from './scopes.ts';
import { skillsChannel } from './skills/skills.ts';
import type { Tool, ToolCaller } from './tool.ts';

export interface McpDeps extends RestDeps {
  readonly bus: Bus;
  readonly version: string;
  /** Host names of this server, in lower case and without a port. */
  readonly hosts: readonly string[];
  /** Origins whose pages may call. */
  readonly origins: readonly string[];
  readonly resource: ProtectedResource | undefined;
}

/** Loaded at the first call: most processes answer none, and the library doubles what the modules load. */
const loadLibrary = () => import('./mcp-server.ts');

const maxBodyBytes = 64 * 1024;

/**
 * A page that points its own name at our address (DNS rebinding) arrives with that name as Host, and with its
 * Origin. A numeric address cannot be rebound, and a program that is no browser sends no Origin.
 */
export function requireOwnName(
  { hosts, origins }: Pick<McpDeps, 'hosts' | 'origins'>,
  headers: CallerFacts['headers'],
): void {
  const { origin } = headers;
  if (origin !== undefined && !origins.includes(origin))
    fail(kernelErrors.forbidden, { detail: 'an origin that is not ours' });
  const url = `http://${headers.host ?? ''}/`;
  const name = URL.canParse(url) ? new URL(url).hostname : '';
  const isOurs = isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name === 'localhost' || hosts.includes(name);
  if (!isOurs) fail(kernelErrors.forbidden, { detail: 'a host that is not ours' });
}

/**
 * The tools as an MCP server without sessions: each POST is complete and may reach any instance. A GET opens a
 * stream on which the server announces that the list of tools changed, on any instance.
 */
export function mcpMount(deps: McpDeps, builtin: readonly Tool[]): Mount {
  const streams = new Set<Stream>();
  const announce = () => {
    for (const stream of streams) void stream.announce();
  };
  deps.bus.on(skillsChannel, announce);
  // Events may have been missed while the bus was down: an extra announcement is harmless. It is deferred, because
  // the bus reports the gap from inside the question whether it is live, which the check of a token asks again.
  deps.bus.onGap(() => queueMicrotask(announce));
  deps.stopping.addEventListener('abort', () => {
    for (const stream of streams) stream.end();
  });
  const admit = async (caller: CallerFacts) => {
    requireOwnName(deps, caller.headers);
    return deps.admit(caller);
  };
  return {
    id: 'tools.mcp',
    methods: ['GET', 'POST', 'DELETE'],
    path: '/mcp',
    access: other(accessWord, 'the tools for MCP clients; the same credentials', admit),
    summary: 'The tools as an MCP server (streamable HTTP)',
    unparsed: true,
    bodyLimitBytes: maxBodyBytes,
    handle: async (request, reply, actor) => {
      const caller = actor as ToolCaller;
      if (request.method === 'DELETE') {
        reply.header('allow', 'GET, POST');
        fail(kernelErrors.method_not_allowed);
      }
      if (request.method === 'GET') {
        await takeAllowance(deps, caller, reply);
        return openStream(deps, builtin, streams, { request, reply, caller, admit });
      }
      const messages = await readMessages(request.raw);
      // Decision 36: a batch counts as many calls as it has messages, and runs whole or not at all.
      await takeAllowance(deps, caller, reply, Array.isArray(messages) ? Math.max(1, messages.length) : 1);
      await checkScopes(deps, builtin, caller, messages);
      const { handshakeVersions } = await loadLibrary();
      const exchange = { request, reply, caller, admit };
      if (!isStateless(request.headers, messages, handshakeVersions))
        return handleMessage(deps, builtin, exchange, messages);
      return handleStateless(deps, builtin, streams, exchange, messages, [
        statelessVersion,
        ...handshakeVersions,
      ]);
    },
  };
}

/** The body as JSON, or a text that is no message: the library then answers with a parse error. */
async function readMessages(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, maxBodyBytes);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return '';
  }
}

/** A missing scope is an HTTP status, so that the client can ask the person for it (step-up authorization). */
async function checkScopes(
  deps: McpDeps,
  builtin: readonly Tool[],
  caller: ToolCaller,
  messages: unknown,
): Promise<void> {
  if (caller.scopes === undefined) return;
  const calls = (Array.isArray(messages) ? messages : [messages]) as Message[];
  const names = calls.filter((one) => one?.method === 'tools/call').map((one) => one?.params?.name);
  const tools = [...builtin, ...(await deps.skills.tools())].filter(({ name }) => names.includes(name));
  requireScopes(caller, tools, deps.resource?.metadataUrl);
}

type Message = { method?: unknown; params?: { name?: unknown } | null } | null | undefined;

async function handleStateless(
  deps: McpDeps,
  builtin: readonly Tool[],
  streams: Set<Stream>,
  exchange: Exchange,
  message: unknown,
  supported: readonly string[],
): Promise<unknown> {
  const { request, reply, caller } = exchange;
  const read = readRequest(request.headers, message, supported);
  if ('method' in read && read.method === 'subscriptions/listen')
    return listen(deps.stopping, streams, exchange, read);
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const released = AbortSignal.any([deps.stopping, left.signal]);
  const answer =
    'method' in read
      ? await answerRequest(deps, builtin, read, { caller, requestId: request.id, released }, supported)
      : read;
  return reply.status(answer.status).send(answer.body);
}

async function handleMessage(
  deps: McpDeps,
  builtin: readonly Tool[],
  exchange: Exchange,
  messages: unknown,
): Promise<void> {
  const { request, reply } = exchange;
  const library = await loadLibrary();
  const left = new AbortController();
  const server = library.createServer(deps, builtin, {
    caller: exchange.caller,
    requestId: request.id,
    released: AbortSignal.any([deps.stopping, left.signal]),
  });
  const transport = library.createTransport({ enableJsonResponse: true });
  reply.raw.once('close', () => {
    left.abort();
    void server.close();
  });
  await pass(server, transport, exchange, messages);
}

async function openStream(
  deps: McpDeps,
  builtin: readonly Tool[],
  streams: Set<Stream>,
  exchange: Exchange,
): Promise<void> {
  const { request, reply, caller, admit } = exchange;
  const library = await loadLibrary();
  const server = library.createServer(deps, builtin, {
    caller,
    requestId: request.id,
    released: deps.stopping,
  });
  const transport = library.createTransport({});
  const stream: Stream = {
    subject: caller.subject,
    announce: async () => {
      try {
        // A caller that lost its access gets no further announcements.
        await admit(request);
        await server.sendToolListChanged();
      } catch {
        stream.end();
      }
    },
    end: () => {
      streams.delete(stream);
      void server.close();
    },
  };
  keepStream(streams, stream);
  reply.raw.once('close', () => stream.end());
  await pass(server, transport, exchange);
}

/** Passes the exchange to the library, with the headers of every answer. */
async function pass(
  server: Server,
  transport: StreamableHTTPServerTransport,
  { request, reply }: Exchange,
  messages?: unknown,
): Promise<void> {
  // The library declares `onclose` as possibly undefined, which its own interface does not.
  await server.connect(transport as Parameters<Server['connect']>[0]);
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  await transport.handleRequest(request.raw, reply.raw, messages);
}
