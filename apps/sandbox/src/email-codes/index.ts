import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { problem } from '../problem.ts';
import { sendMail } from './send-mail.ts';

const CODE_LIFE_MS = 10 * 60_000;
const MAX_TRIES = 5;
/** An endless test run must not fill the memory. */
const CAPACITY = 1000;

export interface EmailCodesOptions {
  apiKey: string;
  /** A function, because the mailbox may start after the routes; null without a mailbox. */
  mailbox: () => { host: string; port: number } | null;
  now: () => Date;
}

interface Issued {
  code: string;
  expiresAtMs: number;
  triesLeft: number;
}

const sendBody = {
  type: 'object',
  additionalProperties: false,
  required: ['to', 'channel'],
  properties: { to: { type: 'string', minLength: 3, maxLength: 320 }, channel: { enum: ['email'] } },
};
const checkBody = {
  type: 'object',
  additionalProperties: false,
  required: ['request_id', 'code'],
  properties: {
    request_id: { type: 'string', maxLength: 64 },
    code: { type: 'string', minLength: 1, maxLength: 32 },
  },
};

/** Mails one-time codes to the sandbox's mailbox and checks them. */
export function registerEmailCodes(app: FastifyInstance, options: EmailCodesOptions): void {
  const issued = new Map<string, Issued>();

  const requireKey = (given: unknown) => {
    if (typeof given !== 'string' || !isSame(given, options.apiKey))
      throw problem(401, 'wrong_key', 'X-API-Key is missing or wrong.');
  };

  app.post<{ Body: { to: string } }>('/verify/send', { schema: { body: sendBody } }, async (request) => {
    requireKey(request.headers['x-api-key']);
    const mailbox = options.mailbox();
    if (mailbox === null) throw problem(503, 'no_mailbox', 'The sandbox was started without a mailbox.');
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const requestId = randomBytes(16).toString('hex');
    await sendMail(mailbox, {
      from: 'no-reply@tamga.test',
      to: request.body.to,
      subject: 'Таны код / Your code',
      text: `Нэг удаагийн код: ${code}\nOne-time code: ${code}\n\n10 минут хүчинтэй. Valid for 10 minutes.\n`,
    });
    issued.set(requestId, {
      code,
      expiresAtMs: options.now().getTime() + CODE_LIFE_MS,
      triesLeft: MAX_TRIES,
    });
    for (const oldest of issued.keys()) {
      if (issued.size <= CAPACITY) break;
      issued.delete(oldest);
    }
    return { request_id: requestId };
  });

  app.post<{ Body: { request_id: string; code: string } }>(
    '/verify/check',
    { schema: { body: checkBody } },
    async (request) => {
      requireKey(request.headers['x-api-key']);
      const { request_id: requestId, code } = request.body;
      const found = issued.get(requestId);
      if (found === undefined) return { status: 'unknown' };
      if (found.expiresAtMs <= options.now().getTime()) return { status: 'expired' };
      if (found.triesLeft === 0) return { status: 'too_many_attempts' };
      found.triesLeft -= 1;
      if (!isSame(code, found.code)) return { status: 'denied' };
      issued.delete(requestId);
      return { status: 'approved' };
    },
  );
}

/** Hashed first, so that lengths may differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
