import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhone } from '../../../test/citizens.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov({ env: { GOV_INFO_EXPIRY_DAYS: '30' } });
});
afterAll(() => stage.world.close());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const iso = (offsetMs = 0) => new Date(stage.world.clock.now().getTime() + offsetMs).toISOString();
const past = () => new Date(stage.world.clock.now().getTime() - 1000);
const breaches = async (id: string) =>
  (await stage.timeline(id)).filter(({ type }) => type === 'sla_breached').length;
const toldOf = (id: string, title: string) =>
  stage.world.database.query(
    `select 1 from notifications where link = '/applications/' || $1::text and title ->> 'en' = $2`,
    [id, title],
  );

describe('the deadline', () => {
  it('is suspended while the applicant is asked, also across a restart, and moves by exactly that time', async () => {
    const service = await stage.publish({ sla_hours: 48 });
    const { id, due_at: due } = (await stage.apply('bold', service)).body.data.application;
    stage.world.clock.advance(10 * hourMs);
    await stage.signInAgain();
    const asked = await stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: 'Зураг?' });
    expect(asked.body.data).toMatchObject({
      status: 'info_required',
      suspended: true,
      suspended_at: iso(),
      decision_note: 'Зураг?',
      due_at: due,
    });
    stage.world.clock.advance(5 * dayMs);
    await stage.restart();
    await stage.signInAgain();
    await stage.sweep();
    expect((await stage.row(id))['sla_breached']).toBe(false);
    const answered = await stage.post('bold', `/gov/applications/${id}/provide-info`, { note: 'Энэ байна' });
    expect(answered.body.data).toMatchObject({
      status: 'in_review',
      suspended: false,
      suspended_at: null,
      due_at: new Date(new Date(due).getTime() + 5 * dayMs).toISOString(),
    });
    stage.world.clock.advance(37 * hourMs);
    await stage.sweep();
    expect((await stage.row(id))['sla_breached']).toBe(false);
    stage.world.clock.advance(2 * hourMs);
    await stage.sweep();
    expect((await stage.row(id))['sla_breached']).toBe(true);
    await stage.signInAgain();
  });

  it('is flagged once and notified once when it passes, and the flag stays', async () => {
    const id = await stage.place('bold', 'in_review', { due_at: past() });
    const second = await stage.world.startServer();
    await Promise.all([stage.sweep(), stage.sweep(second), stage.sweep(), stage.sweep(second)]);
    await stage.sweep();
    expect(await breaches(id)).toBe(1);
    expect(await toldOf(id, 'The deadline has passed')).toHaveLength(1);
    await stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve: true });
    expect(await stage.row(id)).toMatchObject({ status: 'approved', sla_breached: true });
    await second.stop();
  });
});

describe('tacit approval', () => {
  it('grants exactly once under concurrent workers and issues one certificate', async () => {
    const late = { due_at: past(), tacit_allowed: true, output_ref_type: 'residence' };
    const ids: string[] = [];
    for (let at = 0; at < 8; at += 1) ids.push(await stage.place('bold', 'registered', late));
    const second = await stage.world.startServer();
    await Promise.all([stage.sweep(), stage.sweep(second), stage.sweep(second)]);
    for (const id of ids) {
      const row = await stage.row(id);
      expect(row).toMatchObject({ status: 'completed', result: 'granted', tacit: true, decided_by: null });
      const granted = (await stage.timeline(id)).filter(({ type }) => type === 'tacit_approved');
      expect(granted).toHaveLength(1);
      const references = await stage.world.database.query(
        'select id from gov_references where application_id = $1',
        [id],
      );
      expect(references).toEqual([{ id: row['output_ref_id'] }]);
      expect(await toldOf(id, 'Application granted automatically')).toHaveLength(1);
    }
    await second.stop();
  });

  it('makes one decision when an officer decides at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await stage.place('bold', 'in_review', { due_at: past(), tacit_allowed: true });
      const [decided] = await Promise.all([
        stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve: false, note: 'Дутуу' }),
        stage.sweep(),
      ]);
      const row = await stage.row(id);
      expect([decided.status, row['status'], row['result']]).toEqual(
        decided.status === 200 ? [200, 'rejected', 'refused'] : [409, 'completed', 'granted'],
      );
      const ends = (await stage.timeline(id)).filter(({ type }) => /decided|tacit_approved/.test(type));
      expect(ends).toHaveLength(1);
    }
  });

  it('grants no certificate during a register outage or against the register', async () => {
    const late = { due_at: past(), tacit_allowed: true, output_ref_type: 'criminal' };
    const id = await stage.place('bold', 'registered', late);
    const convicted = { full_name: 'Нурлан Айгүл', full_name_en: 'Nurlan Aigul', civil_id: '101494062785' };
    const other = await stage.place('bold', 'registered', { ...late, applicant: convicted });
    await createPhone(stage.world.sandbox).fault('registry_down', 2);
    const states = async () => [(await stage.row(id))['status'], (await stage.row(other))['status']];
    await stage.sweep();
    expect(await states()).toEqual(['registered', 'registered']);
    stage.world.clock.advance(61_000);
    await stage.sweep();
    expect(await states()).toEqual(['completed', 'registered']);
    stage.world.clock.advance(2 * hourMs);
    await stage.sweep();
    expect(await states()).toEqual(['completed', 'registered']);
    expect(await stage.row(other)).toMatchObject({ output_ref_id: null, sla_breached: true });
    await stage.signInAgain();
  });

  it('does not apply where the service does not allow it, nor while the applicant is asked', async () => {
    const plain = await stage.place('bold', 'in_review', { due_at: past() });
    const asked = await stage.place('bold', 'info_required', { due_at: past(), tacit_allowed: true });
    await stage.sweep();
    expect((await stage.row(plain))['status']).toBe('in_review');
    expect(await stage.row(asked)).toMatchObject({ status: 'info_required', sla_breached: false });
  });
});

