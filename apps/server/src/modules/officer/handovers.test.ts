import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';

/** Fixture: `officer` leads and `other` decides, both for every authority; `sarnai` is an officer of the roads alone. */
const [roads, schools] = ['Замын газар', 'Сургуулийн газар'];
let stage: GovStage;
const idOf = (who: PersonName) => stage.people[who].userId;
const act = (who: PersonName, id: string, action: string, body: object = {}) =>
  stage.post(who, `/gov/officer/queue/${id}/${action}`, body);
const give = (who: PersonName, id: string, to: PersonName, reason?: string) =>
  act(who, id, 'reassign', { to: idOf(to), ...(reason === undefined ? {} : { reason }) });
const query = (text: string, values: unknown[] = []) => stage.world.database.query(text, values);
const told = async (who: PersonName) => (await stage.notifications(who)).map(({ title }) => title);
const clearTold = () => query('delete from notifications');

beforeAll(async () => {
  stage = await openGov();
  await query('update users set role_id = 5 where id = $1', [idOf('sarnai')]);
  await query(`insert into officer_authorities (user_id, authority_id, granted_at) values ($1, $2, now())`, [
    idOf('sarnai'),
    await stage.authority(roads),
  ]);
  await stage.signInAgain();
});
beforeEach(clearTold);
afterAll(() => stage.world.close());

