import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../../test/caller.ts';
import { type Fact, type FactStage, openFacts } from './test/stage.ts';

let stage: FactStage;
beforeAll(async () => {
  stage = await openFacts();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  // Each test starts with a full allowance, agencies in order and no draft.
  stage.world.clock.advance(60_000);
  await stage.signInAgain();
  for (const code of ['civil-records', 'tax-records', 'police-records']) await stage.behave('answer', code);
  for (const who of ['bold', 'sarnai'] as const)
    await stage.call(who, 'DELETE', `/gov/drafts/${stage.serviceId}`);
});

const outcome = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const send = (who: 'bold' | 'sarnai', facts: string[]) =>
  stage.apply(who, stage.serviceId, { payload: stage.answers, facts });
const provide = async (who: 'bold' | 'sarnai', ...slots: string[]) => {
  for (const slot of slots) expect(await stage.upload(who, slot)).toBe(201);
};

describe('gov.facts.draft', () => {
  it('says which agency can be asked for what, and for which service', async () => {
    const { offers, facts } = (await stage.get('bold', `/gov/drafts/${stage.serviceId}/facts`)).body.data;
    expect(facts).toEqual([]);
    expect(offers).toEqual([
      {
        slot: 'marriage',
        evidence_code: 'EV_MARRIAGE',
        evidence_name: 'Marriage record extract',
        agency: 'General Authority for State Registration',
        platform: 'Улсын бүртгэл: иргэний лавлагаа',
        service_name: 'Foster family registration',
        sla_minutes: 15,
      },
      expect.objectContaining({ slot: 'tax', agency: 'General Department of Taxation' }),
      expect.objectContaining({ slot: 'criminal', agency: 'National Police Agency' }),
    ]);
    const elsewhere = await stage.get('bold', `/gov/drafts/${randomUUID()}/facts`);
    expect(elsewhere.status).toBe(404);
  });

  it('offers nothing without exactly one route to an agency with a system', async () => {
    const offered = async () =>
      (await stage.get('bold', `/gov/drafts/${stage.serviceId}/facts`)).body.data.offers.map(
        ({ slot }: { slot: string }) => slot,
      );
    const [tax] = (await stage.operate('GET', '/platforms')).body.data.items.filter(
      ({ code }: { code: string }) => code === 'tax-records',
    );
    for (const change of [{ enabled: false }, { endpoint_url: '' }, { endpoint_url: 'demo://loopback' }]) {
      await stage.operate('PATCH', `/platforms/${tax.id}`, change);
      expect(await offered()).toEqual(['marriage', 'criminal']);
      expect(outcome(await stage.ask('bold', 'tax'))).toEqual([409, 'not_fetchable']);
      await stage.operate('PATCH', `/platforms/${tax.id}`, {
        enabled: true,
        endpoint_url: tax.endpoint_url,
      });
    }
    const second = await stage.operate('POST', '/platforms', {
      code: 'second',
      name: 'Second',
      enabled: true,
    });
    const route = { service_code: 'WS100301_getTaxDebtInfo', platform_id: second.body.data.id };
    await stage.operate('POST', '/routes', route);
    expect(await offered()).toEqual(['marriage', 'criminal']);
    await stage.operate('DELETE', `/platforms/${second.body.data.id}`);
    expect(await offered()).toEqual(['marriage', 'tax', 'criminal']);
  });
});

