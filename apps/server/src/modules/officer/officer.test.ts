import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhone } from '../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(() => stage.world.close());

const hourMs = 3_600_000;
const at = (offsetMs: number) => new Date(stage.world.clock.now().getTime() + offsetMs);
const queue = async (query = '', who: PersonName = 'officer') =>
  (await stage.get(who, `/gov/officer/queue${query}`)).body.data;
const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);
const act = (who: PersonName, id: string, action: string, body: object = {}) =>
  stage.post(who, `/gov/officer/queue/${id}/${action}`, body);

describe('the queue', () => {
  it('is sorted by deadline, then by waiting time, page by page', async () => {
    const expected: string[] = [];
    for (const [due, submitted] of [
      [1, -5],
      [2, -9],
      [2, -1],
      [9, -9],
      [null, -8],
      [null, -2],
    ] as const)
      expected.push(
        await stage.place('bold', 'registered', {
          due_at: due === null ? null : at(due * hourMs),
          submitted_at: at(submitted * hourMs),
        }),
      );
    expect(idsOf(await queue())).toEqual(expected);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await queue(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(page));
      if (cursor === '') expect(page.total).toBe(expected.length);
      cursor = page.next ?? '';
      // A new case in front of the page neither shifts nor repeats the following rows.
      await stage.place('sarnai', 'registered', { due_at: at(-hourMs) });
    } while (cursor !== '');
    expect(seen).toEqual(expected);
    await stage.world.database.query('delete from gov_applications');
  });

  it('is sorted by deadline or submission, in both directions, for some authorities, all, and a search', async () => {
    const cases: { id: string; due: number | null; sent: number }[] = [];
    for (const [due, sent] of [
      [null, 2],
      [1, 3],
      [2, 3],
      [2, 1],
      [null, 2],
      [1, 3],
      [1, 1],
    ] as const) {
      const times = { due_at: due === null ? null : at(due * hourMs), submitted_at: at(sent * hourMs) };
      const id = await stage.place('bold', 'registered', {
        ...times,
        service_code: 'T-SORTED',
        agency: 'Sorted',
      });
      cases.push({ id, due, sent });
    }
    const sort = (...keys: ((each: (typeof cases)[0]) => number)[]) =>
      cases
        .toSorted((a, b) => {
          const differing = keys.find((key) => key(a) !== key(b));
          return differing ? differing(a) - differing(b) : a.id < b.id ? -1 : 1;
        })
        .map(({ id }) => id);
    const sentAt = (each: (typeof cases)[0]) => each.sent;
    const byDue = sort(({ due }) => due ?? 99, sentAt);
    const bySent = sort(sentAt);
    const expected = {
      due_at: byDue,
      '-due_at': byDue.toReversed(),
      submitted_at: bySent,
      '-submitted_at': bySent.toReversed(),
    };
    const decideFor = async (authority: string) =>
      stage.world.database.query('update officer_authorities set authority_id = $2 where user_id = $1', [
        stage.people.officer.userId,
        authority === '*' ? null : await stage.authority(authority),
      ]);
    const readAll = async (filter: string) => {
      for (const [name, ids] of Object.entries(expected)) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await queue(`?limit=2&sort=${name}${filter}${cursor ? `&cursor=${cursor}` : ''}`);
          seen.push(...idsOf(page));
          cursor = page.next;
        } while (cursor !== undefined);
        expect([name, filter, seen]).toEqual([name, filter, ids]);
      }
    };
    for (const filter of ['', '&service=T-SORTED', '&q=T-SORTED', '&status=registered', '&unassigned=true'])
      await readAll(filter);
    await decideFor('Sorted');
    for (const filter of ['', '&q=T-SORTED', '&status=registered']) await readAll(filter);
    await decideFor('*');
    const { next } = await queue('?limit=2&sort=submitted_at');
    for (const query of [`sort=-submitted_at&cursor=${next}`, `cursor=${next}`, 'sort=name'])
      expect((await stage.get('officer', `/gov/officer/queue?${query}`)).status).toBe(422);
    await stage.world.database.query('delete from gov_applications');
  });

  it('filters by state, holder and lateness', async () => {
    const own = await stage.place('officer', 'registered');
    const free = await stage.place('bold', 'registered', { due_at: at(-hourMs) });
    const mine = await stage.place('bold', 'in_review', { assigned_to: stage.people.officer.userId });
    const other = await stage.place('sarnai', 'in_review', { assigned_to: stage.people.other.userId });
    const asked = await stage.place('bold', 'info_required', { due_at: at(-hourMs) });
    const approved = await stage.place('bold', 'approved');
    const set = async (query: string) => new Set(idsOf(await queue(query)));
    expect(await set('')).toEqual(new Set([free, mine, other, asked]));
    expect(await set('?assigned_to=me')).toEqual(new Set([mine]));
    expect(await set('?unassigned=true')).toEqual(new Set([free, asked]));
    expect(await set('?overdue=true')).toEqual(new Set([free]));
    expect(await set('?status=approved')).toEqual(new Set([approved]));
    expect(await set('?status=in_review&assigned_to=me')).toEqual(new Set([mine]));
    expect(await set('?limit=0')).toEqual(new Set([free, mine, other, asked]));
    expect(await set('')).not.toContain(own);
    for (const query of ['?status=lost', `?assigned_to=${stage.people.other.userId}`]) {
      const refused = await stage.get('officer', `/gov/officer/queue${query}`);
      expect([refused.status, refused.body.error]).toEqual([422, 'validation_failed']);
    }
    for (const cursor of ['x', `never_1_${own}_2`, `99999999999999999_1_${own}`, 'never_1_x'])
      expect((await stage.get('officer', `/gov/officer/queue?cursor=${cursor}`)).status).toBe(422);
    await stage.world.database.query('delete from gov_applications');
  });

  it('lists as many cases per view as the figures show', async () => {
    const soon = { due_at: at(23 * hourMs) };
    const late = { due_at: at(-hourMs) };
    const mine = { assigned_to: stage.people.officer.userId };
    for (const over of [late, soon, { ...soon, ...mine }, { due_at: at(25 * hourMs) }, {}])
      await stage.place('bold', 'registered', over);
    await stage.place('bold', 'registered', { ...soon, fulfilment: 'auto' });
    for (const over of [late, soon]) await stage.place('sarnai', 'info_required', over);
    for (const over of [late, soon, mine]) await stage.place('bold', 'approved', over);
    await stage.place('bold', 'completed', late);
    for (const status of ['registered', 'info_required', 'approved'])
      await stage.place('officer', status, soon);
    const figures = (await stage.get('officer', '/gov/officer/stats')).body.data;
    expect(figures).toEqual({
      open: 7,
      unassigned: 6,
      mine: 1,
      overdue: 1,
      due_soon: 2,
      due_today: expect.any(Number),
      waiting: 2,
      awaiting_delivery: 3,
    });
    for (const [name, query] of [
      ['open', ''],
      ['unassigned', '?unassigned=true'],
      ['mine', '?assigned_to=me'],
      ['overdue', '?overdue=true'],
      ['due_soon', '?due_soon=true'],
      ['due_today', '?due_today=true'],
      ['waiting', '?status=info_required'],
      ['awaiting_delivery', '?status=approved'],
    ] as const) {
      expect([name, (await queue(query)).items.length]).toEqual([name, figures[name]]);
      // A search that matches everything changes no view.
      const sign = query === '' ? '?' : '&';
      expect(idsOf(await queue(`${query}${sign}q=placed`))).toEqual(idsOf(await queue(query)));
    }
    expect((await queue('?due_soon=true&overdue=true')).items).toEqual([]);
    await stage.world.database.query('delete from gov_applications');
  });

  it('counts as due today what falls due before midnight in Ulaanbaatar', async () => {
    const tenInTheMorning = 2 * hourMs;
    const sinceMidnightUtc = stage.world.clock.now().getTime() % (24 * hourMs);
    stage.world.clock.advance(24 * hourMs - sinceMidnightUtc + tenInTheMorning);
    await stage.signInAgain();
    const today = await stage.place('bold', 'registered', { due_at: at(13.9 * hourMs) });
    await stage.place('bold', 'registered', { due_at: at(14.1 * hourMs) });
    await stage.place('bold', 'registered', { due_at: at(-hourMs) });
    expect(idsOf(await queue('?due_today=true'))).toEqual([today]);
    expect((await queue('?due_today=true&overdue=true')).items).toEqual([]);
    expect((await stage.get('officer', '/gov/officer/stats')).body.data).toMatchObject({
      due_today: 1,
      due_soon: 2,
      overdue: 1,
    });
    await stage.world.database.query('delete from gov_applications');
  });

  it('lists the cases of one service, also within a view and a search', async () => {
    const card = { service_code: 'T-CARD' };
    const first = await stage.place('bold', 'registered', { ...card, due_at: at(hourMs) });
    const mine = await stage.place('sarnai', 'in_review', {
      ...card,
      assigned_to: stage.people.officer.userId,
    });
    await stage.place('bold', 'registered');
    const of = async (more: string) => idsOf(await queue(`?service=T-CARD${more}`));
    expect(await of('')).toEqual([first, mine]);
    expect(await of('&assigned_to=me')).toEqual([mine]);
    expect(await of('&due_soon=true')).toEqual([first]);
    expect(await of('&q=APP')).toEqual([first, mine]);
    await stage.world.database.query('delete from gov_applications');
  });

  it('shows applicant and service; answers and number are only in the case, and opening it is logged', async () => {
    const service = await stage.publish({ form: { type: 'object', properties: { a: { type: 'string' } } } });
    const made = await stage.apply('bold', service, { payload: { a: 'нууц' }, note: 'хувийн' });
    const { id } = made.body.data.application;
    const [item] = (await queue()).items;
    expect(item).toMatchObject({ id, payload: {}, note: '', applicant: { civil_id: null } });
    expect(item.applicant.full_name).not.toBe('');
    const opened = await stage.get('officer', `/gov/officer/queue/${id}`);
    expect(opened.body.data).toMatchObject({
      application: {
        id,
        user_id: stage.people.bold.userId,
        payload: { a: 'нууц' },
        note: 'хувийн',
        applicant: { civil_id: '101485031512' },
        assigned_to: null,
      },
      service: { id: service, form: { type: 'object' } },
      events: [{ type: 'created' }],
      files: [],
    });
    const log = (await stage.get('bold', '/users/me/access-log')).body.data.items;
    expect(log[0]).toMatchObject({
      purpose: 'gov.officer.case',
      by: { role: 'manager' },
      matter: { id, number: item.reference_no, title: item.service_name },
    });
    // List and case are one matter of one day, so they share one line.
    expect(log.filter((entry: { matter?: { id: string } }) => entry.matter?.id === id)).toHaveLength(1);
    expect((await stage.get('officer', `/gov/officer/queue/${randomUUID()}`)).status).toBe(404);
    expect((await stage.get('officer', '/gov/officer/queue/nothing')).status).toBe(404);
    expect((await stage.get('sarnai', `/gov/officer/queue/${id}`)).status).toBe(403);
    for (const path of ['stats', 'queue'])
      expect((await stage.get('bold', `/gov/officer/${path}`)).status).toBe(403);
  });
});