describe('giving a case to a colleague', () => {
  it('moves it, tells the colleague why, and keeps the reason from the applicant', async () => {
    const id = await stage.place('bold', 'registered', { agency: roads });
    await act('other', id, 'assign');
    const given = await give('other', id, 'sarnai', 'Би амралттай');
    expect(given.body.data).toMatchObject({
      status: 'in_review',
      assigned_to: idOf('sarnai'),
      assigned_by: idOf('other'),
    });
    const [message] = (await stage.get('sarnai', '/gov/notifications')).body.data.items;
    expect(message).toMatchObject({ title: 'A case was given to you', link: `/officer?case=${id}` });
    expect(message.body).toContain('Би амралттай');
    expect(await told('other')).toEqual([]);

    const { handovers, holder } = (await stage.get('officer', `/gov/officer/queue/${id}`)).body.data;
    expect(handovers).toMatchObject([{ reason: 'Би амралттай' }]);
    expect(handovers[0].by).toBe(handovers[0].from);
    expect([handovers[0].by, handovers[0].to].every((name: string) => name.length > 3)).toBe(true);
    expect(holder.length).toBeGreaterThan(3);

    const timeline = (await stage.get('bold', `/gov/applications/${id}/timeline`)).body.data;
    expect(JSON.stringify(timeline)).not.toContain('амралттай');
    expect((await stage.timeline(id)).map(({ type }) => type)).toEqual(['assigned', 'reassigned']);
    const [event] = await query(`select metadata from audit_log where action = 'gov.application.reassign'`);
    expect(event).toMatchObject({ metadata: { given_to: idOf('sarnai'), taken_from: idOf('other') } });

    // A repeat changes nothing and tells nobody again.
    expect((await give('other', id, 'sarnai')).status).toBe(200);
    expect(await told('sarnai')).toHaveLength(1);
  });

  it('is undone by the officer who gave it, but by no other', async () => {
    const id = await stage.place('bold', 'registered', { agency: roads });
    await act('sarnai', id, 'assign');
    await give('sarnai', id, 'officer');
    const stranger = await give('other', id, 'sarnai');
    expect([stranger.status, stranger.body.error]).toEqual([409, 'already_assigned']);
    expect((await act('other', id, 'release')).body.error).toBe('already_assigned');
    expect((await give('sarnai', id, 'sarnai')).body.data.assigned_to).toBe(idOf('sarnai'));
    expect(await told('officer')).toEqual(['Your case was given to a colleague', 'A case was given to you']);
  });

  it('by a leader tells the former and the new holder', async () => {
    const id = await stage.place('bold', 'in_review', { agency: roads, assigned_to: idOf('other') });
    expect((await give('officer', id, 'sarnai')).status).toBe(200);
    expect(await told('sarnai')).toEqual(['A case was given to you']);
    expect(await told('other')).toEqual(['Your case was given to a colleague']);
    expect(await told('officer')).toEqual([]);
  });

  it('keeps a case that waits for the citizen waiting', async () => {
    const id = await stage.place('bold', 'info_required', { assigned_to: idOf('other') });
    const before = await stage.row(id);
    const given = await give('other', id, 'officer');
    expect(given.body.data).toMatchObject({ status: 'info_required', suspended: true });
    expect((await stage.row(id))['suspended_at']).toEqual(before['suspended_at']);
  });

  it('is refused for a colleague without the right, the applicant, and a stranger', async () => {
    const id = await stage.place('bold', 'in_review', { agency: schools, assigned_to: idOf('other') });
    for (const to of [idOf('sarnai'), idOf('bold'), randomUUID()]) {
      const refused = await act('other', id, 'reassign', { to });
      expect([refused.status, refused.body.error]).toEqual([409, 'not_a_colleague']);
    }
    const own = await stage.place('sarnai', 'in_review', { agency: roads, assigned_to: idOf('other') });
    expect((await give('other', own, 'sarnai')).body.error).toBe('not_a_colleague');
    await query('update users set active = false where id = $1', [idOf('sarnai')]);
    const roadCase = await stage.place('bold', 'in_review', { agency: roads, assigned_to: idOf('other') });
    expect((await give('other', roadCase, 'sarnai')).body.error).toBe('not_a_colleague');
    await query('update users set active = true where id = $1', [idOf('sarnai')]);
    expect(await stage.row(id)).toMatchObject({ assigned_to: idOf('other') });
    expect(await query('select from gov_handovers where application_id = any($1)', [[id, own]])).toEqual([]);
  });

  it('is refused for a case of another authority, a decided one, an own one, and by a citizen', async () => {
    const foreign = await stage.place('bold', 'in_review', { agency: schools });
    for (const action of ['reassign', 'release'])
      expect((await act('sarnai', foreign, action, bodyOf(action))).status).toBe(404);
    expect((await stage.get('sarnai', `/gov/officer/queue/${foreign}/replies`)).status).toBe(404);

    const decided = await stage.place('bold', 'in_review', { agency: roads, assigned_to: idOf('sarnai') });
    await act('officer', decided, 'decide', { approve: true });
    for (const action of ['reassign', 'release']) {
      const late = await act('sarnai', decided, action, bodyOf(action));
      expect([late.status, late.body.error]).toEqual([409, 'invalid_transition']);
      expect((await act('bold', decided, action, bodyOf(action))).status).toBe(403);
    }
    const own = await stage.place('sarnai', 'in_review', { agency: roads });
    expect((await give('sarnai', own, 'officer')).body.error).toBe('own_application');
    expect((await act('officer', foreign, 'reassign', { to: idOf('other'), why: 'x' })).status).toBe(422);
    expect((await act('officer', foreign, 'reassign', { to: 'nobody' })).status).toBe(422);
    expect((await give('officer', foreign, 'other', 'x'.repeat(501))).status).toBe(422);
  });

  it('and a decision at the same moment leave one consistent case', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await stage.place('bold', 'in_review', { assigned_to: idOf('other') });
      const [given, decided] = await Promise.all([
        give('other', id, 'officer'),
        act('officer', id, 'decide', { approve: true }),
      ]);
      expect(decided.status).toBe(200);
      const row = await stage.row(id);
      expect([row['status'], row['assigned_to']]).toEqual([
        'approved',
        given.status === 200 ? idOf('officer') : idOf('other'),
      ]);
      expect([200, 409]).toContain(given.status);
    }
  });
});

const bodyOf = (action: string) => (action === 'reassign' ? { to: idOf('officer') } : {});

