import type { ToolRequest } from '../model-port.ts';
import type { Tool, ToolCall } from './tool.ts';

/** Calls that one round may make; the others are not run. */
const callsPerRound = 5;
const maxResult = 8000;

export interface Step {
  readonly tool: string;
  readonly args?: Record<string, unknown>;
  readonly result?: { count?: number; error?: string };
}

export interface Ran {
  readonly request: ToolRequest;
  /** For the model: data, or `{ error }`. */
  readonly content: string;
  readonly step: Step;
  readonly isProof: boolean;
}

/**
 * Runs requests of the model with the tools of this caller alone: any other name is an error like a misspelt one. A
 * failure is told to the model and never to the person.
 */
export async function runTools<Call extends ToolCall>(
  tools: ReadonlyMap<string, Tool<Call>>,
  requests: readonly ToolRequest[],
  call: Call,
  onFailure: (tool: string, error: unknown) => void,
): Promise<readonly Ran[]> {
  const ran: Ran[] = [];
  for (const request of requests.slice(0, callsPerRound))
    ran.push(await runOne(tools, request, call, onFailure));
  return ran;
}

async function runOne<Call extends ToolCall>(
  tools: ReadonlyMap<string, Tool<Call>>,
  request: ToolRequest,
  call: Call,
  onFailure: (tool: string, error: unknown) => void,
): Promise<Ran> {
  const tool = tools.get(request.name);
  const failed = (error: string): Ran => ({
    request,
    content: JSON.stringify({ error }),
    // Only a name that we gave is repeated.
    step: { tool: tool === undefined ? 'unknown' : request.name, result: { error } },
    isProof: false,
  });
  if (tool === undefined) return failed('there is no such tool');
  const args = parse(request.arguments);
  if (args === undefined) return failed('the arguments are no JSON object');
  try {
    const result = await tool.run(args, call);
    if (result === undefined) return failed('the arguments do not fit the parameters');
    return {
      request,
      content: bounded(result.data),
      step: { tool: request.name, args, result: { count: result.count } },
      isProof: tool.isProof,
    };
  } catch (error) {
    onFailure(request.name, error);
    return failed('the tool failed');
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Drops whole items from the end of the list until the rest fits. */
function bounded(data: object): string {
  const whole = JSON.stringify(data);
  if (whole.length <= maxResult) return whole;
  const list = Object.entries(data).find(([, value]) => Array.isArray(value));
  if (list === undefined) return JSON.stringify({ error: 'the result is too large' });
  const [name, items] = list as [string, unknown[]];
  for (let kept = items.length - 1; kept > 0; kept -= 1) {
    const shorter = JSON.stringify({ ...data, [name]: items.slice(0, kept) });
    if (shorter.length <= maxResult) return shorter;
  }
  return JSON.stringify({ error: 'the result is too large' });
}
