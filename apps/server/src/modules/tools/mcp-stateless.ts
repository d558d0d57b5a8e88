import type { IncomingHttpHeaders } from 'node:http';
import type { CallContext } from './call.ts';
import { describeTool, runTool } from './mcp-results.ts';
import type { RestDeps } from './rest.ts';
import { visibleTo } from './scopes.ts';
import type { Tool } from './tool.ts';

/** The revision without a handshake, which the library does not serve yet. */
export const statelessVersion = '2026-07-28';

type Json = Record<string, unknown>;
type Id = string | number;

export interface RpcAnswer {
  readonly status: number;
  readonly body: object | undefined;
}

/** A request that passed every check of the transport. */
export interface StatelessRequest {
  readonly id: Id;
  readonly method: string;
  readonly params: Json;
}

const codes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
};
const reserved = (name: string) => `io.modelcontextprotocol/${name}`;
const versionKey = reserved('protocolVersion');
/** Results of the list may be kept this long: changes are announced. */
const listTtlMs = 60_000;
const discoveryTtlMs = 3_600_000;

const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
const metaOf = (message: unknown): Json => asObject(asObject(asObject(message)?.['params'])?.['_meta']) ?? {};

const rpcError = (status: number, id: Id | undefined, code: number, message: string, data?: object) => ({
  status,
  body: {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  },
});

/** A revision that nobody knows belongs here too: only this one defines how to refuse it. */
export function isStateless(
  headers: IncomingHttpHeaders,
  message: unknown,
  handshakeVersions: readonly string[],
): boolean {
  const version = headers['mcp-protocol-version'];
  const isNewer = version !== undefined && !handshakeVersions.includes(String(version));
  return isNewer || metaOf(message)[versionKey] !== undefined;
}

/** The checks of the transport: the form of the message, its metadata, and the headers that repeat it. */
export function readRequest(
  headers: IncomingHttpHeaders,
  message: unknown,
  supported: readonly string[],
): StatelessRequest | RpcAnswer {
  const given = asObject(message);
  if (given === undefined)
    return rpcError(400, undefined, codes.parse, 'The body must be one JSON-RPC message');
  const { id, method } = given;
  if (given['jsonrpc'] !== '2.0' || typeof method !== 'string')
    return rpcError(400, undefined, codes.invalidRequest, 'The body is no JSON-RPC request');
  if (id === undefined) return { status: 202, body: undefined };
  if (typeof id !== 'string' && !Number.isInteger(id))
    return rpcError(400, undefined, codes.invalidRequest, 'The id must be a string or an integer');
  const requestId = id as Id;
  const params = asObject(given['params']) ?? {};
  const version = headers['mcp-protocol-version'];
  const wrong = headerFault(headers, { method, params, version: metaOf(message)[versionKey] });
  if (wrong !== undefined) return rpcError(400, requestId, codes.headerMismatch, `Header mismatch: ${wrong}`);
  if (version !== statelessVersion)
    return rpcError(400, requestId, codes.unsupportedVersion, 'Unsupported protocol version', {
      supported,
      requested: version,
    });
  const meta = metaOf(message);
  if (meta[versionKey] === undefined || asObject(meta[reserved('clientCapabilities')]) === undefined)
    return rpcError(
      400,
      requestId,
      codes.invalidParams,
      '_meta lacks the version or the client capabilities',
    );
  return { id: requestId, method, params };
}

/** Gateways decide by the headers and we by the body: a request where they differ could pass as another. */
function headerFault(
  headers: IncomingHttpHeaders,
  body: { method: string; params: Json; version: unknown },
): string | undefined {
  // A body without a version is told apart from a wrong one by its code; see readRequest.
  if (headers['mcp-protocol-version'] === undefined) return 'MCP-Protocol-Version is missing';
  if (body.version !== undefined && headers['mcp-protocol-version'] !== body.version)
    return 'MCP-Protocol-Version does not match the body';
  if (headers['mcp-method'] !== body.method) return 'Mcp-Method does not match the body';
  if (body.method === 'tools/call' && decode(headers['mcp-name']) !== body.params['name'])
    return 'Mcp-Name does not match the body';
  return undefined;
}

function decode(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Answers every method except `subscriptions/listen`, which holds a stream. */
export async function answerRequest(
  deps: RestDeps & { readonly version: string },
  builtin: readonly Tool[],
  { id, method, params }: StatelessRequest,
  context: CallContext,
  supported: readonly string[],
): Promise<RpcAnswer> {
  const complete = (result: object): RpcAnswer => ({
    status: 200,
    body: {
      jsonrpc: '2.0',
      id,
      result: {
        resultType: 'complete',
        ...result,
        _meta: { [reserved('serverInfo')]: { name: 'tamga', title: 'Tamga', version: deps.version } },
      },
    },
  });
  const all = [...builtin, ...(await deps.skills.tools())];
  if (method === 'server/discover')
    return complete({
      supportedVersions: supported,
      capabilities: { tools: { listChanged: true } },
      ttlMs: discoveryTtlMs,
      cacheScope: 'public',
    });
  if (method === 'tools/list')
    return complete({
      tools: visibleTo(context.caller, all).map(describeTool),
      ttlMs: listTtlMs,
      cacheScope: 'private',
    });
  if (method !== 'tools/call') return rpcError(404, id, codes.unknownMethod, 'Method not found');
  const tool = all.find(({ name }) => name === params['name']);
  if (tool === undefined) return rpcError(200, id, codes.invalidParams, 'There is no such tool');
  return complete(await runTool(deps, tool, { ...asObject(params['arguments']) }, context));
}

/** The messages of a `subscriptions/listen` stream; only changes of the tool list exist to be told. */
export function subscription({ id, params }: StatelessRequest) {
  const wanted = asObject(params['notifications'])?.['toolsListChanged'] === true;
  const _meta = { [reserved('subscriptionId')]: id };
  const notify = (method: string, more: object = {}) => ({
    jsonrpc: '2.0',
    method: `notifications/${method}`,
    params: { _meta, ...more },
  });
  return {
    acknowledged: notify('subscriptions/acknowledged', {
      notifications: wanted ? { toolsListChanged: true } : {},
    }),
    changed: wanted ? notify('tools/list_changed') : undefined,
    ended: { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta } },
  };
}
