import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { type Action, openStatuses, type Status, statuses, transitions } from './state-machine.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov({ env: { GOV_INFO_EXPIRY_DAYS: '30' } });
});
afterAll(() => stage.world.close());

const dayMs = 24 * 3_600_000;
const longAgo = () => new Date(stage.world.clock.now().getTime() - 40 * dayMs);

/** The HTTP request of each action. */
const calls: Partial<Record<Action, { path: (id: string) => string; body: object | (() => object) }>> = {
  assign: { path: (id) => `/gov/officer/queue/${id}/assign`, body: {} },
  reassign: {
    path: (id) => `/gov/officer/queue/${id}/reassign`,
    body: () => ({ to: stage.people.other.userId }),
  },
  release: { path: (id) => `/gov/officer/queue/${id}/release`, body: {} },
  request_info: { path: (id) => `/gov/officer/queue/${id}/request-info`, body: { note: 'Зураг тод биш' } },
  approve: { path: (id) => `/gov/officer/queue/${id}/decide`, body: { approve: true } },
  reject: { path: (id) => `/gov/officer/queue/${id}/decide`, body: { approve: false, note: 'Дутуу' } },
  complete: { path: (id) => `/gov/officer/queue/${id}/complete`, body: {} },
  provide_info: { path: (id) => `/gov/applications/${id}/provide-info`, body: {} },
  cancel: { path: (id) => `/gov/applications/${id}/cancel`, body: {} },
};
const asked = Object.keys(calls) as Action[];
const ask = (who: 'bold' | 'sarnai' | 'officer', action: Action, id: string) => {
  const call = calls[action];
  if (call === undefined) throw new Error(`${action} is not asked for`);
  return stage.post(who, call.path(id), typeof call.body === 'function' ? call.body() : call.body);
};
const rowOf = (action: Action, from: Status, lane: 'manual' | 'auto', when?: string) =>
  transitions.find(
    (row) =>
      row.action === action &&
      row.from.includes(from) &&
      (row.lane === 'any' || row.lane === lane) &&
      (row.when === undefined || row.when === when || ['reassign', 'release'].includes(action)),
  );
const actorOf = (action: Action) => transitions.find((row) => row.action === action)?.actor;

describe('every pair of state and action', () => {
  for (const lane of ['manual', 'auto'] as const)
    for (const action of asked)
      it(`${action} in the ${lane} lane moves exactly where the table says, and nowhere else`, async () => {
        const outcomes: Record<string, unknown> = {};
        const wanted: Record<string, unknown> = {};
        for (const from of statuses) {
          // Only a held case can be given back.
          const held = action === 'release' ? { assigned_to: stage.people.officer.userId } : {};
          const id = await stage.place('bold', from, { fulfilment: lane, ...held });
          const answer = await ask(actorOf(action) === 'officer' ? 'officer' : 'bold', action, id);
          const row = rowOf(action, from, lane, 'issues no reference');
          const { status, result } = await stage.row(id);
          const events = (await stage.timeline(id)).map((event) => [
            event.type,
            event.from_status,
            event.to_status,
          ]);
          outcomes[from] = [answer.status, answer.body.error, status, result, events];
          wanted[from] =
            row === undefined
              ? [409, 'invalid_transition', from, '', []]
              : [200, undefined, row.to, row.results[0] ?? '', [[row.event, from, row.to]]];
        }
        expect(outcomes).toEqual(wanted);
      });

  it('issues exactly one certificate and completes when an approval issues one', async () => {
    for (const from of ['registered', 'in_review', 'info_required'] as const) {
      const id = await stage.place('bold', from, { output_ref_type: 'criminal' });
      expect((await ask('officer', 'approve', id)).status).toBe(200);
      const row = await stage.row(id);
      expect([row['status'], row['result'], row['suspended_at']]).toEqual(['completed', 'granted', null]);
      const issued = await stage.world.database.query(
        'select id, type, data from gov_references where application_id = $1',
        [id],
      );
      expect(issued).toMatchObject([
        {
          id: row['output_ref_id'],
          type: 'criminal',
          data: { holder: row['applicant'], service_code: 'T-PLACED', source: { register: 'criminal' } },
        },
      ]);
    }
  });

  it('runs scheduled transitions only in the states of the table', async () => {
    const ids = new Map<string, { from: Status; lane: 'manual' | 'auto' }>();
    for (const lane of ['manual', 'auto'] as const)
      for (const from of statuses)
        ids.set(
          await stage.place('bold', from, {
            fulfilment: lane,
            tacit_allowed: true,
            due_at: longAgo(),
            submitted_at: longAgo(),
            suspended_at: from === 'info_required' ? longAgo() : null,
          }),
          { from, lane },
        );
    await stage.sweep();
    for (const [id, { from, lane }] of ids) {
      const moves = (['register', 'approve_tacitly', 'expire'] as const).map((action) =>
        rowOf(action, from, lane),
      );
      let now: Status = from;
      for (const row of moves) if (row?.from.includes(now)) now = row.to;
      // The same sweep also grants what it just registered, because the deadline has passed.
      if (from === 'submitted' && lane === 'manual') now = 'completed';
      const row = await stage.row(id);
      expect([from, lane, row['status']]).toEqual([from, lane, now]);
      const isLate = lane === 'manual' && openStatuses.includes(from) && from !== 'info_required';
      expect([from, lane, row['sla_breached']]).toEqual([from, lane, isLate]);
    }
  });
});

describe('forbidden transitions', () => {
  it('rejects an officer’s action from a citizen', async () => {
    const id = await stage.place('bold', 'registered');
    for (const action of asked.filter((each) => actorOf(each) === 'officer')) {
      const answer = await ask('sarnai', action, id);
      expect([action, answer.status, answer.body.error]).toEqual([action, 403, 'forbidden']);
    }
    expect((await stage.row(id))['status']).toBe('registered');
  });

  it('answers 404 for another person’s application, to a citizen and to an officer acting as a citizen', async () => {
    const id = await stage.place('bold', 'info_required');
    for (const who of ['sarnai', 'officer'] as const) {
      for (const action of ['provide_info', 'cancel'] as const)
        expect([(await ask(who, action, id)).status, who]).toEqual([404, who]);
      for (const path of ['', '/timeline', '/files'])
        expect((await stage.get(who, `/gov/applications/${id}${path}`)).status).toBe(404);
    }
    expect((await stage.row(id))['status']).toBe('info_required');
  });

  it('hides an officer’s own application from them and rejects their actions on it', async () => {
    for (const action of asked.filter((each) => actorOf(each) === 'officer')) {
      const id = await stage.place('officer', action === 'complete' ? 'approved' : 'in_review');
      const answer = await ask('officer', action, id);
      expect([action, answer.status, answer.body.error]).toEqual([action, 403, 'own_application']);
      expect((await stage.get('officer', `/gov/officer/queue/${id}`)).status).toBe(403);
    }
  });
});
