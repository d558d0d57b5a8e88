import { type CallContext, type CallDeps, callTool } from './call.ts';
import { envelopeOf } from './rest.ts';
import type { Tool } from './tool.ts';

type PlainSchema = { type: 'object'; [key: string]: unknown };

/** TypeBox schemas are JSON Schema with extra symbols; an assistant gets the plain schema. */
function plain(schema: Tool['parameters']): PlainSchema {
  return JSON.parse(JSON.stringify(schema)) as PlainSchema;
}

/** A tool as every revision of the protocol lists it. */
export const describeTool = ({ name, description, parameters, result, event }: Tool) => ({
  name,
  description,
  inputSchema: plain(parameters),
  outputSchema: plain(result),
  annotations: { readOnlyHint: event === undefined, destructiveHint: false, openWorldHint: false },
});

/** Runs a tool; a refusal is a result for the model to read, not a protocol error. */
export async function runTool(
  deps: CallDeps,
  tool: Tool,
  params: Record<string, unknown>,
  context: CallContext,
) {
  const outcome = await callTool(deps, tool, params, context);
  const { data, error } = envelopeOf(outcome);
  if (outcome.success)
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(data) }],
      structuredContent: { ...data },
    };
  return {
    isError: true,
    content: [
      { type: 'text' as const, text: error },
      ...(Object.keys(data).length === 0 ? [] : [{ type: 'text' as const, text: JSON.stringify(data) }]),
    ],
  };
}
