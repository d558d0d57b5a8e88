import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Citizen, createPhone, type Phone } from '../../../test/citizens.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { until } from '../../../test/until.ts';

/** `verifiedDigest` of the module signing, as another module meets it: through a decision that must be signed. */
let stage: GovStage;
let phone: Phone;
let officer: Citizen;
let service: string;

beforeAll(async () => {
  stage = await openGov();
  phone = createPhone(stage.world.sandbox);
  officer = await phone.citizen(/^ordinary/, 2);
  service = await stage.publish({ decision_signature: true });
});
afterAll(() => stage.world.close());
// Each test starts with a full allowance of requests to the phone.
beforeEach(() => stage.world.clock.advance(60_000));

const grant = { approve: true };
const begin = async () => {
  const { id } = (await stage.apply('bold', service)).body.data.application;
  const { sid } = (await stage.post('officer', `/gov/officer/queue/${id}/sign`, grant)).body.data;
  return { id: id as string, sid: sid as string };
};
const confirm = () => phone.approve(officer, officer.pin2);
const decide = async ({ id, sid }: { id: string; sid: string }, url = stage.server.url) => {
  const answer = await createCaller(url).post(
    `/api/v1/gov/officer/queue/${id}/decide`,
    { ...grant, sid },
    { token: stage.people.officer.token },
  );
  return [answer.status, answer.body.error];
};
/** On a busy machine the answer of the phone may miss the short moment for which a call waits. */
const decideInTime = async (begun: { id: string; sid: string }, url?: string) => {
  let answer = await decide(begun, url);
  await until(async () => {
    if (answer[1] === 'not_finished') answer = await decide(begun, url);
    return answer[1] !== 'not_finished';
  });
  return answer;
};
const stateOf = async (sid: string) => (await stage.get('officer', `/sign/status/${sid}`)).body.data?.state;
const events = (sid: string) =>
  stage.world.database.query<{ action: string }>(
    `select action from audit_log where target = $1 and action like 'sign.%' order by id`,
    [sid],
  );

describe('a digest that another module waits for', () => {
  it('is asked for once while the phone waits, and recorded like any signature', async () => {
    const begun = await begin();
    expect(await decide(begun)).toEqual([400, 'not_finished']);
    await confirm();
    expect(await decideInTime(begun)).toEqual([200, undefined]);
    expect(await stateOf(begun.sid)).toBe('CONFIRMED');
    expect((await events(begun.sid)).map(({ action }) => action)).toEqual([
      'sign.initiate',
      'sign.complete',
      'sign.finish',
    ]);
  });

  it('is refused after the person refused or let the time pass, and stays refused', async () => {
    const refused = await begin();
    await phone.act(officer, 'refuse');
    for (let tries = 0; tries < 2; tries += 1)
      expect(await decideInTime(refused)).toEqual([403, 'sign_rejected']);
    expect(await stateOf(refused.sid)).toBe('REFUSED');
    const late = await begin();
    await phone.act(officer, 'timeout');
    expect(await decideInTime(late)).toEqual([403, 'sign_rejected']);
    expect(await stateOf(late.sid)).toBe('TIMEOUT');
    expect((await events(late.sid)).map(({ action }) => action)).toEqual(['sign.initiate', 'sign.reject']);
  });

  it('is not lost when the provider fails at the moment of asking', async () => {
    const begun = await begin();
    await confirm();
    await phone.fault('error', 1, { on: 'poll', status: 500 });
    const [failed] = await decide(begun);
    expect([400, 502]).toContain(failed);
    await until(async () => (await decide(begun))[1] === undefined);
    expect(await stateOf(begun.sid)).toBe('CONFIRMED');
  });

  it('is completed once by a poll and a decision at the same moment, on two instances', async () => {
    const other = await stage.world.startServer();
    for (let round = 0; round < 3; round += 1) {
      stage.world.clock.advance(60_000);
      const begun = await begin();
      await confirm();
      const [, decided] = await Promise.all([stateOf(begun.sid), decideInTime(begun, other.url)]);
      expect(decided).toEqual([200, undefined]);
      expect((await events(begun.sid)).map(({ action }) => action)).toEqual([
        'sign.initiate',
        'sign.complete',
        'sign.finish',
      ]);
    }
    await other.stop();
  });

  it('is none that was signed for another purpose, though it fits, and the phone cannot be made to lie', async () => {
    const begun = await begin();
    const [row] = await stage.world.database.query<{ digest: string }>(
      'select digest from sign_sessions where id = $1',
      [begun.sid],
    );
    await phone.act(officer, 'refuse');
    const borrowed = await stage.post('officer', '/sign/initiate', {
      document_hash_hex: Buffer.from(row?.digest ?? '', 'base64').toString('hex'),
      display_text: 'илгээмж» хүлээн авах уу? «',
    });
    const waiting = await fetch(
      `${stage.world.sandbox.url}/control/sessions?national_id=${encodeURIComponent(officer.national_id)}`,
    );
    const shown = JSON.stringify(await waiting.json());
    expect(shown).toContain('«илгээмж хүлээн авах уу?» гарын үсэг зурах уу?');
    await confirm();
    await until(async () => (await stateOf(borrowed.body.data.sid)) === 'CONFIRMED');
    expect(await decide({ id: begun.id, sid: borrowed.body.data.sid })).toEqual([409, 'signature_mismatch']);
  });

  it('is gone with its session, and is nobody else’s', async () => {
    const begun = await begin();
    await confirm();
    await until(async () => (await stateOf(begun.sid)) === 'CONFIRMED');
    expect((await stage.get('other', `/sign/status/${begun.sid}`)).status).toBe(404);
    stage.world.clock.advance(25 * 3_600_000);
    await stage.runJob('sign.sweep');
    await stage.signInAgain();
    expect(await decide(begun)).toEqual([409, 'signature_mismatch']);
  });
});
