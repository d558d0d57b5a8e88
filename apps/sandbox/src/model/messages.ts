/** The parts of the OpenAI interface that the sandbox reads and writes. */

export interface ToolCall {
  name: string;
  /** JSON text, which may be nonsense. */
  arguments: string;
}

export interface Message {
  role: string;
  content?: string | null;
  tool_calls?: { function: { name: string } }[];
}

export interface ChatRequest {
  model: string;
  messages: Message[];
  tools?: { function: { name: string } }[];
  tool_choice?: unknown;
  stream?: boolean;
}

export interface Reply {
  text?: string;
  tool_calls?: ToolCall[];
}

export const textOf = ({ content }: Message): string => content ?? '';

/** Messages after the last one of the person: results of tools that were asked for. */
export function resultsIn({ messages }: ChatRequest): Message[] {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(asked + 1).filter(({ role }) => role === 'tool');
}

/** A rough count, the same for the same text. */
export const countTokens = (text: string): number => Math.ceil(text.length / 4);
