import { fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { registerModel } from '../../../../sandbox/src/model/index.ts';
import { until } from '../../../test/until.ts';
import { ModelFailure, type ModelSignals } from '../../modules/assistant/model-port.ts';
import { createRedactor } from '../../modules/assistant/redaction.ts';
import { createModel, type ModelServerOptions } from './index.ts';

const server = fastify();
let url: string;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  registerModel(server as never);
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());
afterEach(async () => {
  await server.inject({ method: 'DELETE', url: '/control/model' });
  nowMs += 60_000;
});

const open = (over: Partial<ModelServerOptions> = {}) =>
  createModel({
    baseUrl: `${url}/model/v1`,
    apiKey: 'sandbox',
    chatModel: 'chat-model',
    hearingModel: 'hearing-model',
    speechModel: 'speech-model',
    voice: 'voice1',
    isPrivate: false,
    createRedactor,
    now: () => new Date(nowMs),
    ...over,
  });
const signals = (over: Partial<ModelSignals> = {}): ModelSignals => ({
  left: new AbortController().signal,
  deadline: AbortSignal.timeout(20_000),
  ...over,
});
const control = (path: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
  server.inject({ method, url: `/control/model/${path}`, payload });
const fault = (kind: string, count = 1, more: object = {}) => control('faults', { kind, count, ...more });
const script = (...replies: object[]) => control('script', { replies });
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
const calls = async (): Promise<any[]> => (await server.inject('/control/model/calls')).json().items;

async function ask(
  content: string,
  given: { model?: ReturnType<typeof open>; signals?: ModelSignals; tools?: string[] } = {},
) {
  const { chat } = given.model ?? open();
  if (chat === undefined) throw new Error('no chat');
  const pieces: string[] = [];
  let resets = 0;
  const answer = await chat(
    {
      messages: [
        { role: 'system', content: 'rules' },
        { role: 'user', content },
      ],
      tools: (given.tools ?? []).map((name) => ({ name, description: name, parameters: { type: 'object' } })),
      maxTokens: 500,
      names: [],
    },
    given.signals ?? signals(),
    {
      piece: (text) => pieces.push(text),
      reset: () => {
        resets += 1;
        pieces.length = 0;
      },
    },
  );
  return { ...answer, pieces, resets };
}
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof ModelFailure ? error.reason : String(error)),
  );

describe('chat', () => {
  it('sends key, model and tools, and gives text in pieces with the counted tokens', async () => {
    const { text, pieces, tokens } = await ask('<passages>\nFee: 5 000 tugrik\n</passages>', {
      tools: ['search'],
    });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(text);
    expect(tokens).toBeGreaterThan(5);
    const [call] = await calls();
    expect(call.authorization).toBe('Bearer sandbox');
    expect(call.body).toMatchObject({ model: 'chat-model', max_tokens: 500, stream: true });
    expect(call.body.tools[0].function.name).toBe('search');
  });

  it('tries three times after 429 and 5xx, then fails as unavailable', async () => {
    await fault('rate_limited', 1, { retry_after: 0 });
    await fault('down');
    expect((await ask('hello')).text).not.toBe('');
    expect(await calls()).toHaveLength(3);
    await fault('down', 3);
    expect(await failureOf(ask('hello'))).toBe('unavailable');
    expect(await calls()).toHaveLength(6);
  });

  it('does not wait for a Retry-After that is longer than a person would', async () => {
    await fault('rate_limited', 1, { retry_after: 60 });
    expect(await failureOf(ask('hello'))).toBe('unavailable');
    expect(await calls()).toHaveLength(1);
  });

  it('does not repeat what was refused', async () => {
    expect(await failureOf(ask('hello', { model: open({ apiKey: 'wrong' }) }))).toBe('refused');
    expect(await calls()).toHaveLength(0);
  });

  it('begins again when an answer breaks off in the middle, and voids its pieces', async () => {
    await fault('broken');
    const { text, pieces, resets } = await ask(`<passages>\n${'long answer '.repeat(20)}\n</passages>`);
    expect([resets, pieces.join('')]).toEqual([1, text]);
    await fault('garbage', 3);
    expect(await failureOf(ask('hello'))).toBe('unavailable');
  });

  it('fails as a timeout at the deadline', async () => {
    await fault('silent');
    const deadline = new AbortController();
    const asked = failureOf(ask('hello', { signals: signals({ deadline: deadline.signal }) }));
    await until(async () => (await calls()).length === 1);
    deadline.abort();
    expect(await asked).toBe('timeout');
    await until(async () => (await calls())[0].ended === 'left');
  });

  it('closes the connection to the model at once when nobody waits any more', async () => {
    await fault('late');
    const leaving = new AbortController();
    const asked = failureOf(ask('x'.repeat(200), { signals: signals({ left: leaving.signal }) }));
    await until(async () => (await calls()).length === 1);
    leaving.abort();
    expect(await asked).toBe('left');
    await until(async () => (await calls())[0].ended === 'left');
  });

  it('asks nothing while the circuit breaker is open, and tries again after its pause', async () => {
    const model = open();
    await fault('down', 6);
    expect(await failureOf(ask('hello', { model }))).toBe('unavailable');
    expect(await failureOf(ask('hello', { model }))).toBe('unavailable');
    const asked = (await calls()).length;
    expect(asked).toBe(5);
    expect(await failureOf(ask('hello', { model }))).toBe('unavailable');
    expect(await calls()).toHaveLength(asked);
    await server.inject({ method: 'DELETE', url: '/control/model' });
    nowMs += 10_000;
    expect(await failureOf(ask('hello', { model }))).toBe('answered');
  });

  it('stops reading a model that asks for 5,000 tools', async () => {
    await fault('many_calls');
    expect((await ask('hello')).calls).toHaveLength(16);
  });

  it('carries on with nonsense calls, as text', async () => {
    await fault('nonsense_calls');
    expect((await ask('hello')).calls[2]).toMatchObject({
      name: 'search_knowledge',
      arguments: '{"query":',
    });
  });
});

