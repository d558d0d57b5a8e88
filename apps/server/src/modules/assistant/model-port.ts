/** A request for a tool; the arguments are the model's own text and may be anything. */
export interface ToolRequest {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly parameters: { readonly [keyword: string]: unknown };
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly ToolRequest[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export interface ChatRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolOffer[];
  readonly maxTokens: number;
  /** Names of people in the messages, which a model that is not our own does not read. */
  readonly names: readonly string[];
}

export interface ChatAnswer {
  readonly text: string;
  readonly calls: readonly ToolRequest[];
  /** Tokens that the server counted, or an estimate where it counts none. */
  readonly tokens: number;
}

/** Receives an answer while it is written. */
export interface ChatSink {
  piece(text: string): void;
  /** What was given so far is void: the answer broke off and begins again. */
  reset(): void;
}

export interface ModelSignals {
  /** Aborts when nobody waits for the answer any more. */
  readonly left: AbortSignal;
  /** Aborts when the whole time of the answer is over. */
  readonly deadline: AbortSignal;
}

export interface Sound {
  readonly mime: string;
  readonly bytes: Buffer;
}

export interface SpeechRequest {
  readonly text: string;
  readonly voice: string | undefined;
  readonly names: readonly string[];
}

/** A model server; what is not configured is undefined. */
export interface ModelPort {
  readonly chat:
    | ((request: ChatRequest, signals: ModelSignals, sink: ChatSink) => Promise<ChatAnswer>)
    | undefined;
  readonly transcribe: ((sound: Sound, signals: ModelSignals) => Promise<string>) | undefined;
  readonly speak: ((given: SpeechRequest, signals: ModelSignals) => Promise<Sound>) | undefined;
}

export type ModelFailureReason = 'unavailable' | 'timeout' | 'left' | 'refused';

export class ModelFailure extends Error {
  readonly reason: ModelFailureReason;
  constructor(reason: ModelFailureReason, detail: string) {
    super(detail);
    this.name = 'ModelFailure';
    this.reason = reason;
  }
}

/** Replaces personal numbers and names in every text of one call; the same one has the same placeholder. */
export interface Redactor {
  hide(text: string): string;
  show(text: string): string;
  /** Puts them back into a text that arrives in pieces, which may cut a placeholder. */
  showPieces(): { push(piece: string): string; end(): string };
}