describe('assigning a case', () => {
  it('is exclusive; a repeat renews the lease; another officer may take over an expired lease', async () => {
    const id = await stage.place('bold', 'registered');
    const taken = await act('officer', id, 'assign');
    expect(taken.body.data).toMatchObject({
      status: 'in_review',
      assigned: true,
      assigned_to: stage.people.officer.userId,
    });
    const refused = await act('other', id, 'assign');
    expect([refused.status, refused.body.error]).toEqual([409, 'already_assigned']);
    stage.world.clock.advance(23 * hourMs);
    await stage.signInAgain();
    expect((await act('officer', id, 'assign')).status).toBe(200);
    stage.world.clock.advance(23 * hourMs);
    await stage.signInAgain();
    expect((await act('other', id, 'assign')).status).toBe(409);
    stage.world.clock.advance(2 * hourMs);
    await stage.signInAgain();
    const over = await act('other', id, 'assign');
    expect(over.body.data.assigned_to).toBe(stage.people.other.userId);
    expect((await stage.timeline(id)).map(({ type }) => type)).toEqual(['assigned', 'assigned']);
    const citizen = (await stage.get('bold', `/gov/applications/${id}`)).body.data;
    expect(citizen.assigned).toBe(true);
    expect(JSON.stringify(citizen)).not.toContain(stage.people.other.userId);
  });

  it('succeeds for one of two concurrent officers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await stage.place('bold', 'registered');
      const answers = await Promise.all([act('officer', id, 'assign'), act('other', id, 'assign')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await stage.timeline(id)).toHaveLength(1);
    }
  });
});