describe('an answer', () => {
  it('is seen, accepted and sent, and the officer sees where it came from', async () => {
    const fact = await stage.fetch('bold');
    expect(fact).toMatchObject({
      state: 'answered',
      slot: 'marriage',
      failure: '',
      late: false,
      answer: expect.arrayContaining([{ name: 'Marital status', value: 'Married' }]),
      provenance: {
        platform: 'civil-records',
        relay_request_id: expect.any(String),
        answer_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        receipt_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    await provide('bold', 'tax', 'criminal');
    // Not accepted yet: it fills nothing, and naming it is refused.
    expect((await send('bold', [])).body.data.errors).toEqual([
      expect.objectContaining({ field: 'papers.marriage' }),
    ]);
    expect(outcome(await send('bold', [fact.id]))).toEqual([409, 'fact_gone']);
    const unseen = { answer_digest: 'a'.repeat(64) };
    expect(outcome(await stage.decide('bold', fact, 'accept', unseen))).toEqual([409, 'fact_gone']);
    expect((await stage.decide('bold', fact, 'accept')).body.data.state).toBe('accepted');
    const sent = await send('bold', [fact.id]);
    expect(sent.status).toBe(201);
    const { id } = sent.body.data.application;
    const opened = (await stage.get('officer', `/gov/officer/queue/${id}`)).body.data;
    expect(opened.facts).toEqual([
      expect.objectContaining({
        id: fact.id,
        state: 'used',
        agency: 'General Authority for State Registration',
        answered_at: fact.answered_at,
        answer: fact.answer,
        provenance: fact.provenance,
      }),
    ]);
    expect(opened.files.map(({ slot }: { slot: string }) => slot).sort()).toEqual(['criminal', 'tax']);
    const own = await stage.get('bold', `/gov/applications/${id}/facts`);
    expect(own.body.data.items.map((each: Fact) => each.id)).toEqual([fact.id]);
    expect((await stage.get('sarnai', `/gov/applications/${id}/facts`)).status).toBe(404);
    expect(await stage.audited(fact.id)).toEqual([
      'gov.fact.ask',
      'gov.fact.answer',
      'gov.fact.accept',
      'gov.fact.use',
    ]);
    // A used answer belongs to this application alone.
    expect(outcome(await send('bold', [fact.id]))).toEqual([409, 'fact_gone']);
    expect(outcome(await stage.decide('bold', fact, 'refuse'))).toEqual([409, 'fact_gone']);
  });

  it('is agreed to on record, and stands in the access log of the person', async () => {
    const { body } = await stage.ask('sarnai', 'criminal');
    const [agreed] = await stage.world.database.query<{ actor_user_id: string; metadata: object }>(
      `select actor_user_id, metadata from audit_log where action = 'gov.fact.ask' and target = $1`,
      [body.data.id],
    );
    const row = await stage.stored(body.data.id);
    expect(agreed).toEqual({
      actor_user_id: stage.people.sarnai.userId,
      metadata: {
        service: 'MN-1040-001',
        draft_id: row['draft_id'],
        evidence: 'EV_CRIMINAL',
        agency: 'Цагдаагийн ерөнхий газар',
        relay_request_id: row['relay_request_id'],
      },
    });
    expect(row['agreed_at']).toEqual(stage.world.clock.now());
    const log = (await stage.get('sarnai', '/users/me/access-log')).body.data.items;
    expect(log[0]).toMatchObject({
      by: { role: 'agency', office: 'Цагдаагийн ерөнхий газар' },
      purpose: 'gov.facts.ask',
      purpose_text: 'With your agreement, this agency was asked for your data',
      matter: { id: body.data.id, title: expect.stringContaining('Criminal record extract') },
    });
    expect(log[0].by).not.toHaveProperty('name');
  });

  it('tells the person who left the page', async () => {
    await stage.fetch('bold', 'tax');
    const [told] = await stage.notifications('bold');
    expect(told).toMatchObject({
      title: 'The agency has answered',
      link: expect.stringMatching(/^\/services\/[0-9a-f-]+\/apply\?step=papers$/),
    });
  });

  it('is erased when it is refused, and another question may follow', async () => {
    const fact = await stage.fetch('bold');
    expect((await stage.decide('bold', fact, 'refuse')).body.data).toMatchObject({
      state: 'refused',
      answer: null,
    });
    expect((await stage.stored(fact.id))['content']).toBeNull();
    expect(outcome(await stage.decide('bold', fact, 'accept'))).toEqual([409, 'fact_gone']);
    await provide('bold', 'tax', 'criminal');
    expect(outcome(await send('bold', [fact.id]))).toEqual([409, 'fact_gone']);
    const again = await stage.fetch('bold');
    expect((await stage.decide('bold', again, 'accept')).status).toBe(200);
    // An accepted answer may still be refused before the application is sent.
    expect((await stage.decide('bold', again, 'refuse')).body.data.state).toBe('refused');
    expect((await stage.stored(again.id))['content']).toBeNull();
  });

  it('is not kept when it comes after the person stopped waiting', async () => {
    await stage.behave('late');
    const { body } = await stage.ask('bold');
    await stage.deliver();
    expect((await stage.decide('bold', body.data, 'refuse')).body.data.state).toBe('withdrawn');
    await stage.release();
    expect((await stage.agency()).replies.at(-1)).toBe(200);
    expect(await stage.stored(body.data.id)).toMatchObject({ state: 'withdrawn', content: null });
    expect((await stage.audited(body.data.id)).at(-1)).toBe('gov.fact.drop');
  });

  it('expires when it is not used, and is erased with its draft', async () => {
    const kept = await stage.fetch('bold');
    await stage.decide('bold', kept, 'accept');
    const waiting = await stage.fetch('bold', 'tax');
    stage.world.clock.advance(73 * 3_600_000);
    await stage.signInAgain();
    await provide('bold', 'tax', 'criminal');
    expect(outcome(await send('bold', [kept.id]))).toEqual([409, 'fact_gone']);
    const late = await stage.decide('bold', waiting, 'accept');
    expect(outcome(late)).toEqual([409, 'fact_gone']);
    await stage.runJob('gov.facts.sweep');
    for (const { id } of [kept, waiting])
      expect(await stage.stored(id)).toMatchObject({ state: 'expired', content: null });
    const next = await stage.fetch('bold', 'criminal');
    await stage.call('bold', 'DELETE', `/gov/drafts/${stage.serviceId}`);
    expect(await stage.stored(next.id)).toMatchObject({ state: 'withdrawn', content: null });
  });
});

describe('gov.facts.ask', () => {
  it('asks once for each paper', async () => {
    await stage.behave('never');
    const both = await Promise.all([stage.ask('bold'), stage.ask('bold')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(outcome(await stage.ask('bold'))).toEqual([409, 'already_asked']);
  });

  it('refuses what is not a paper of the form, has no agency, or was not agreed to', async () => {
    expect((await stage.ask('bold', 'unknown')).status).toBe(422);
    expect(outcome(await stage.ask('bold', 'photo', stage.otherServiceId))).toEqual([409, 'not_fetchable']);
    expect((await stage.ask('bold', 'marriage', randomUUID())).status).toBe(404);
    const path = `/gov/drafts/${stage.serviceId}/facts`;
    for (const body of [
      { slot: 'marriage' },
      { slot: 'marriage', agreed: false },
      { slot: 'marriage', agreed: true, civil_id: '1' },
    ])
      expect((await stage.post('bold', path, body)).status).toBe(422);
    const nobody = createCaller(stage.server.url);
    expect((await nobody.post(`/api/v1${path}`, { slot: 'marriage', agreed: true })).status).toBe(401);
    expect((await nobody.get(`/api/v1${path}`)).status).toBe(401);
  });

  it('asks about nobody whose civil number is unknown', async () => {
    const { userId } = stage.people.sarnai;
    const change = (value: string | null) =>
      stage.world.database.query('update users set civil_id = $2 where id = $1', [userId, value]);
    const [before] = await stage.world.database.query<{ civil_id: string }>(
      'select civil_id from users where id = $1',
      [userId],
    );
    await change(null);
    expect(outcome(await stage.ask('sarnai'))).toEqual([409, 'person_unknown']);
    await change(before?.civil_id ?? null);
  });

  it('needs the sign-in that the service needs', async () => {
    const { userId } = stage.people.sarnai;
    await stage.world.database.query(`update sessions set method = 'social' where user_id = $1`, [userId]);
    expect(outcome(await stage.ask('sarnai'))).toEqual([403, 'assurance_too_low']);
  });

  it('is limited for each person', async () => {
    const { userId } = stage.people.sarnai;
    const [row] = await stage.world.database.query<{ count: number }>(
      `select count(*)::int as count from gov_facts where user_id = $1 and agreed_at > $2::timestamptz - interval '1 day'`,
      [userId, stage.world.clock.now()],
    );
    await stage.world.database.query(
      `insert into gov_facts (id, user_id, service_id, draft_id, slot, evidence_code, evidence_name, agency, exchange_code,
         state, agreed_at, due_at, expires_at, relay_request_id)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), 'marriage', 'EV_MARRIAGE', '{}', '{}', 'x', 'refused', $3, $3, $3,
         gen_random_uuid() from generate_series(1, $4)`,
      [userId, stage.serviceId, stage.world.clock.now(), 20 - (row?.count ?? 0)],
    );
    expect(outcome(await stage.ask('sarnai'))).toEqual([429, 'too_many_questions']);
    expect((await stage.ask('bold')).status).toBe(201);
    stage.world.clock.advance(24 * 3_600_000);
    await stage.signInAgain();
    expect((await stage.ask('sarnai')).status).toBe(201);
  });
});
