import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GovStage, openGov } from '../../../test/gov.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(() => stage.world.close());

const form = {
  type: 'object',
  required: ['phone', 'size'],
  properties: {
    phone: { type: 'string', pattern: '^\\d{8}$', maxLength: 8 },
    size: { type: 'string', enum: ['S', 'M'] },
    copies: { type: 'integer', minimum: 1, maximum: 3 },
    'x-y': { type: 'string' },
  },
};

describe('what an officer asked for', () => {
  it('is given: answers merged, evidence listed, the note in the timeline', async () => {
    const id = await stage.place('bold', 'info_required', { payload: { a: 1, b: 2 } });
    const answer = await stage.post('bold', `/gov/applications/${id}/provide-info`, {
      note: 'Хавсаргав',
      payload: { b: 3 },
      evidence: [{ name: 'Диплом', reference: '№12' }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      status: 'in_review',
      payload: { a: 1, b: 3 },
      evidence: [{ name: 'Диплом', reference: '№12' }],
      suspended: false,
    });
    expect((await stage.timeline(id)).map(({ type, detail }) => [type, detail])).toEqual([
      ['info_provided', ''],
      ['info_note', 'Хавсаргав'],
    ]);
  });

  it('leaves answers that fit the service’s form; a null takes one back', async () => {
    const service = await stage.publish({ form });
    const made = await stage.apply('bold', service, {
      payload: { phone: '99112233', size: 'M', copies: 2 },
    });
    const { id } = made.body.data.application;
    await stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: 'Утас?' });
    const give = (payload: object) => stage.post('bold', `/gov/applications/${id}/provide-info`, { payload });
    for (const [payload, field, tag] of [
      [{ phone: null }, 'payload.phone', 'required'],
      [{ colour: 'red' }, 'payload.colour', 'unknown_field'],
      [{ colour: null }, 'payload.colour', 'unknown_field'],
      [{ toString: null }, 'payload.toString', 'unknown_field'],
      [{ copies: 9 }, 'payload.copies', 'max'],
    ] as const) {
      const refused = await give(payload);
      expect([refused.status, refused.body.data.errors[0]]).toEqual([
        422,
        expect.objectContaining({ field, tag }),
      ]);
    }
    expect((await stage.row(id))['status']).toBe('info_required');
    const given = await give({ phone: '88112233', size: 'M', copies: null, 'x-y': 'new' });
    expect([given.status, given.body.data.payload]).toEqual([
      200,
      { phone: '88112233', size: 'M', 'x-y': 'new' },
    ]);
  });

  it('may be as long as each of its parts may be, all at once', async () => {
    const id = await stage.place('bold', 'info_required');
    const longest = 'ж'.repeat(300);
    const answer = await stage.post('bold', `/gov/applications/${id}/provide-info`, {
      note: 'ж'.repeat(2000),
      payload: { a: 'a'.repeat(63 * 1024) },
      evidence: Array.from({ length: 20 }, () => ({ name: longest, reference: longest })),
    });
    expect([answer.status, answer.body.data.evidence?.length]).toEqual([200, 20]);
  });

  it('shows whoever decides which answers were given anew, and what they were', async () => {
    const service = await stage.publish({ form });
    const made = await stage.apply('bold', service, { payload: { phone: '99112233', size: 'M', copies: 2 } });
    const { id } = made.body.data.application;
    await stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: '?' });
    await stage.post('bold', `/gov/applications/${id}/provide-info`, {
      payload: { phone: '88112233', size: 'M', copies: null, 'x-y': 'new' },
    });
    const changes = [
      { field: 'phone', before: '99112233' },
      { field: 'copies', before: 2 },
      { field: 'x-y', before: null },
    ];
    const seen = (await stage.get('officer', `/gov/officer/queue/${id}`)).body.data;
    expect(seen.application.payload).toEqual({ phone: '88112233', size: 'M', 'x-y': 'new' });
    const own = (await stage.get('bold', `/gov/applications/${id}/timeline`)).body.data.items;
    for (const events of [seen.events, own])
      expect(events.map((event: { type: string; changes: object[] }) => [event.type, event.changes])).toEqual(
        [
          ['created', []],
          ['info_requested', []],
          ['info_provided', changes],
        ],
      );
    const [recorded] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'gov.application.provide_info' and target = $1`,
      [id],
    );
    expect(recorded?.metadata).toEqual({ from: 'info_required', to: 'in_review', evidence: 0, changed: 3 });
  });
});