describe('deciding', () => {
  it('succeeds for one of two concurrent officers, and the other gets 409', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await stage.place('bold', 'in_review', { output_ref_type: 'tax' });
      const answers = await Promise.all([
        act('officer', id, 'decide', { approve: true }),
        act('other', id, 'decide', { approve: false, note: 'Дутуу' }),
        act('other', id, 'decide', { approve: true }),
      ]);
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(new Set(answers.filter((each) => !won.includes(each)).map(({ body }) => body.error))).toEqual(
        new Set(['invalid_transition']),
      );
      expect((await stage.timeline(id)).filter(({ type }) => type === 'decided')).toHaveLength(1);
      const references = await stage.world.database.query(
        'select 1 from gov_references where application_id = $1',
        [id],
      );
      expect(references).toHaveLength((await stage.row(id))['status'] === 'completed' ? 1 : 0);
    }
  });

  it('grants no certificate against the state register or during its outage', async () => {
    const id = await stage.place('bold', 'in_review', { output_ref_type: 'criminal' });
    await createPhone(stage.world.sandbox).fault('registry_down', 1);
    const away = await act('officer', id, 'decide', { approve: true });
    expect([away.status, away.body.error]).toEqual([503, 'register_unavailable']);
    expect((await stage.row(id))['status']).toBe('in_review');
    expect((await act('officer', id, 'decide', { approve: true })).body.data.status).toBe('completed');

    const convicted = { full_name: 'Нурлан Айгүл', full_name_en: 'Nurlan Aigul', civil_id: '101494062785' };
    const other = await stage.place('sarnai', 'in_review', {
      output_ref_type: 'criminal',
      applicant: convicted,
    });
    const looks = async () =>
      (
        await stage.world.database.query(
          `select 1 from audit_log where action = 'access.person.read' and target = $1`,
          [stage.people.sarnai.userId],
        )
      ).length;
    const before = await looks();
    const refused = await act('officer', other, 'decide', { approve: true });
    expect([refused.status, refused.body.error]).toEqual([409, 'not_certifiable']);
    expect(refused.body.data.reason).toContain('holds a conviction');
    // The officer's access is in the person's access log.
    expect(await looks()).toBe(before + 1);
    expect((await stage.row(other))['status']).toBe('in_review');
    const rejected = await act('officer', other, 'decide', { approve: false, note: 'Бүртгэлтэй' });
    expect(rejected.body.data.status).toBe('rejected');
  });

  it('requires a reason for a refusal, and the applicant gets it', async () => {
    const id = await stage.place('bold', 'in_review');
    for (const body of [
      { approve: false },
      { approve: false, note: '  ' },
      { approve: false, note: ' \u200b\u2060' },
    ]) {
      const refused = await act('officer', id, 'decide', body);
      expect([refused.status, refused.body.error]).toEqual([400, 'reason_required']);
    }
    for (const note of [' ', '\u200b'])
      expect((await act('officer', id, 'request-info', { note })).body.error).toBe('reason_required');
    expect((await act('officer', id, 'request-info', {})).status).toBe(422);
    const decided = await act('officer', id, 'decide', {
      approve: false,
      note: 'Баримт дутуу',
      result: 'not_admissible',
    });
    expect(decided.body.data).toMatchObject({
      status: 'rejected',
      result: 'not_admissible',
      decision_note: 'Баримт дутуу',
      decided_by: stage.people.officer.userId,
    });
    const [told] = await stage.notifications('bold');
    expect(told).toMatchObject({ category: 'warning', title: 'Application refused' });
    expect(told?.body).toContain('Баримт дутуу');
  });

  it('accepts only the results of its transition', async () => {
    const id = await stage.place('bold', 'in_review');
    for (const [approve, result] of [
      [true, 'refused'],
      [true, 'anything'],
      [false, 'granted'],
      [false, ''],
    ] as const) {
      const refused = await act('officer', id, 'decide', { approve, result, note: 'x' });
      expect([refused.status, refused.body.error]).toEqual([422, 'validation_failed']);
    }
    const granted = await act('officer', id, 'decide', { approve: true, result: 'processed' });
    expect(granted.body.data).toMatchObject({ status: 'approved', result: 'processed' });
    const delivered = await act('other', id, 'complete');
    expect(delivered.body.data).toMatchObject({ status: 'completed', result: 'processed' });
    expect((await stage.timeline(id)).map(({ type }) => type)).toEqual(['decided', 'delivered']);
  });
});

