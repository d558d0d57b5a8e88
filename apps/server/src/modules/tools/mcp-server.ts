import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  StreamableHTTPServerTransport,
  type StreamableHTTPServerTransportOptions,
} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallContext } from './call.ts';
import { describeTool, runTool } from './mcp-results.ts';
import type { RestDeps } from './rest.ts';
import { visibleTo } from './scopes.ts';
import type { Tool } from './tool.ts';

/** The revisions that the library serves: all that open with `initialize`. */
export const handshakeVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

export const createTransport = (
  options: StreamableHTTPServerTransportOptions,
): StreamableHTTPServerTransport => new StreamableHTTPServerTransport(options);

export function createServer(
  deps: RestDeps & { readonly version: string },
  builtin: readonly Tool[],
  context: CallContext,
): Server {
  const server = new Server(
    { name: 'tamga', title: 'Tamga', version: deps.version },
    { capabilities: { tools: { listChanged: true } } },
  );
  const all = async () => [...builtin, ...(await deps.skills.tools())];
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: visibleTo(context.caller, await all()).map(describeTool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = (await all()).find(({ name }) => name === params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`);
    const released = AbortSignal.any([context.released, signal]);
    return runTool(deps, tool, { ...params.arguments }, { ...context, released });
  });
  return server;
}
