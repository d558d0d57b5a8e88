import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type AssistantStage, openAssistant, recording } from './test/stage.ts';

let stage: AssistantStage;
const limit = 30_000;

beforeAll(async () => {
  stage = await openAssistant({ ACCESS_TOKEN_MINUTES: '1440' });
});
afterAll(() => stage.world.close());
afterEach(async () => {
  await stage.model.reset();
  await stage.world.database.query('delete from ai_usage');
});

const usage = async (subject: string) =>
  Number(
    (
      await stage.world.database.query<{ tokens: string }>(
        'select tokens from ai_usage where subject like $1',
        [subject],
      )
    )[0]?.tokens ?? 0,
  );
const question = { message: 'жолооны үнэмлэх' };

describe('the budget of tokens', () => {
  it('counts what the model server counted, for the person and for everybody', async () => {
    await stage.askAs(stage.citizen, question);
    await stage.ask(question);
    const counted = (await stage.model.calls('chat')).length;
    expect(counted).toBe(2);
    const [person, address, all] = [await usage('user:%'), await usage('address:%'), await usage('all')];
    expect(person).toBeGreaterThan(100);
    expect(address).toBeGreaterThan(100);
    expect(all).toBe(person + address);
    const rows = await stage.world.database.query<{ subject: string }>('select subject from ai_usage');
    expect(rows.map(({ subject }) => subject).join()).not.toMatch(/10\.\d/);
  });

  it('is exact over two instances that are asked at the same time', async () => {
    const [first, second] = [
      await stage.start({ AI_TOKENS_PER_PERSON: String(limit) }),
      await stage.start({ AI_TOKENS_PER_PERSON: String(limit) }),
    ];
    // Held, so that every answer keeps its reservation until all are asked.
    await stage.model.fault('late', 40);
    const asked = Array.from({ length: 20 }, (_, at) =>
      stage.askAs(stage.citizen, question, at % 2 === 0 ? first : second),
    );
    const refused = await Promise.race([
      Promise.all(asked).then(() => 'all'),
      expect
        .poll(async () => {
          const [row] = await stage.world.database.query<{ tokens: string }>(
            `select tokens from ai_usage where subject like 'user:%'`,
          );
          return Number(row?.tokens ?? 0);
        })
        .toBeGreaterThan(limit / 2),
    ]);
    expect(refused).not.toBe('all');
    expect(await usage('user:%')).toBeLessThanOrEqual(limit);
    const open = asked.map((each) => each.then(({ body }) => body.data.degraded === true));
    const isDone = { done: false };
    void Promise.all(open).then(() => {
      isDone.done = true;
    });
    await expect
      .poll(async () => {
        await stage.model.release();
        return isDone.done;
      })
      .toBe(true);
    const outcomes = await Promise.all(open);
    expect(outcomes.filter((isDegraded) => !isDegraded).length).toBe(
      (await stage.model.calls('chat')).length,
    );
    expect(outcomes.filter(Boolean).length).toBeGreaterThan(0);
    expect(await usage('user:%')).toBeLessThanOrEqual(limit);
    expect(await usage('all')).toBe(await usage('user:%'));
  });

  it('spent, leads to passages and says so; speech answers 429', async () => {
    const poor = await stage.start({ AI_TOKENS_PER_PERSON: '10', AI_TOKENS_PER_ADDRESS: '10' });
    const { status, body } = await stage.askAs(stage.citizen, { ...question, lang: 'en' }, poor);
    expect([status, body.data.degraded]).toEqual([200, true]);
    expect(body.data.reply).toContain('The daily allowance of answers is used up');
    const { token } = stage.citizen;
    const spoken = await createCaller(poor.url).post('/api/v1/ai/tts', { text: 'x'.repeat(50) }, { token });
    expect([spoken.status, spoken.body.error]).toEqual([429, 'budget_spent']);
    expect((await stage.ask({ audio: recording('x'.repeat(5000)) }, poor)).status).toBe(429);
    expect(await stage.model.calls()).toEqual([]);
  });

  it('is shown to administrators and in the metrics', async () => {
    await stage.ask(question);
    const { body } = await createCaller(stage.server.url).get('/api/v1/admin/ai/figures', {
      token: stage.admin.token,
    });
    expect(body.data.connected).toEqual({ chat: true, hearing: true, speech: true });
    expect(body.data.days.at(-1)).toMatchObject({ tokens: expect.any(Number), calls: 1 });
    const metrics = await stage.server.app.metrics.registry.metrics();
    expect(metrics).toMatch(/tamga_ai_answers\{outcome="answered"\} [1-9]/);
    expect(metrics).toMatch(/^tamga_ai_tokens_today [1-9]/m);
  });

  it('of everybody stops everybody, and begins again the next day', async () => {
    const poor = await stage.start({ AI_TOKENS_PER_DAY: '10' });
    expect((await stage.ask(question, poor)).body.data.degraded).toBe(true);
    expect(await usage('address:%')).toBe(0);
    const enough = await stage.start({ AI_TOKENS_PER_ADDRESS: '9000' });
    const { ip } = createCaller(enough.url);
    const ask = () => createCaller(enough.url, ip).post('/api/v1/public/ai/chat', question);
    let answers = 0;
    while ((await ask()).body.data?.degraded !== true && answers < 40) {
      answers += 1;
      stage.world.clock.advance(10_000);
    }
    expect(answers).toBeGreaterThan(0);
    stage.world.clock.advance(24 * 3_600_000);
    expect((await ask()).body.data.degraded).toBeUndefined();
  });
});