describe('row-level security for officers', () => {
  const tables = {
    users: 'select id from users where id <> app_user_id()',
    sessions: 'select id from sessions where user_id <> app_user_id()',
    gov_payments: 'select id from gov_payments',
    gov_payment_receipts: 'select invoice_id from gov_payment_receipts',
    appointments: 'select id from appointments',
    notifications: 'select id from notifications where user_id <> app_user_id()',
    gov_references: 'select id from gov_references where user_id <> app_user_id()',
    gov_drafts: 'select service_id from gov_drafts',
    // Only their own accesses, so that a repeated list does not record the same people again.
    audit_log: `select id from audit_log where not (category = 'access' and actor_user_id = app_user_id())`,
  };

  it('shows cases and papers, and no people, payments or appointments', async () => {
    const service = await stage.publish({ fee: 500 });
    await stage.apply('bold', service);
    const draft = await stage.call('bold', 'PUT', `/gov/drafts/${service}`, { payload: {} });
    expect(draft.status).toBe(200);
    await stage.world.database.query(
      `insert into appointments (user_id, agency, scheduled_at, minutes, status, created_at)
       values ($1, 'x', now(), 30, 'booked', now())`,
      [stage.people.bold.userId],
    );
    const own = await stage.place('officer', 'in_review', { service_code: 'T-SEEN' });
    const theirs = await stage.place('bold', 'in_review', { service_code: 'T-SEEN' });
    const app = new pg.Client({
      connectionString: stage.world.database.appUrl,
      options: '-c search_path=tamga',
    });
    await app.connect();
    const as = async (role: string, text: string, values: unknown[] = []) => {
      await app.query('begin');
      await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', $2, true)`, [
        stage.people.officer.userId,
        role,
      ]);
      const { rowCount } = await app.query(text, values);
      await app.query('rollback');
      return rowCount;
    };
    try {
      for (const [table, text] of Object.entries(tables)) {
        expect([table, await as('officer', text)]).toEqual([table, 0]);
        if (!['users', 'sessions', 'gov_payment_receipts'].includes(table))
          expect([table, (await as('system', text)) ?? 0]).not.toEqual([table, 0]);
      }
      expect(await as('officer', 'select 1 from gov_applications where id = $1', [theirs])).toBe(1);
      const search = `select find_cases('T-SEEN', null, null, false, false, null, null, null, null, null, 9)`;
      expect([await as('officer', search), await as('user', search), await as('system', search)]).toEqual([
        1, 0, 0,
      ]);
      const [fee] = await stage.world.database.query<{ application_id: string }>(
        `select application_id from gov_payments where status = 'pending'`,
      );
      const withdraw = (role: string) => as(role, 'select id from withdraw_fee($1)', [fee?.application_id]);
      expect([await withdraw('user'), await withdraw('officer'), await withdraw('system')]).toEqual([
        0, 1, 1,
      ]);
      const decide = `update gov_applications set status = 'approved' where id = $1`;
      expect(await as('officer', decide, [theirs])).toBe(1);
      expect(await as('officer', decide, [own])).toBe(0);
      expect(await as('user', decide, [theirs])).toBe(0);
      await expect(
        as('officer', `update gov_applications set applicant = '{}' where id = $1`, [theirs]),
      ).rejects.toThrow(/permission denied/);
    } finally {
      await app.end();
    }
  });
});