describe('a question to the applicant', () => {
  const ask = (id: string, body: object) =>
    stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: 'Зураг', ...body });
  const dayAfter = (days: number) =>
    new Date(stage.world.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);

  it('has a last day, which the applicant reads, and after it the application expires', async () => {
    const id = await stage.place('bold', 'in_review');
    for (const answer_by of [dayAfter(-1), dayAfter(400), '2026-02-30', 'soon'])
      expect((await ask(id, { answer_by })).status).toBe(422);
    const asked = (await ask(id, { answer_by: dayAfter(5) })).body.data;
    const mine = (await stage.get('bold', `/gov/applications/${id}`)).body.data;
    expect(mine.application?.info_due_at ?? mine.info_due_at).toBe(asked.info_due_at);
    const limit = Date.parse(asked.info_due_at);
    expect(limit).toBeGreaterThan(Date.parse(dayAfter(5)));
    expect((await stage.notifications('bold'))[0]?.body).toMatch(/ by \d+ \w+ \d{4}/);
    stage.world.clock.advance(limit - stage.world.clock.now().getTime() - 1000);
    await stage.sweep();
    expect((await stage.row(id))['status']).toBe('info_required');
    stage.world.clock.advance(2000);
    await stage.sweep();
    expect((await stage.row(id))['status']).toBe('expired');
    await stage.signInAgain();
  });

  it('can be withdrawn by the officer: the deadline moves by the time of the wait, and the applicant is told', async () => {
    const due = new Date(stage.world.clock.now().getTime() + 10 * dayMs);
    const id = await stage.place('bold', 'in_review', { due_at: due });
    const withdraw = () => stage.post('officer', `/gov/officer/queue/${id}/withdraw-info`);
    expect((await withdraw()).body.error).toBe('invalid_transition');
    await ask(id, {});
    stage.world.clock.advance(60_000);
    const back = (await withdraw()).body.data;
    expect(back).toMatchObject({ status: 'in_review', suspended_at: null, info_due_at: null });
    expect(Date.parse(back.due_at) - due.getTime()).toBe(60_000);
    expect((await stage.timeline(id)).map(({ type }) => type)).toEqual(['info_requested', 'info_withdrawn']);
    expect((await stage.notifications('bold'))[0]?.title).toBe('No more information is needed');
    expect((await withdraw()).status).toBe(409);
    expect((await stage.post('bold', `/gov/officer/queue/${id}/withdraw-info`)).status).toBe(403);
  });
});

describe('an applicant who does not answer', () => {
  it('is waited for as long as configured, then the application expires', async () => {
    const asked = (days: number) =>
      stage.place('bold', 'info_required', {
        suspended_at: new Date(stage.world.clock.now().getTime() - days * dayMs),
      });
    const [late, early] = [await asked(31), await asked(29)];
    await stage.sweep();
    expect(await stage.row(late)).toMatchObject({
      status: 'expired',
      result: 'not_admissible',
      suspended_at: null,
    });
    expect((await stage.row(early))['status']).toBe('info_required');
    expect(await toldOf(late, 'Application expired')).toHaveLength(1);
  });

  it('is waited for without limit by default', async () => {
    const id = await stage.place('bold', 'info_required', { suspended_at: new Date('2020-01-01T00:00:00Z') });
    const patient = await stage.world.startServer({ env: { GOV_INFO_EXPIRY_DAYS: '0' } });
    await stage.sweep(patient);
    expect((await stage.row(id))['status']).toBe('info_required');
    await patient.stop();
  });
});
