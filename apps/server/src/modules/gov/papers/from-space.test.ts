import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../../test/caller.ts';
import { openSpace, type SpaceStage } from '../../../../test/space.ts';

let stage: SpaceStage;
let id: string;
const quota = 1_000_000;
beforeAll(async () => {
  stage = await openSpace({
    env: { GSPACE_QUOTA_BYTES: String(quota), GOV_FILE_MAX_BYTES: '300000' },
  });
  id = await stage.place('bold', 'registered');
  await stage.send(pdf, 'Миний диплом.pdf');
  await stage.send('notes', 'notes.txt');
  await stage.send(Buffer.concat([pdf, Buffer.alloc(300_000)]), 'large.pdf');
});
afterAll(() => stage.world.close());
beforeEach(() => stage.world.clock.advance(30_000));

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n');
const sha256 = createHash('sha256').update(pdf).digest('hex');
const to = (at: string) => `/gov/applications/${at}/files/from-space`;
const form = (accepts: string[]) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {},
  'x-papers': [{ key: 'diploma', 'x-title': { mn: 'Диплом', en: 'Diploma' }, required: false, accepts }],
});

describe('a paper from the own space', () => {
  it('is a copy that stays when the file leaves the space', async () => {
    const added = await stage.post('bold', to(id), { name: 'Миний диплом.pdf' });
    expect([added.status, added.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Миний диплом.pdf',
        type: 'application/pdf',
        size_bytes: pdf.length,
        sha256,
        slot: null,
        created_at: stage.world.clock.now().toISOString(),
      },
    ]);
    const keys = await stage.world.database.query<{ id: string; sealed_key: string }>(
      'select id, sealed_key from stored_files where sha256 = $1',
      [sha256],
    );
    expect(new Set(keys.map(({ sealed_key }) => sealed_key)).size).toBe(2);
    const { used } = (await stage.list()).data;
    await stage.fetch(`/gspace/?name=${encodeURIComponent('Миний диплом.pdf')}`, { method: 'DELETE' });
    await stage.runJob('files.sweep');
    const got = await stage.fetch(`/gov/applications/${id}/files/${added.body.data.id}`);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(pdf);
    expect((await stage.list()).data.used).toBe(used - pdf.length);
    await stage.send(pdf, 'Миний диплом.pdf');
    const [event] = await stage.world.database.query('select action from audit_log where target = $1', [
      added.body.data.id,
    ]);
    expect(event).toEqual({ action: 'gov.file.add' });
  });

  it('goes into a draft, and the first one creates the draft', async () => {
    const service = await stage.publish();
    const added = await stage.post('bold', `/gov/drafts/${service}/files/from-space`, {
      name: 'Миний диплом.pdf',
    });
    expect(added.status).toBe(201);
    const draft = await stage.get('bold', `/gov/drafts/${service}`);
    expect(draft.body.data.files).toEqual([added.body.data]);
  });

  it('is added once when the call is repeated with its key', async () => {
    const own = await stage.place('bold', 'registered');
    const again = () =>
      createCaller(stage.server.url).post(
        `/api/v1${to(own)}`,
        { name: 'Миний диплом.pdf' },
        { token: stage.people.bold.token, headers: { 'idempotency-key': 'attach-1' } },
      );
    const [first, second] = [await again(), await again()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data).toEqual(first.body.data);
    expect((await stage.get('bold', `/gov/applications/${own}/files`)).body.data.total).toBe(1);
  });

  it('obeys the rules of papers, and a refused copy leaves nothing', async () => {
    const service = await stage.publish({ form: form(['image/png']) as never });
    const draft = `/gov/drafts/${service}/files/from-space`;
    const full = await stage.place('bold', 'registered');
    for (let at = 0; at < 20; at += 1)
      expect((await stage.post('bold', to(full), { name: 'Миний диплом.pdf' })).status).toBe(201);
    const ended = await stage.place('bold', 'cancelled');
    for (const [path, body, status, error] of [
      [to(id), { name: 'notes.txt' }, 415, 'file_refused'],
      [to(id), { name: 'large.pdf' }, 413, 'payload_too_large'],
      [to(id), { name: 'nothing.pdf' }, 404, 'not_found'],
      [to(id), { name: '' }, 422, 'validation_failed'],
      [to(id), { name: 'notes.txt', other: 1 }, 422, 'validation_failed'],
      [to(full), { name: 'Миний диплом.pdf' }, 409, 'too_many_files'],
      [to(ended), { name: 'Миний диплом.pdf' }, 409, 'invalid_transition'],
      [draft, { name: 'Миний диплом.pdf', slot: 'diploma' }, 415, 'paper_kind_refused'],
      [draft, { name: 'Миний диплом.pdf', slot: 'other' }, 422, 'validation_failed'],
    ] as const) {
      const refused = await stage.post('bold', path, body);
      expect([path, refused.status, refused.body.error]).toEqual([path, status, error]);
    }
    await stage.runJob('files.sweep');
    expect(await stage.unsettled()).toEqual([]);
  });

  it('is only one’s own, into one’s own application', async () => {
    expect((await stage.post('sarnai', to(id), { name: 'Миний диплом.pdf' })).status).toBe(404);
    const theirs = await stage.place('sarnai', 'registered');
    expect((await stage.post('sarnai', to(theirs), { name: 'Миний диплом.pdf' })).status).toBe(404);
    expect((await stage.post('bold', to(theirs), { name: 'Миний диплом.pdf' })).status).toBe(404);
    await stage.runJob('files.sweep');
    expect(await stage.unsettled()).toEqual([]);
  });
});

describe('a certificate', () => {
  it('is saved in the space as a PDF of its number; saving it again replaces it', async () => {
    await stage.publish({
      fulfilment: 'auto',
      has_discretion: false,
      has_assessment: false,
      sla_hours: 0,
      output_ref_type: 'residence',
    });
    const { id: reference_id, reference_no } = (
      await stage.post('bold', '/gov/references', { type: 'residence' })
    ).body.data;
    const before = (await stage.list()).data.files.length;
    for (let at = 0; at < 2; at += 1) {
      const saved = await stage.post('bold', '/gspace/from-reference', { reference_id });
      expect([saved.status, saved.body.data]).toEqual([
        200,
        { name: `${reference_no}.pdf`, size: expect.any(Number), used: expect.any(Number), limit: quota },
      ]);
    }
    const { files } = (await stage.list()).data;
    expect(files).toHaveLength(before + 1);
    expect(files.find(({ name }: { name: string }) => name === `${reference_no}.pdf`).type).toBe(
      'application/pdf',
    );
    const got = await stage.download(`${reference_no}.pdf`);
    expect((await got.text()).startsWith('%PDF-')).toBe(true);
    for (const [who, asked] of [
      ['sarnai', reference_id],
      ['bold', '22222222-2222-4222-8222-222222222222'],
    ] as const)
      expect((await stage.post(who, '/gspace/from-reference', { reference_id: asked })).status).toBe(404);
    expect((await stage.post('bold', '/gspace/from-reference', { reference_id: 'x' })).status).toBe(422);
    const added = await stage.post('bold', to(id), { name: `${reference_no}.pdf` });
    expect([added.status, added.body.error]).toEqual([201, undefined]);
  });
});
