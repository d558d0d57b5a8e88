import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerFacts } from '../../kernel/http/actor.ts';
import { type StatelessRequest, subscription } from './mcp-stateless.ts';
import type { ToolCaller } from './tool.ts';

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: ToolCaller;
  /** Checks again that the caller still has access. */
  readonly admit: (caller: CallerFacts) => Promise<ToolCaller>;
}

export interface Stream {
  readonly subject: string;
  announce(): Promise<void>;
  end(): void;
}

const streamsPerCredential = 8;
/** Proxies close a connection that stays silent for a minute. */
const keepAliveMs = 25_000;

/** The oldest is closed first: a forgotten stream must not block a new one. */
export function keepStream(streams: Set<Stream>, stream: Stream): void {
  streams.add(stream);
  const own = [...streams].filter((one) => one.subject === stream.subject);
  if (own.length > streamsPerCredential) own[0]?.end();
}

/** `subscriptions/listen`: one answer that stays open and tells that the list of tools changed. */
export function listen(
  stopping: AbortSignal,
  streams: Set<Stream>,
  { request, reply, caller, admit }: Exchange,
  asked: StatelessRequest,
): void {
  const messages = subscription(asked);
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const send = (message: object) => reply.raw.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  const beat = setInterval(() => reply.raw.write(':\n\n'), keepAliveMs);
  const stream: Stream = {
    subject: caller.subject,
    announce: async () => {
      try {
        // A caller that lost its access gets no further announcements.
        await admit(request);
        if (messages.changed !== undefined) send(messages.changed);
      } catch {
        stream.end();
      }
    },
    end: () => {
      if (!streams.delete(stream)) return;
      clearInterval(beat);
      if (stopping.aborted) send(messages.ended);
      reply.raw.end();
    },
  };
  send(messages.acknowledged);
  keepStream(streams, stream);
  reply.raw.once('close', () => stream.end());
}