describe('personal numbers', () => {
  const personal =
    'РД: УБ99112233, утас 9911-2233 ба +976 88112233, bat@example.mn, данс 5012345678, MN120005001234567890';

  it('do not leave for a foreign model, and stand in the answer again', async () => {
    await script({ text: 'Таны утас ⟦PHONE-1⟧, и-мэйл ⟦MAIL-1⟧, бүртгэл ⟦REGISTER-1⟧ ба ⟦PHONE-9⟧.' });
    const { text, pieces } = await ask(`${personal} УБ99112233`);
    expect(text).toBe('Таны утас 9911-2233, и-мэйл bat@example.mn, бүртгэл УБ99112233 ба ⟦PHONE-9⟧.');
    expect(pieces.join('')).toBe(text);
    const [, sent] = (await calls())[0].body.messages;
    expect(sent.content).toBe(
      'РД: ⟦REGISTER-1⟧, утас ⟦PHONE-1⟧ ба ⟦PHONE-2⟧, ⟦MAIL-1⟧, данс ⟦ACCOUNT-2⟧, ⟦ACCOUNT-1⟧ ⟦REGISTER-1⟧',
    );
  });

  it('reach a tool as they were, and a placeholder that somebody typed stays text', async () => {
    await script({ tool_calls: [{ name: 'find', arguments: '{"phone":"⟦PHONE-1⟧"}' }] });
    expect((await ask('99112233 ⟦PHONE-1⟧')).calls[0]?.arguments).toBe('{"phone":"99112233"}');
    expect((await calls())[0].body.messages[1].content).toBe('⟦PHONE-1⟧ [PHONE-1]');
  });

  it('leave unchanged for a model of our own', async () => {
    await ask(personal, { model: open({ isPrivate: true }) });
    expect((await calls())[0].body.messages[1].content).toBe(personal);
  });

  it('are not years, fees, dates and codes of services', async () => {
    const plain = '2026 онд 50 000 төгрөг, 2026-11-16 09:30, MN-0133-002, 10 хоног, 20260101';
    await ask(plain);
    expect((await calls())[0].body.messages[1].content).toBe(plain);
  });

  it('are not spoken by a foreign model', async () => {
    await open().speak?.({ text: 'Утас 99112233.', voice: undefined, names: [] }, signals());
    expect((await calls())[0].body.input).toBe('Утас ….');
  });
});

describe('speech', () => {
  it('writes down a recording, and reads a text aloud with the chosen voice', async () => {
    const model = open();
    const heard = await model.transcribe?.(
      { mime: 'audio/wav', bytes: Buffer.from('SAY:паспорт') },
      signals(),
    );
    expect(heard).toBe('паспорт');
    const spoken = await model.speak?.({ text: 'Сайн уу', voice: 'voice2', names: [] }, signals());
    expect([spoken?.mime, spoken?.bytes.toString('latin1', 0, 4)]).toEqual(['audio/wav', 'RIFF']);
    const [, said] = await calls();
    expect(said.body).toMatchObject({ model: 'speech-model', voice: 'voice2' });
  });

  it('is absent without its model', () => {
    const model = open({ chatModel: undefined, hearingModel: undefined, speechModel: undefined });
    expect([model.chat, model.transcribe, model.speak]).toEqual([undefined, undefined, undefined]);
  });
});