describe('giving a case back', () => {
  it('frees it for everybody at once, and again changes nothing', async () => {
    const id = await stage.place('bold', 'registered');
    await act('other', id, 'assign');
    const freed = await act('other', id, 'release', { reason: 'Буруу авсан' });
    expect(freed.body.data).toMatchObject({ status: 'in_review', assigned_to: null, assigned: false });
    expect((await act('other', id, 'release')).status).toBe(200);
    expect((await stage.timeline(id)).map(({ type }) => type)).toEqual(['assigned', 'released']);
    expect((await act('officer', id, 'assign')).body.data.assigned_to).toBe(idOf('officer'));
  });

  it('of somebody else’s case is left to leaders, until the lease has expired', async () => {
    const assigned_at = stage.world.clock.now();
    const held = () => ({ agency: roads, assigned_to: idOf('other'), assigned_at });
    const id = await stage.place('bold', 'in_review', held());
    expect((await act('sarnai', id, 'release')).body.error).toBe('already_assigned');
    expect((await act('officer', id, 'release')).status).toBe(200);
    expect(await told('other')).toEqual(['Your case was given back to the queue']);
    const old = await stage.place('bold', 'in_review', {
      ...held(),
      assigned_at: new Date(assigned_at.getTime() - 25 * 3_600_000),
    });
    expect((await act('sarnai', old, 'release')).status).toBe(200);
  });
});

describe('the list of colleagues', () => {
  it('names officers who share an authority, without the caller and without personal data', async () => {
    const seen = async (who: PersonName, more = '') =>
      (await stage.get(who, `/gov/officer/colleagues${more}`)).body.data.items as Record<string, unknown>[];
    const ids = (items: Record<string, unknown>[]) => new Set(items.map(({ id }) => id));
    expect(ids(await seen('officer'))).toEqual(new Set([idOf('other'), idOf('sarnai')]));
    expect(ids(await seen('sarnai'))).toEqual(new Set([idOf('officer'), idOf('other')]));
    expect(ids(await seen('other', `?authority=${encodeURIComponent(schools)}`))).toEqual(
      new Set([idOf('officer')]),
    );
    expect(await seen('sarnai', `?authority=${encodeURIComponent(schools)}`)).toEqual([]);
    for (const item of await seen('officer'))
      expect(Object.keys(item).sort()).toEqual(['authorities', 'full_name', 'full_name_en', 'id']);
    expect((await stage.get('bold', '/gov/officer/colleagues')).status).toBe(403);
  });
});

describe('row-level security of hand-overs', () => {
  it('limits officers to their authorities, and templates to leaders', async () => {
    const foreign = await stage.place('bold', 'in_review', { agency: schools, assigned_to: idOf('other') });
    await give('other', foreign, 'officer');
    const app = new pg.Client({
      connectionString: stage.world.database.appUrl,
      options: '-c search_path=tamga',
    });
    await app.connect();
    const asSarnai = async (text: string, values: unknown[]) => {
      await app.query('begin');
      await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', 'officer', true)`, [
        idOf('sarnai'),
      ]);
      try {
        return (await app.query(text, values)).rowCount;
      } finally {
        await app.query('rollback');
      }
    };
    try {
      expect(await asSarnai('select from gov_handovers where application_id = $1', [foreign])).toBe(0);
      expect(await asSarnai('select from case_colleagues($1)', [await stage.authority(schools)])).toBe(0);
      await expect(
        asSarnai(
          `insert into gov_handovers (application_id, by_id, by_name, from_name, to_name, reason, created_at)
           values ($1, $2, '', '', '', '', now())`,
          [foreign, idOf('sarnai')],
        ),
      ).rejects.toThrow(/row-level security/);
      await expect(
        asSarnai(
          `insert into reply_templates (authority_id, kind, title, title_en, body, body_en, created_at, updated_at)
           values ($1, 'ask', 'x', 'x', 'x', 'x', now(), now())`,
          [await stage.authority(roads)],
        ),
      ).rejects.toThrow(/row-level security/);
    } finally {
      await app.end();
    }
  });
});
