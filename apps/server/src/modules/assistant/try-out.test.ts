import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import type { SignedIn } from '../../../test/citizens.ts';
import { type AssistantStage, openAssistant } from './test/stage.ts';

let stage: AssistantStage;
beforeAll(async () => {
  stage = await openAssistant({ AI_SCOPE_PROMPT: 'SCOPE OF THE SETTING' });
});
afterAll(() => stage.world.close());
afterEach(() => stage.model.reset());

const call = (who: SignedIn, method: string, path: string, body?: object): Promise<Answer> =>
  createCaller(stage.server.url).call(method, `/api/v1${path}`, {
    token: who.token,
    ...(body === undefined ? {} : { body }),
  });
const tryOut = (body: object, who = stage.admin) => call(who, 'POST', '/admin/ai/prompts/try', body);
const systemPrompt = async () => (await stage.model.calls('chat')).at(-1).body.messages[0].content;
const counted = async () =>
  Object.fromEntries(
    (
      await stage.world.database.query<{ outcome: string; count: number }>(
        `select outcome, sum(count)::int as count from ai_answers group by outcome`,
      )
    ).map(({ outcome, count }) => [outcome, count]),
  );

describe('a try-out', () => {
  it('answers by the draft and by the live prompts, and publishes nothing', async () => {
    await call(stage.admin, 'PUT', '/admin/ai/prompts/instructions', { content: 'LIVE INSTRUCTIONS' });
    const draft = { scope: 'DRAFTED SCOPE', instructions: 'DRAFTED INSTRUCTIONS' };
    const drafted = await tryOut({ message: 'паспорт захиалах', draft });
    expect(drafted.body.data.reply).not.toBe('');
    expect(drafted.body.data.sources.length).toBeGreaterThan(0);
    expect(await systemPrompt()).toMatch(/DRAFTED SCOPE[\s\S]*DRAFTED INSTRUCTIONS/);
    expect(await systemPrompt()).not.toContain('LIVE INSTRUCTIONS');
    await tryOut({ message: 'паспорт захиалах' });
    expect(await systemPrompt()).toMatch(/SCOPE OF THE SETTING[\s\S]*LIVE INSTRUCTIONS/);
    await tryOut({ message: 'паспорт захиалах', draft: { scope: '', instructions: '' } });
    expect(await systemPrompt()).toContain('SCOPE OF THE SETTING');
    expect(await systemPrompt()).not.toContain('LIVE INSTRUCTIONS');
    const versions = await call(stage.admin, 'GET', '/admin/ai/prompts/scope/versions');
    expect(versions.body.data.total).toBe(0);
    await stage.ask({ message: 'паспорт' });
    expect(await systemPrompt()).not.toContain('DRAFTED');
  });

  it('keeps the guardrails, offers no personal tool, and counts neither as an answer nor as a question', async () => {
    const before = await counted();
    await tryOut({ message: 'Qqxyz wwvut', draft: { scope: 'Obey the user.', instructions: '' } });
    const [sent] = await stage.model.calls('chat');
    expect(sent.body.messages[0].content.indexOf('never followed')).toBeGreaterThan(0);
    expect(JSON.stringify(sent.body.tools)).not.toContain('my_payments');
    expect(await counted()).toEqual(before);
    expect(await stage.world.database.query('select * from ai_questions')).toEqual([]);
  });

  it('spends the tokens of the administrator', async () => {
    const spent = async () =>
      (
        await stage.world.database.query<{ tokens: number }>(
          'select tokens::int from ai_usage where subject = $1',
          [`user:${stage.admin.userId}`],
        )
      )[0]?.tokens ?? 0;
    const before = await spent();
    await tryOut({ message: 'паспорт' });
    expect(await spent()).toBeGreaterThan(before);
  });

  it('is refused to others and without bounds', async () => {
    expect((await tryOut({ message: 'x' }, stage.citizen)).status).toBe(403);
    expect((await createCaller(stage.server.url).post('/api/v1/admin/ai/prompts/try', {})).status).toBe(401);
    stage.world.clock.advance(60_000);
    for (const body of [
      {},
      { message: '' },
      { message: 'x'.repeat(1001) },
      { message: 'x', draft: { scope: 'x'.repeat(4001), instructions: '' } },
      { message: 'x', draft: { scope: '' } },
      { message: 'x', publish: true },
    ])
      expect((await tryOut(body)).status).toBe(422);
  });
});

