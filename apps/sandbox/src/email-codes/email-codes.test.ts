import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailbox } from '../mailbox/index.ts';
import { answerError } from '../problem.ts';
import { registerEmailCodes } from './index.ts';
import { sendMail } from './send-mail.ts';

const apiKey = 'test-key';
let app: FastifyInstance;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.UTC(2030, 0, 1);
  const now = () => new Date(nowMs);
  app = Fastify();
  app.setErrorHandler(answerError);
  mailbox = await startMailbox({ host: '127.0.0.1', port: 0, now, app });
  registerEmailCodes(app, { apiKey, mailbox: () => ({ host: '127.0.0.1', port: mailbox.smtpPort }), now });
});
afterEach(async () => {
  await mailbox.close();
  await app.close();
});

const post = (path: string, payload: object, key = apiKey) =>
  app.inject({ method: 'POST', url: path, payload, headers: { 'x-api-key': key } });
async function send(to = 'bat@example.mn'): Promise<{ requestId: string; code: string }> {
  const requestId = (await post('/verify/send', { to, channel: 'email' })).json().request_id;
  const mails = (await app.inject({ url: '/control/mails', query: { to } })).json();
  return { requestId, code: /\d{6}/.exec(mails.items[0].text)?.[0] ?? '' };
}
const check = async (requestId: string, code: string) =>
  (await post('/verify/check', { request_id: requestId, code })).json().status;

describe('the e-mail code service', () => {
  it('sends a real mail and approves its code once', async () => {
    const { requestId, code } = await send();
    expect(requestId).toMatch(/^[0-9a-f]{32}$/);
    expect(await check(requestId, code)).toBe('approved');
    expect(await check(requestId, code)).toBe('unknown');
  });

  it('allows five tries within ten minutes', async () => {
    const tried = await send();
    for (let count = 0; count < 5; count += 1) expect(await check(tried.requestId, 'x')).toBe('denied');
    expect(await check(tried.requestId, tried.code)).toBe('too_many_attempts');
    const late = await send();
    nowMs += 10 * 60_000;
    expect(await check(late.requestId, late.code)).toBe('expired');
  });

  it('needs the key and supports one channel', async () => {
    const body = { to: 'bat@example.mn', channel: 'email' };
    expect((await post('/verify/send', body, 'wrong')).statusCode).toBe(401);
    expect((await post('/verify/check', { request_id: 'x', code: '1' }, '')).statusCode).toBe(401);
    expect((await post('/verify/send', { ...body, channel: 'sms' })).statusCode).toBe(400);
  });

  it('rejects an address that contains an SMTP command', async () => {
    const to = 'a@example.mn>\r\nRCPT TO:<b@example.mn';
    const mail = { from: 'x@tamga.test', to, subject: '', text: '' };
    const server = { host: '127.0.0.1', port: mailbox.smtpPort };
    await expect(sendMail(server, mail)).rejects.toThrow('address');
    expect((await post('/verify/send', { to, channel: 'email' })).statusCode).toBe(500);
    expect((await app.inject('/control/mails')).json().total).toBe(0);
  });
});
