import type { FastifyReply } from 'fastify';
import { type ModelControls, manyCalls, nonsenseCalls } from './faults.ts';
import { type ChatRequest, countTokens, type Reply, textOf } from './messages.ts';
import { obeyEverything } from './obeying.ts';
import { answerOrdinarily } from './ordinary.ts';

const pieceLength = 12;

export function chooseReply(controls: ModelControls, request: ChatRequest): Reply {
  if (controls.take('nonsense_calls')) return nonsenseCalls;
  if (controls.take('many_calls')) return manyCalls;
  const scripted = controls.script.shift();
  if (scripted !== undefined) return scripted;
  return controls.mode === 'obeying' ? obeyEverything(request) : answerOrdinarily(request);
}

const toolCallsOf = ({ tool_calls: calls = [] }: Reply) =>
  calls.map((call, index) => ({ index, id: `call_${index}`, type: 'function', function: call }));

const usageOf = (request: ChatRequest, { text = '', tool_calls: calls = [] }: Reply) => {
  const prompt = countTokens(request.messages.map(textOf).join('\n'));
  const completion = countTokens(text + calls.map((call) => call.name + call.arguments).join(''));
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
};

const finishOf = ({ tool_calls: calls = [] }: Reply) => (calls.length > 0 ? 'tool_calls' : 'stop');

export function wholeAnswer(request: ChatRequest, reply: Reply): object {
  const calls = toolCallsOf(reply);
  return {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: 0,
    model: request.model,
    choices: [
      {
        index: 0,
        finish_reason: finishOf(reply),
        message: {
          role: 'assistant',
          content: reply.text ?? null,
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
      },
    ],
    usage: usageOf(request, reply),
  };
}

interface StreamOptions {
  /** Ends the connection in the middle, as a crashed server does. */
  isBroken: boolean;
  /** Waits after the first piece. */
  pause: (() => Promise<void>) | undefined;
}

/** Server-sent events; resolves to whether the whole answer was sent. */
export async function streamAnswer(
  reply: FastifyReply,
  request: ChatRequest,
  answer: Reply,
  { isBroken, pause }: StreamOptions,
): Promise<boolean> {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const chunk = (delta: object, finish: string | null, usage?: object) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-sandbox',
      object: 'chat.completion.chunk',
      created: 0,
      model: request.model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage === undefined ? {} : { usage }),
    })}\n\n`;
  const letters = [...(answer.text ?? '')];
  const pieces: string[] = [chunk({ role: 'assistant', content: '' }, null)];
  for (let at = 0; at < letters.length; at += pieceLength)
    pieces.push(chunk({ content: letters.slice(at, at + pieceLength).join('') }, null));
  for (const call of toolCallsOf(answer)) pieces.push(chunk({ tool_calls: [call] }, null));
  const sent = isBroken ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces;
  for (const [at, piece] of sent.entries()) {
    if (raw.destroyed) return false;
    raw.write(piece);
    if (at === 1) await pause?.();
  }
  if (raw.destroyed) return false;
  if (isBroken) {
    // After what was written has left, so that the reader sees an answer that stops in the middle.
    raw.write('', () => raw.destroy());
    return false;
  }
  raw.end(`${chunk({}, finishOf(answer), usageOf(request, answer))}data: [DONE]\n\n`);
  return true;
}