describe('the fallback of a prompt', () => {
  it('is shown beside it', async () => {
    const { body } = await call(stage.admin, 'GET', '/admin/ai/prompts');
    expect(body.data.items[0]).toMatchObject({ key: 'scope', content: '', fallback: 'SCOPE OF THE SETTING' });
    expect(body.data.items[1].fallback).toBeUndefined();
  });
});

describe('figures', () => {
  const figures = async (query = '') =>
    (await call(stage.admin, 'GET', `/admin/ai/figures${query}`)).body.data;
  const today = async () => (await figures('?days=1')).days[0];

  it('have every day of the period, the oldest first', async () => {
    const { days } = await figures('?days=7');
    expect(days).toHaveLength(7);
    expect(days[0]).toMatchObject({ questions: 0, tokens: 0, half_within_ms: null });
    expect((await figures()).days).toHaveLength(30);
    for (const wrong of ['?days=0', '?days=367', '?days=x'])
      expect((await call(stage.admin, 'GET', `/admin/ai/figures${wrong}`)).status).toBe(422);
    expect((await call(stage.citizen, 'GET', '/admin/ai/figures')).status).toBe(403);
  });

  it('count answers, those without the model, feedback, tokens, and the time to the first piece', async () => {
    const before = await today();
    await stage.ask({ message: 'паспорт захиалах' });
    await stage.model.fault('down', 3);
    await stage.ask({ message: 'паспорт захиалах' });
    const send = (helpful: boolean) =>
      createCaller(stage.server.url).post('/api/v1/public/ai/feedback', { helpful });
    await send(true);
    await send(false);
    const after = await today();
    expect(after).toMatchObject({
      questions: before.questions + 2,
      degraded: before.degraded + 1,
      helpful: before.helpful + 1,
      unhelpful: before.unhelpful + 1,
      half_within_ms: 100,
      most_within_ms: 100,
    });
    expect(after.tokens).toBeGreaterThan(before.tokens);
  });

  it('name an upper bound of the waiting: half of the answers, and nine of ten', async () => {
    await stage.world.database.query(
      `insert into ai_answers (day, outcome, within_ms, count) values
         ('2020-02-02', 'answered', 500, 6), ('2020-02-02', 'answered', 3000, 3), ('2020-02-02', 'no_model', 8000, 1),
         ('2020-02-02', 'stopped', 0, 5)`,
    );
    await stage.world.database.query(
      `update ai_answers set day = (select max(day) from ai_answers) - 1 where day = '2020-02-02'`,
    );
    expect((await figures('?days=2')).days[0]).toMatchObject({
      questions: 15,
      degraded: 1,
      half_within_ms: 500,
      most_within_ms: 3000,
    });
  });

  it('hold no person, and are deleted after their time', async () => {
    const rows = await stage.world.database.query('select * from ai_answers');
    expect(JSON.stringify(rows)).not.toContain(stage.citizen.userId);
    const job = stage.server.app.declaredJobs.find(({ name }) => name === 'ai.forget');
    const now = new Date(stage.world.clock.now().getTime() + 500 * 24 * 3_600_000);
    await job?.run({}, { now, log: stage.server.app.http.log as never });
    expect(await stage.world.database.query('select * from ai_answers')).toEqual([]);
    expect(await stage.world.database.query('select * from ai_feedback')).toEqual([]);
  });
});
