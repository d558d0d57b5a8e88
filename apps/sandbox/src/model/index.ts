import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hearText, speakText } from './audio.ts';
import { chooseReply, streamAnswer, wholeAnswer } from './chat.ts';
import { embedText, packVector } from './embeddings.ts';
import {
  createModelControls,
  MODEL_FAULTS,
  MODEL_MODES,
  type ModelCall,
  type ModelControls,
  type ModelFault,
  type ModelMode,
} from './faults.ts';
import type { ChatRequest, Reply } from './messages.ts';

/** The key of the only caller; the model holds nothing worth more. */
const MODEL_KEY = 'sandbox';
const BODY_BYTES = 8 * 1024 * 1024;
const KEPT_CALLS = 1000;

const text = (maxLength: number) => ({ type: 'string', maxLength });
const faultBody = {
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { enum: [...MODEL_FAULTS] },
    count: { type: 'integer', minimum: 1, maximum: 1000 },
    retry_after: { type: 'integer', minimum: 0, maximum: 3600 },
  },
};
const modeBody = {
  type: 'object',
  additionalProperties: false,
  required: ['mode'],
  properties: { mode: { enum: [...MODEL_MODES] } },
};
const scriptBody = {
  type: 'object',
  additionalProperties: false,
  required: ['replies'],
  properties: {
    replies: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          text: text(50_000),
          tool_calls: {
            type: 'array',
            maxItems: 100,
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['name', 'arguments'],
              properties: { name: text(200), arguments: text(10_000) },
            },
          },
        },
      },
    },
  },
};

/** A language model with the OpenAI interface: chat with streaming and tools, transcription, speech, embeddings. */
export function registerModel(app: FastifyInstance): void {
  const controls = createModelControls();
  app.addHook('preClose', async () => controls.release());
  registerModelControl(app, controls);
  app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('preHandler', async (request, reply) => {
      if (request.headers.authorization === `Bearer ${MODEL_KEY}`) return;
      return reply.code(401).send({ error: { message: 'wrong key', type: 'invalid_request_error' } });
    });
    const route = (path: string, part: string, answer: Answerer) =>
      scope.post(`/model/v1/${path}`, { bodyLimit: BODY_BYTES }, (request, reply) =>
        serve(controls, part, request, reply, answer),
      );
    route('chat/completions', 'chat', async ({ call, request, reply, left }) => {
      const body = request.body as ChatRequest;
      const isBroken = controls.take('broken') !== undefined;
      const late = controls.take('late');
      const answer = chooseReply(controls, body);
      // Five thousand calls are not worth keeping.
      if ((answer.tool_calls?.length ?? 0) < 100) call.reply = answer;
      if (body.stream === true) {
        const pause = late && (() => controls.hold(left));
        return streamAnswer(reply, body, answer, { isBroken, pause });
      }
      if (late) await controls.hold(left);
      reply.send(wholeAnswer(body, answer));
      return true;
    });
    route('audio/transcriptions', 'transcription', async ({ request, reply }) => {
      const { file } = await readForm(request);
      reply.send({ text: hearText(file) });
      return true;
    });
    route('audio/speech', 'speech', async ({ request, reply }) => {
      const { input } = request.body as { input: string };
      reply.type('audio/wav').send(speakText(input));
      return true;
    });
    route('embeddings', 'embeddings', async ({ request, reply }) => {
      const body = request.body as { model: string; input: string | string[]; encoding_format?: string };
      const data = [body.input].flat().map((each, index) => {
        const vector = embedText(each);
        const embedding = body.encoding_format === 'base64' ? packVector(vector) : vector;
        return { object: 'embedding', index, embedding };
      });
      reply.send({ object: 'list', model: body.model, data, usage: { prompt_tokens: 1, total_tokens: 1 } });
      return true;
    });
  });
}

interface Asked {
  call: ModelCall;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the caller closes the connection. */
  left: AbortSignal;
}
/** Resolves to whether a whole answer was given. */
type Answerer = (asked: Asked) => Promise<boolean>;

async function serve(
  controls: ModelControls,
  part: string,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answerer,
): Promise<unknown> {
  const call: ModelCall = {
    id: controls.calls.length + 1,
    part,
    body: Buffer.isBuffer(request.body) ? { bytes: request.body.length } : request.body,
    authorization: request.headers.authorization,
    ended: 'open',
  };
  controls.calls.push(call);
  if (controls.calls.length > KEPT_CALLS) controls.calls.shift();
  const left = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableFinished && call.ended === 'open') call.ended = 'left';
    left.abort();
  };
  // A caller may have left while its body was read.
  if (reply.raw.closed) onClose();
  else reply.raw.once('close', onClose);
  const failed = applyFault(controls, reply);
  if (failed === 'silent') {
    await controls.hold(left.signal);
    return reply;
  }
  if (failed) {
    call.ended = 'failed';
    return reply;
  }
  const isWhole = await answer({ call, request, reply, left: left.signal });
  if (call.ended === 'open') call.ended = isWhole ? 'answered' : 'failed';
  return reply;
}

function applyFault(controls: ModelControls, reply: FastifyReply): boolean | 'silent' {
  if (controls.take('silent')) {
    reply.hijack();
    return 'silent';
  }
  const limited = controls.take('rate_limited');
  if (limited !== undefined) {
    reply
      .code(429)
      .header('retry-after', String(limited.retryAfter))
      .send({ error: { message: 'slow down', type: 'rate_limit_error' } });
    return true;
  }
  if (controls.take('down')) {
    reply.code(503).send({ error: { message: 'overloaded', type: 'server_error' } });
    return true;
  }
  if (controls.take('garbage')) {
    reply.type('text/event-stream').send('data: {"choices":[{"delta":{"content":\n\n');
    return true;
  }
  return false;
}

async function readForm(request: FastifyRequest): Promise<{ file: Buffer }> {
  const body = new Response(new Uint8Array(request.body as Buffer), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  });
  const file = (await body.formData()).get('file');
  return { file: file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0) };
}

function registerModelControl(app: FastifyInstance, controls: ModelControls): void {
  app.get('/control/model/calls', async () => ({ items: controls.calls }));
  app.post<{ Body: { kind: ModelFault; count?: number; retry_after?: number } }>(
    '/control/model/faults',
    { schema: { body: faultBody } },
    async ({ body }, reply) => {
      controls.add(body.kind, body.count ?? 1, body.retry_after ?? 0);
      return reply.code(204).send();
    },
  );
  app.put<{ Body: { mode: ModelMode } }>(
    '/control/model/mode',
    { schema: { body: modeBody } },
    async ({ body }, reply) => {
      controls.mode = body.mode;
      return reply.code(204).send();
    },
  );
  app.post<{ Body: { replies: Reply[] } }>(
    '/control/model/script',
    { schema: { body: scriptBody } },
    async ({ body }, reply) => {
      controls.script.push(...body.replies);
      return reply.code(204).send();
    },
  );
  app.post('/control/model/release', async (_request, reply) => {
    controls.release();
    return reply.code(204).send();
  });
  app.delete('/control/model', async (_request, reply) => {
    controls.reset();
    return reply.code(204).send();
  });
}
