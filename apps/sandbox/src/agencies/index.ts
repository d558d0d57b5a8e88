import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CITIZENS } from '../citizens.ts';
import { problem } from '../problem.ts';
import { readFacts } from './facts.ts';
import { createReceiptKey, isSigned, signMessage } from './message.ts';

export interface AgencyOptions {
  /** The secret that each agency shares with the platform. */
  secret: string;
  /** The webhook of the platform that gets the answers; a test sets it through the control API. */
  replyTo: string | undefined;
  now: () => Date;
}

const CODES = ['civil-records', 'tax-records', 'police-records'] as const;
/** How an agency behaves from now on. */
const MODES = [
  'answer',
  'late',
  'never',
  'error',
  'refuse',
  'bad_signature',
  'other_person',
  'unreadable',
] as const;
type Mode = (typeof MODES)[number];

interface Question {
  event: string;
  assignment_id: string;
  service_code: string;
  payload?: { subject?: { civil_id?: string } };
}

interface Agency {
  code: string;
  mode: Mode;
  /** After how long a late answer leaves by itself. */
  lateMs: number;
  asked: number;
  held: Map<Question, NodeJS.Timeout>;
  /** What the platform said to each answer; null when it could not be reached. */
  replies: (number | null)[];
}

const LATE_MS = 60_000;
const TIMEOUT_MS = 5000;
const TRIES = 3;

const modeBody = {
  type: 'object',
  additionalProperties: false,
  required: ['mode'],
  properties: {
    mode: { enum: [...MODES] },
    ms: { type: 'integer', minimum: 1, maximum: 86_400_000 },
  },
};
const replyToBody = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: { url: { type: 'string', pattern: '^http://(localhost|127\\.0\\.0\\.1):', maxLength: 200 } },
};

/** Three agencies as platforms of the relay: they take a signed question and send a signed answer. */
export async function registerAgencies(app: FastifyInstance, options: AgencyOptions): Promise<void> {
  const key = createReceiptKey();
  let { replyTo } = options;
  const agencies = new Map<string, Agency>(
    CODES.map((code) => [
      code,
      { code, mode: 'answer', lateMs: LATE_MS, asked: 0, held: new Map(), replies: [] },
    ]),
  );
  const requireAgency = (code: string): Agency => {
    const agency = agencies.get(code);
    if (!agency) throw problem(404, 'unknown_agency', 'There is no such agency; see GET /control/agencies.');
    return agency;
  };

  const post = async (agency: Agency, body: string, secret: string): Promise<number | null> => {
    if (replyTo === undefined) return null;
    const headers = {
      'content-type': 'application/json',
      'x-relay-source': agency.code,
      'x-relay-event': 'responded',
      'x-relay-id': randomUUID(),
      'x-relay-signature': signMessage(secret, body),
    };
    for (let left = TRIES; left > 0; left -= 1) {
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await fetch(replyTo, { method: 'POST', headers, body, signal });
        await answer.body?.cancel();
        if (answer.status < 500 || left === 1) return answer.status;
      } catch {
        if (left === 1) return null;
      }
    }
    return null;
  };
  const send = async (agency: Agency, question: Question, mode: Mode): Promise<void> => {
    const body = JSON.stringify({
      event: 'responded',
      source_code: agency.code,
      assignment_id: question.assignment_id,
      ...writeAnswer(question, mode, options.now()),
      sent_at: options.now().toISOString(),
    });
    agency.replies.push(
      await post(agency, body, mode === 'bad_signature' ? 'another secret' : options.secret),
    );
  };
  const release = async (agency: Agency): Promise<void> => {
    const waiting = [...agency.held];
    agency.held.clear();
    for (const [question, timer] of waiting) {
      clearTimeout(timer);
      await send(agency, question, 'answer');
    }
  };
  const hold = (agency: Agency, question: Question): void => {
    const timer = setTimeout(() => {
      if (agency.held.delete(question)) void send(agency, question, 'answer');
    }, agency.lateMs);
    agency.held.set(question, timer);
  };
  app.addHook('preClose', async () => {
    for (const { held } of agencies.values()) for (const timer of held.values()) clearTimeout(timer);
  });

  await app.register(async (peers) => {
    // The signature covers the raw bytes.
    peers.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    peers.post<{ Params: { code: string }; Body: Buffer }>('/agencies/:code', async (request, reply) => {
      const agency = requireAgency(request.params.code);
      const header = (name: string) => String(request.headers[name] ?? '');
      if (!isSigned(options.secret, request.body, header('x-relay-signature')))
        throw problem(401, 'invalid_signature', 'The signature does not fit the body.');
      const question = JSON.parse(request.body.toString('utf8')) as Question;
      if (question.event !== 'dispatched') return {};
      agency.asked += 1;
      if (agency.mode === 'error') throw problem(500, 'out_of_order', 'The agency is out of order.');
      const receipt = key.receiptFor({
        code: agency.code,
        sender: header('x-relay-source'),
        id: header('x-relay-id'),
        event: question.event,
        body: request.body,
        now: options.now(),
      });
      const { mode } = agency;
      if (mode === 'late') hold(agency, question);
      // The question is received before its answer leaves.
      else if (mode !== 'never') reply.raw.once('finish', () => void send(agency, question, mode));
      return reply.code(202).header('x-relay-receipt', receipt).send({});
    });
  });
  app.get('/.well-known/relay-keys.json', async () => ({ keys: [key.jwk] }));

  const describe = ({ code, mode, asked, held, replies }: Agency) => ({
    code,
    mode,
    asked,
    held: held.size,
    replies,
  });
  app.get('/control/agencies', async () => ({ items: [...agencies.values()].map(describe) }));
  app.put<{ Body: { url: string } }>(
    '/control/agencies/reply-to',
    { schema: { body: replyToBody } },
    async (request) => {
      replyTo = request.body.url;
      return { url: replyTo };
    },
  );
  app.put<{ Params: { code: string }; Body: { mode: Mode; ms?: number } }>(
    '/control/agencies/:code',
    { schema: { body: modeBody } },
    async (request) => {
      const agency = requireAgency(request.params.code);
      agency.mode = request.body.mode;
      agency.lateMs = request.body.ms ?? LATE_MS;
      return describe(agency);
    },
  );
  app.post<{ Params: { code: string } }>('/control/agencies/:code/release', async (request) => {
    const agency = requireAgency(request.params.code);
    await release(agency);
    return describe(agency);
  });
}

function writeAnswer({ service_code, payload }: Question, mode: Mode, now: Date): object {
  const asked = payload?.subject?.civil_id ?? '';
  const civilId =
    mode === 'other_person' ? String(CITIZENS.find((one) => one.civilId !== asked)?.civilId) : asked;
  const facts = readFacts(service_code, civilId, now);
  if (mode === 'refuse' || facts === undefined) return { status: 'rejected', result: { reason: 'no entry' } };
  if (mode === 'unreadable') return { status: 'done', result: { note: 'see the paper' } };
  return { status: 'done', result: { subject: { civil_id: civilId }, facts } };
}
