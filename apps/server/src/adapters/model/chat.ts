import type { OpenAI } from 'openai';
import type {
  ChatAnswer,
  ChatRequest,
  ChatSink,
  ModelMessage,
  Redactor,
  ToolRequest,
} from '../../modules/assistant/model-port.ts';
import { BrokenAnswer } from './tries.ts';

/** More than any useful answer; a model that goes on is cut off. */
const maxTextLength = 24_000;
const maxCalls = 16;
const maxArguments = 8000;

type Params = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;

function messageOf(message: ModelMessage, { hide }: Redactor): Params['messages'][number] {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.callId, content: hide(message.content) };
  // Our own prompt holds nothing of a person, and a name may be one of its words.
  const content = message.role === 'system' ? message.content : hide(message.content);
  if (message.role !== 'assistant') return { role: message.role, content };
  const { calls = [] } = message;
  if (calls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    content,
    tool_calls: calls.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function',
      function: { name, arguments: hide(given) },
    })),
  };
}

/** One try of one answer: pieces of text as they come, requests for tools at the end. */
export async function streamChat(
  client: OpenAI,
  model: string,
  request: ChatRequest,
  redactor: Redactor,
  signal: AbortSignal,
  sink: Pick<ChatSink, 'piece'>,
): Promise<ChatAnswer> {
  const messages = request.messages.map((message) => messageOf(message, redactor));
  const params: Params = {
    model,
    messages,
    max_tokens: request.maxTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...(request.tools.length === 0
      ? {}
      : { tools: request.tools.map((offer) => ({ type: 'function', function: { ...offer } }) as const) }),
  };
  const stream = await client.chat.completions.create(params, { signal });
  const pieces = redactor.showPieces();
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  let text = '';
  let hasEnded = false;
  let counted: number | undefined;
  const take = (piece: string) => {
    if (piece === '') return;
    text += piece;
    sink.piece(piece);
  };
  for await (const chunk of stream) {
    counted = chunk.usage?.total_tokens ?? counted;
    const [choice] = chunk.choices ?? [];
    if (choice === undefined) continue;
    if (typeof choice.delta?.content === 'string') take(pieces.push(choice.delta.content));
    for (const part of choice.delta?.tool_calls ?? []) addCall(calls, part);
    if (choice.finish_reason) hasEnded = true;
    // Leaving the loop closes the connection.
    if (text.length > maxTextLength || calls.size >= maxCalls) {
      hasEnded = true;
      break;
    }
  }
  if (!hasEnded) throw new BrokenAnswer('the answer stopped in the middle');
  take(pieces.end());
  const asked = [...calls.values()].map(
    (call): ToolRequest => ({ ...call, arguments: redactor.show(call.arguments) }),
  );
  return { text, calls: asked, tokens: counted ?? estimateTokens(messages, text) };
}

interface CallPart {
  index: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

function addCall(calls: Map<number, { id: string; name: string; arguments: string }>, part: CallPart): void {
  const index = part.index ?? calls.size;
  const known = calls.get(index) ?? { id: '', name: '', arguments: '' };
  calls.set(index, {
    id: (known.id || (part.id ?? `call_${index}`)).slice(0, 100),
    name: (known.name + (part.function?.name ?? '')).slice(0, 100),
    arguments: (known.arguments + (part.function?.arguments ?? '')).slice(0, maxArguments),
  });
}

/** Cyrillic takes more tokens than English: two letters each is between the two. */
function estimateTokens(messages: readonly object[], text: string): number {
  return Math.ceil((JSON.stringify(messages).length + text.length) / 2);
}
