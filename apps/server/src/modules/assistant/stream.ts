import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { signedIn } from '../../kernel/http/access.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { Type } from '../../kernel/http/schemas.ts';
import { logOf } from '../../kernel/http/server.ts';
import {
  type AnyChat,
  type ChatDeps,
  everybody,
  ownLimit,
  publicChatLimit,
  readQuestion,
  replyTo,
} from './chat.ts';
import { bodyReader, type Endpoint, explainFailure, hasLeft, mountOf, openCall } from './endpoint.ts';
import { texts } from './languages.ts';
import { ModelFailure } from './model-port.ts';
import { ChatBody, PublicChatBody } from './schemas.ts';

/** A reader this far behind counts as gone. */
const maxBufferBytes = 256 * 1024;
const heartbeatMs = 10_000;

/** Answers as server-sent events. */
export function streamMounts(deps: ChatDeps): readonly Mount[] {
  return [
    streamMount(deps, {
      id: 'ai.chat.stream',
      path: '/ai/chat/stream',
      access: signedIn,
      limit: ownLimit,
      body: ChatBody,
      summary: 'Ask the assistant, also about own matters; the answer as server-sent events',
    }),
    streamMount(deps, {
      id: 'ai.public.chat.stream',
      path: '/public/ai/chat/stream',
      access: everybody,
      limit: publicChatLimit,
      body: PublicChatBody,
      summary: 'Ask the assistant about public services; the answer as server-sent events',
    }),
  ];
}

type StreamRow = Pick<Endpoint<TSchema, TSchema>, 'id' | 'path' | 'access' | 'limit' | 'body' | 'summary'>;

function streamMount(deps: ChatDeps, row: StreamRow): Mount {
  const read = bodyReader(row.path, row.body);
  const { operation: _, ...mount } = mountOf(row, Type.String());
  return {
    ...mount,
    media: { takes: ['application/json'], gives: ['text/event-stream'] },
    handle: async (request, reply, actor) => {
      const asked = { ...openCall(deps, request, reply, actor), body: read(request) } as AnyChat;
      // Until the head is sent, a failure is an ordinary answer.
      const question = await readQuestion(deps, asked).catch((error: unknown) =>
        hasLeft(error, reply) ? undefined : explainFailure(error),
      );
      if (question === undefined) return reply.hijack();
      const frames = openFrames(reply);
      try {
        if (question.transcript !== undefined) frames.send('transcript', { text: question.transcript });
        const {
          reply: _text,
          degraded,
          transcript,
          ...rest
        } = await replyTo(deps, asked, question, {
          delta: (text) => frames.send('delta', { text }),
          reset: () => frames.send('reset', {}),
        });
        frames.send('done', { degraded: degraded === true, transcript: transcript ?? '', ...rest });
      } catch (error) {
        const isStopped = error instanceof ModelFailure && error.reason === 'left';
        if (!isStopped) logOf(request).error({ err: error }, 'an answer of the assistant failed');
        frames.send('error', { message: texts.broken[asked.body.lang ?? 'mn'] });
      } finally {
        frames.end();
      }
    },
  };
}

function openFrames(reply: FastifyReply) {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    // A buffering proxy would deliver nothing until the end.
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  const isOpen = () => !raw.destroyed && !raw.writableEnded;
  const write = (text: string) => {
    if (!isOpen()) return;
    if (raw.writableLength > maxBufferBytes) raw.destroy();
    else raw.write(text);
  };
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs).unref();
  return {
    send: (event: string, data: object) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => {
      clearInterval(heartbeat);
      if (isOpen()) raw.end();
    },
  };
}
