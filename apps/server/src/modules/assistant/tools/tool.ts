import type { TSchema } from 'typebox';
import type { Actor } from '../../../kernel/http/actor.ts';
import type { Static } from '../../../kernel/http/schemas.ts';
import { compileValidator } from '../../../kernel/http/validation.ts';
import type { Passage } from '../knowledge-port.ts';
import type { Lang } from '../languages.ts';
import type { ToolOffer } from '../model-port.ts';

/** What a tool may know of the conversation, and where it leaves what it found. */
export interface ToolCall {
  readonly lang: Lang;
  readonly now: Date;
  readonly requestId: string;
  found(passages: readonly Passage[]): void;
  prepared(action: { title: string; url: string }): void;
}

/** A tool of the person who asks; the anonymous set has none. */
export interface PersonalCall extends ToolCall {
  readonly actor: Actor;
}

export interface Tool<Call extends ToolCall> {
  readonly offer: ToolOffer;
  /** Whether its results are facts by themselves; a search proves by its passages. */
  readonly isProof: boolean;
  /** Undefined when the arguments do not fit. */
  run(args: unknown, call: Call): Promise<ToolResult | undefined>;
}

/** Data for the model, and its number of items for the caller. */
export interface ToolResult {
  readonly data: object;
  readonly count: number;
}

export function defineTool<S extends TSchema, Call extends ToolCall>(definition: {
  name: string;
  description: string;
  parameters: S;
  isProof?: true;
  run: (args: Static<S>, call: Call) => Promise<ToolResult>;
}): Tool<Call> {
  const { name, description, parameters } = definition;
  const fits = compileValidator({
    schema: parameters,
    httpPart: 'body',
    method: 'POST',
    url: name,
  }) as (value: unknown) => boolean;
  return {
    isProof: definition.isProof === true,
    offer: { name, description, parameters: parameters as unknown as ToolOffer['parameters'] },
    run: async (args, call) => (fits(args) ? definition.run(args as Static<S>, call) : undefined),
  };
}
