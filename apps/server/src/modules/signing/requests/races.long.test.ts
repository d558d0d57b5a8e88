import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStage, pdfsig, type Stage } from './test/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
// Each test starts with a full allowance and fresh tokens.
beforeEach(async () => {
  stage.world.clock.advance(60_000);
  await stage.enter(0, 1, 2);
});

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const post = (id: string, action: string, who: number, body?: object) =>
  stage.call('POST', `/sign/requests/${id}/${action}`, who, body);
/** Both have read it. */
const askBoth = async (more: object = {}) => {
  const id = await stage.ask(0, [1, 2], { order: 'any', ...more });
  for (const who of [1, 2]) await bytesOf(await stage.read(id, who));
  return id;
};
const inHours = (hours: number) =>
  new Date(stage.world.clock.now().getTime() + hours * 3_600_000).toISOString();

describe('two parties at the same moment', () => {
  it('lets one sign and tells the other when to try again; both signatures are valid', async () => {
    const id = await askBoth();
    const begun = await Promise.all([stage.begin(id, 1), stage.begin(id, 2)]);
    expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const first = begun[0].status === 200 ? 1 : 2;
    const second = 3 - first;
    const busy = begun[second - 1];
    expect(busy?.error).toBe('signing_busy');
    expect(Number(busy?.retryAfter)).toBeGreaterThan(0);
    expect(await stage.view(id, second)).toMatchObject({ is_busy: true });
    const { session_id } = begun[first - 1]?.data ?? {};
    expect(await stage.view(id, first)).toMatchObject({ is_busy: false, session_id });
    await stage.approve(first);
    // The page of the first person is closed: the second one's attempt takes the answer of the phone.
    expect((await stage.begin(id, second)).error).toBe('document_not_seen');
    await (await stage.read(id, second)).arrayBuffer();
    const next = await stage.begin(id, second);
    expect(next.status).toBe(200);
    expect(await stage.session(session_id, first)).toMatchObject({ state: 'completed' });
    await stage.approve(second);
    expect(await stage.session(next.data.session_id, second)).toMatchObject({ state: 'completed' });
    const signed = await bytesOf(await stage.read(id, 0));
    expect((await pdfsig(signed)).match(/Signature is Valid/g)).toHaveLength(2);
    expect((await stage.verify(signed)).indication).toBe('TOTAL_PASSED');
  });

  it('frees the document when the first refuses or lets the time pass', async () => {
    const id = await askBoth();
    expect((await stage.begin(id, 1)).status).toBe(200);
    await stage.phone.act(stage.citizen(1), 'refuse');
    const second = await stage.begin(id, 2);
    expect(second.status).toBe(200);
    stage.world.clock.advance(15 * 60_000);
    await stage.enter(1, 2);
    expect((await stage.begin(id, 1)).status).toBe(200);
    expect(await stage.session(second.data.session_id, 2)).toMatchObject({ state: 'expired' });
  });

  it('begins again for a person who lost sight of the first attempt', async () => {
    const id = await askBoth();
    const lost = (await stage.begin(id, 1)).data.session_id;
    const again = await stage.begin(id, 1);
    expect(again.status).toBe(200);
    expect(await stage.session(lost, 1)).toMatchObject({ state: 'expired', reason: 'started_again' });
    await stage.approve(1);
    expect(await stage.session(again.data.session_id, 1)).toMatchObject({ state: 'completed' });
  });
});

