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
} from '@modelcontextprotocol/sdk/types.js';
import { type CallContext, callTool } from './call.ts';
import { envelopeOf, type RestDeps } from './rest.ts';
import type { Tool } from './tool.ts';

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
    tools: (await all()).map(({ name, description, parameters, result, event }) => ({
      name,
      description,
      inputSchema: plain(parameters),
      outputSchema: plain(result),
      annotations: { readOnlyHint: event === undefined, destructiveHint: false, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = (await all()).find(({ name }) => name === params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`);
    const released = AbortSignal.any([context.released, signal]);
    const outcome = await callTool(deps, tool, { ...params.arguments }, { ...context, released });
    const { data, error } = envelopeOf(outcome);
    if (!outcome.success)
      return {
        isError: true,
        content: [
          { type: 'text' as const, text: error },
          ...(Object.keys(data).length === 0 ? [] : [{ type: 'text' as const, text: JSON.stringify(data) }]),
        ],
      };
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(data) }],
      structuredContent: { ...data },
    };
  });
  return server;
}

type PlainSchema = { type: 'object'; [key: string]: unknown };

/** TypeBox schemas are JSON Schema with extra symbols; an assistant gets the plain schema. */
function plain(schema: Tool['parameters']): PlainSchema {
  return JSON.parse(JSON.stringify(schema)) as PlainSchema;
}
