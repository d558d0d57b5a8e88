import { readBirthDate } from '@tamga/forms';
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

describe('the requested information', () => {
  it('is added: answers are merged, evidence is listed, the note is in the timeline', async () => {
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

  it('must leave answers that match the form; a null removes an answer', async () => {
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

  it('and the application itself cannot say anything else than the eID about the applicant', async () => {
    const service = await stage.publish({
      form: {
        type: 'object',
        properties: {
          last_name: { type: 'string', maxLength: 100, 'x-prefill': 'last_name' },
          number: { type: 'string', maxLength: 20, 'x-prefill': 'national_id' },
          born: { type: 'string', format: 'date', 'x-birth-of': 'number' },
          phone: { type: 'string', maxLength: 8 },
        },
        required: ['last_name'],
      },
    });
    const [bold] = await stage.world.database.query<{ last_name: string; national_id: string }>(
      'select last_name, national_id from users where id = $1',
      [stage.people.bold.userId],
    );
    const born = readBirthDate(bold?.national_id ?? '');
    const right = { last_name: bold?.last_name, number: bold?.national_id, born };
    const errorsOf = ({ status, body }: Awaited<ReturnType<typeof stage.post>>) =>
      status === 422 ? body.data.errors.map(({ field }: { field: string }) => field) : status;
    const send = async (payload: object) => errorsOf(await stage.apply('bold', service, { payload }));
    expect(await send({ ...right, last_name: 'Өөрхүн' })).toEqual(['payload.last_name']);
    expect(await send({ ...right, number: 'УБ90010112' })).toEqual(['payload.number', 'payload.born']);
    expect(await send({ ...right, born: '1990-01-02' })).toEqual(['payload.born']);
    const made = await stage.apply('bold', service, { payload: { ...right, phone: '99112233' } });
    expect(made.status).toBe(201);
    const { id } = made.body.data.application;
    await stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: 'Утас?' });
    const give = async (payload: object) =>
      errorsOf(await stage.post('bold', `/gov/applications/${id}/provide-info`, { payload }));
    expect(await give({ last_name: 'Өөрхүн' })).toEqual(['payload.last_name']);
    expect(await give({ phone: '88112233' })).toBe(200);
  });

  it('must follow the rules of the form for new answers and new dates', async () => {
    const service = await stage.publish({
      form: {
        type: 'object',
        properties: {
          seen: { type: 'string', format: 'date', 'x-latest': 'today', 'x-earliest': 'today-P1M' },
          why: { type: 'string', enum: ['new', 'lost'] },
          how: { type: 'string', 'x-when': { field: 'why', is: ['lost'] }, 'x-required': true },
        },
        'x-papers': [
          {
            key: 'report',
            'x-title': { mn: 'Мэдэгдэл', en: 'Police report' },
            required: true,
            'x-when': { field: 'why', is: ['lost'] },
          },
        ],
      },
    });
    const today = stage.world.clock.now().toISOString().slice(0, 10);
    const made = await stage.apply('bold', service, { payload: { seen: today, why: 'new' } });
    const { id } = made.body.data.application;
    expect(made.body.data.application.answered_at).toBeNull();
    stage.world.clock.advance(60 * 24 * 3_600_000);
    await stage.signInAgain();
    await stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: '?' });
    const give = (payload: object) => stage.post('bold', `/gov/applications/${id}/provide-info`, { payload });
    const errorsOf = async (payload: object) =>
      (await give(payload)).body.data.errors.map(({ field, tag }: { field: string; tag: string }) => [
        field,
        tag,
      ]);
    expect(await errorsOf({ why: 'lost' })).toEqual([
      ['payload.how', 'required'],
      ['papers.report', 'required'],
    ]);
    expect(await errorsOf({ seen: '2035-01-01' })).toEqual([['payload.seen', 'max']]);
    expect(await errorsOf({ how: 'x' })).toEqual([['payload.how', 'unknown_field']]);
    const upload = await fetch(
      `${stage.server.url}/api/v1/gov/applications/${id}/files?name=report.pdf&slot=report`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stage.people.bold.token}`,
          'content-type': 'application/octet-stream',
        },
        body: '%PDF-1.7 ',
      },
    );
    const { data: paper } = (await upload.json()) as { data: { id: string; slot: string } };
    expect([upload.status, paper.slot]).toEqual([201, 'report']);
    // The old date is out of bounds by now, but it was not asked for again.
    const given = await give({ why: 'lost', how: 'in a taxi' });
    expect([given.status, given.body.data.status]).toEqual([200, 'in_review']);
    expect(given.body.data.answered_at).toBe(stage.world.clock.now().toISOString());
    // A required paper cannot be removed later; the next question starts a new round.
    const removed = await stage.call('bold', 'DELETE', `/gov/applications/${id}/files/${paper.id}`);
    expect([removed.status, removed.body.error]).toEqual([409, 'paper_required']);
    await stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: 'And?' });
    expect((await stage.get('bold', `/gov/applications/${id}`)).body.data.answered_at).toBeNull();
  });

  it('may use the maximum length of all parts at once', async () => {
    const id = await stage.place('bold', 'info_required');
    const longest = 'ж'.repeat(300);
    const answer = await stage.post('bold', `/gov/applications/${id}/provide-info`, {
      note: 'ж'.repeat(2000),
      payload: { a: 'a'.repeat(63 * 1024) },
      evidence: Array.from({ length: 20 }, () => ({ name: longest, reference: longest })),
    });
    expect([answer.status, answer.body.data.evidence?.length]).toEqual([200, 20]);
  });

  it('shows the officer which answers changed, with their previous values', async () => {
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