describe('a request that ends', () => {
  it('is closed by the first who declines, and everybody learns why', async () => {
    const id = await askBoth();
    const ringing = (await stage.begin(id, 1)).data.session_id;
    expect((await post(id, 'decline', 2, { reason: ' ' })).status).toBe(422);
    expect((await post(id, 'decline', 2, { reason: 'Үнэ буруу байна.' })).status).toBe(200);
    expect(await stage.view(id, 0)).toMatchObject({
      state: 'declined',
      parties: [{ state: 'pending' }, { state: 'declined', reason: 'Үнэ буруу байна.' }],
    });
    await stage.approve(1).catch(() => undefined);
    expect(await stage.session(ringing, 1)).toMatchObject({ state: 'failed', reason: 'request_declined' });
    for (const who of [0, 1])
      expect(await stage.titles(who)).toContain('Гарын үсэг зурахаас татгалзлаа: «Түрээсийн гэрээ»');
    expect((await stage.begin(id, 1)).error).toBe('request_closed');
    expect((await post(id, 'withdraw', 0)).error).toBe('request_closed');
  });

  it('is withdrawn while a phone rings: the person is told, and nothing is signed', async () => {
    const id = await askBoth();
    const ringing = (await stage.begin(id, 1)).data.session_id;
    expect((await post(id, 'withdraw', 0)).status).toBe(200);
    await stage.approve(1);
    expect(await stage.session(ringing, 1)).toMatchObject({ state: 'failed', reason: 'request_withdrawn' });
    expect(await stage.view(id, 1)).toMatchObject({ state: 'withdrawn', signed: 0 });
    expect(await stage.titles(2)).toContain('Хүсэлтийг буцаалаа: «Түрээсийн гэрээ»');
  });

  it('counts a PIN2 that was entered before it was withdrawn', async () => {
    const id = await askBoth();
    const given = (await stage.begin(id, 1)).data.session_id;
    await stage.approve(1);
    expect((await post(id, 'withdraw', 0)).status).toBe(200);
    expect(await stage.session(given, 1)).toMatchObject({ state: 'completed' });
    expect(await stage.view(id, 1)).toMatchObject({ state: 'withdrawn', signed: 1 });
  });

  it('expires at its deadline while a phone rings', async () => {
    const id = await askBoth({ deadline: inHours(1.001) });
    stage.world.clock.advance(3_600_000);
    await stage.enter(0, 1, 2);
    const ringing = (await stage.begin(id, 1)).data.session_id;
    stage.world.clock.advance(10_000);
    expect((await stage.begin(id, 2)).status).toBe(409);
    await stage.runJob('sign.requests');
    expect(await stage.view(id, 0)).toMatchObject({ state: 'expired' });
    await stage.approve(1);
    expect(await stage.session(ringing, 1)).toMatchObject({ state: 'failed', reason: 'request_expired' });
    for (const who of [0, 1, 2])
      expect(await stage.titles(who)).toContain('Хугацаа дууслаа: «Түрээсийн гэрээ»');
  });

  it('counts a PIN2 that was entered before the deadline, also when nobody looked', async () => {
    const id = await stage.ask(0, [1], { deadline: inHours(1.001) });
    stage.world.clock.advance(3_600_000);
    await stage.enter(0, 1);
    await bytesOf(await stage.read(id, 1));
    expect((await stage.begin(id, 1)).status).toBe(200);
    await stage.approve(1);
    stage.world.clock.advance(10_000);
    await stage.runJob('sign.requests');
    expect(await stage.view(id, 0)).toMatchObject({ state: 'completed' });
  });

  it('is removed 90 days later, with a document that nobody keeps', async () => {
    const id = await stage.ask(0, [1]);
    await post(id, 'withdraw', 0);
    expect((await stage.read(id, 1)).status).toBe(200);
    stage.world.clock.advance(91 * 86_400_000);
    await stage.enter(0, 1);
    await stage.runJob('sign.sweep');
    await stage.runJob('sign.requests.sweep');
    expect((await stage.call('GET', `/sign/requests/${id}`, 0)).status).toBe(404);
  });
});

describe('between PIN2 and the document', () => {
  it('waits with the next signature until the one before has its timestamp', async () => {
    const id = await stage.ask(0, [1, 2]);
    await bytesOf(await stage.read(id, 2));
    await bytesOf(await stage.read(id, 1));
    const begun = await stage.begin(id, 1);
    await stage.approve(1);
    await stage.phone.fault('tsa_down', 2);
    expect(await stage.session(begun.data.session_id, 1)).toMatchObject({
      state: 'completed',
      level: 'B-B',
      shortfall: 'tsa_unavailable',
    });
    const told = async () =>
      (await stage.titles(2)).filter((title) => title.startsWith('Гарын үсэг зурах таны ээлж')).length;
    const before = await told();
    const early = await stage.begin(id, 2);
    expect([early.status, early.error, early.retryAfter]).toEqual([503, 'timestamp_missing', '60']);
    await stage.runJob('sign.requests');
    expect(await told()).toBe(before + 1);
    expect((await stage.view(id, 0)).parties[0]).toMatchObject({ level: 'B-LT' });
    expect(await stage.sign(id, 2)).toMatchObject({ state: 'completed', level: 'B-LT' });
    const verdict = await stage.verify(await bytesOf(await stage.read(id, 1)));
    expect(verdict.signatures.map(({ level }: { level: string }) => level)).toEqual(['B-LT', 'B-LT']);
  });

  it('is finished by the job when the page was closed, once', async () => {
    const id = await stage.ask(0, [1]);
    await bytesOf(await stage.read(id, 1));
    const { session_id } = (await stage.begin(id, 1)).data;
    await stage.approve(1);
    const other = await stage.world.startServer();
    const job = other.app.declaredJobs.find(({ name }) => name === 'sign.finish');
    await Promise.all([
      stage.runJob('sign.finish'),
      job?.run({}, { now: stage.world.clock.now(), log: other.app.http.log as never }),
      stage.session(session_id, 1),
    ]);
    stage.world.clock.advance(61_000);
    await stage.runJob('sign.finish');
    await other.stop();
    expect(await stage.view(id, 0)).toMatchObject({ state: 'completed', signed: 1 });
    expect((await pdfsig(await bytesOf(await stage.read(id, 0)))).match(/Signature is Valid/g)).toHaveLength(
      1,
    );
    const events = await stage.world.database.query<{ action: string }>(
      "select action from audit_log where target = $1 and action = 'sign.request.sign'",
      [id],
    );
    expect(events).toHaveLength(1);
  });
});
