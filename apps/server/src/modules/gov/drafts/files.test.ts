import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GovStage, openGov, type PersonName } from '../../../../test/gov.ts';
import { raw } from '../../../../test/raw.ts';
import { until } from '../../../../test/until.ts';

let stage: GovStage;
let service: string;
const limit = 50_000;
const dayMs = 24 * 3_600_000;
beforeAll(async () => {
  stage = await openGov({ env: { GOV_FILE_MAX_BYTES: String(limit) } });
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  // Each test starts with a full upload allowance and a separate service.
  stage.world.clock.advance(60_000);
  service = await stage.publish();
});

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n');
const draft = () => `/gov/drafts/${service}`;
const send = (
  body: Buffer | ReadableStream,
  { name = 'scan.pdf', who = 'bold' as PersonName, to = service, slot = '' } = {},
) =>
  fetch(
    `${stage.server.url}/api/v1/gov/drafts/${to}/files?${new URLSearchParams({ name, ...(slot && { slot }) })}`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stage.people[who].token}`,
        'content-type': 'application/octet-stream',
      },
      body,
      duplex: 'half',
    } as RequestInit,
  );
const add = async (...given: Parameters<typeof send>) => {
  const response = await send(...given);
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  const body = (await response.json()) as any;
  return { status: response.status, error: body.error, data: body.data };
};
const stored = () =>
  readdirSync(join(stage.world.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);
const recorded = (target: string) =>
  stage.world.database.query<{ action: string; metadata: object }>(
    'select action, metadata from audit_log where target = $1 order by id',
    [target],
  );
const draftId = async () => {
  const [row] = await stage.world.database.query<{ id: string }>(
    'select id from gov_drafts where user_id = $1 and service_id = $2',
    [stage.people.bold.userId, service],
  );
  return row?.id ?? '';
};

describe('a paper of a draft', () => {
  it('is stored with the draft, creates the draft if needed, and survives later changes', async () => {
    const added = await add(pdf, { name: 'Диплом.pdf' });
    expect([added.status, added.data.name, added.data.size_bytes]).toEqual([201, 'Диплом.pdf', pdf.length]);
    expect((await stage.get('bold', draft())).body.data).toMatchObject({ payload: {}, files: [added.data] });
    const saved = await stage.call('bold', 'PUT', draft(), { payload: { step: 1 } });
    expect(saved.body.data).toMatchObject({ payload: { step: 1 }, files: [added.data] });
    expect(stored()).toContain(added.data.id);
    const id = await draftId();
    expect(await recorded(added.data.id)).toEqual([
      {
        action: 'gov.draft.file_add',
        metadata: { draft_id: id, type: 'application/pdf', size_bytes: pdf.length },
      },
    ]);
    expect(await recorded(id)).toEqual(
      [1, 2].map((revision) => ({
        action: 'gov.draft.save',
        metadata: { service_id: service, revision },
      })),
    );
  });

  it('moves to the application in the same transaction, and is recorded again', async () => {
    const [first, second] = [(await add(pdf)).data, (await add(pdf, { name: 'b.pdf' })).data];
    const id = await draftId();
    await stage.call('bold', 'DELETE', `${draft()}/files/${second.id}`);
    expect((await recorded(second.id)).at(-1)).toEqual({
      action: 'gov.draft.file_remove',
      metadata: { draft_id: id },
    });
    const made = (await stage.apply('bold', service)).body.data.application;
    const files = (await stage.get('bold', `/gov/applications/${made.id}/files`)).body.data;
    expect(files).toEqual({ items: [first], total: 1 });
    expect((await recorded(first.id)).slice(1)).toEqual([
      {
        action: 'gov.file.add',
        metadata: {
          application_id: made.id,
          type: 'application/pdf',
          size_bytes: pdf.length,
          sha256: first.sha256,
        },
      },
    ]);
    expect((await stage.get('bold', draft())).status).toBe(404);
    const seen = (await stage.get('officer', `/gov/officer/queue/${made.id}`)).body.data;
    expect(seen.files).toEqual([first]);
    // The next application starts without them.
    const again = (await stage.apply('bold', service)).body.data.application;
    expect((await stage.get('bold', `/gov/applications/${again.id}/files`)).body.data.total).toBe(0);
  });

  it('stays with the draft when the application is rejected', async () => {
    const asks = await stage.publish({
      form: { type: 'object', required: ['size'], properties: { size: { type: 'string' } } },
    });
    const { data } = await add(pdf, { to: asks });
    expect((await stage.apply('bold', asks, { payload: {} })).status).toBe(422);
    expect((await stage.get('bold', `/gov/drafts/${asks}`)).body.data.files).toEqual([data]);
  });

  it('belongs to neither when the application is sent during the upload, and leaves no file', async () => {
    let finish = () => {};
    const slow = new ReadableStream({
      start(controller) {
        controller.enqueue(pdf);
        finish = () => controller.close();
      },
    });
    const arriving = add(slow);
    const isExpected = async () =>
      (await stage.world.database.query(`select 1 from stored_files where state = 'arriving'`)).length === 1;
    await until(isExpected);
    const made = (await stage.apply('bold', service)).body.data.application;
    await stage.call('bold', 'PUT', draft(), { payload: {} });
    finish();
    expect((await arriving).status).toBe(404);
    expect((await stage.get('bold', `/gov/applications/${made.id}/files`)).body.data.total).toBe(0);
    expect((await stage.get('bold', draft())).body.data.files).toEqual([]);
    await stage.runJob('files.sweep');
    const known = await stage.world.database.query<{ id: string }>('select id from gov_files order by id');
    expect(stored().toSorted()).toEqual(known.map(({ id }) => id));
  });

  it('has the limits of an application’s papers: size, type, name, number, rate', async () => {
    for (const [body, name, error] of [
      [Buffer.concat([pdf, Buffer.alloc(limit)]), 'a.pdf', 'payload_too_large'],
      [Buffer.from('<html></html>'), 'a.pdf', 'file_refused'],
      [pdf, ' ', 'name_required'],
    ] as const)
      expect((await add(body, { name })).error).toBe(error);
    stage.world.clock.advance(60_000);
    const many = await Promise.all(Array.from({ length: 22 }, () => add(pdf)));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(many.filter(({ error }) => error === 'too_many_files')).toHaveLength(2);
    const more = await Promise.all(Array.from({ length: 10 }, () => add(pdf)));
    expect(more.map(({ error }) => error)).toContain('rate_limited');
  });

  it('is invisible to other people, and accepted only for active services', async () => {
    const { id } = (await add(pdf)).data;
    for (const who of ['sarnai', 'officer'] as const) {
      expect((await stage.get(who, draft())).status).toBe(404);
      expect((await stage.call(who, 'DELETE', `${draft()}/files/${id}`)).status).toBe(404);
      // Even with their own draft for the service.
      await stage.call(who, 'PUT', draft(), { payload: {} });
      expect((await stage.call(who, 'DELETE', `${draft()}/files/${id}`)).status).toBe(404);
      expect((await stage.get(who, draft())).body.data.files).toEqual([]);
    }
    expect((await stage.get('officer', `/gov/officer/queue/${service}/files/${id}`)).status).toBe(404);
    for (const to of ['00000000-0000-4000-8000-000000000000', 'not-an-id'])
      expect((await add(pdf, { to })).status).toBe(404);
    expect((await stage.get('bold', draft())).body.data.files).toHaveLength(1);
  });

  it('is hidden from officers by row-level security too', async () => {
    const { id } = (await add(pdf)).data;
    const seen = (role: 'officer' | 'user', userId: string) =>
      stage.server.app.database.transaction({ userId, role }, (tx) =>
        tx.run(raw('select id from gov_files where id = $1', [id])),
      );
    expect(await seen('officer', stage.people.officer.userId)).toEqual([]);
    expect(await seen('user', stage.people.bold.userId)).toHaveLength(1);
  });
});

describe('a paper required by the form', () => {
  const title = (en: string) => ({ mn: `mn ${en}`, en });
  const form = {
    type: 'object',
    properties: { reason: { type: 'string', enum: ['first', 'lost'] } },
    'x-papers': [
      { key: 'certificate', 'x-title': title('Medical certificate'), required: true },
      { key: 'photo', 'x-title': title('Photo'), required: true, accepts: ['image/jpeg', 'image/png'] },
      {
        key: 'report',
        'x-title': title('Police report'),
        required: true,
        'x-when': { field: 'reason', is: ['lost'] },
      },
      { key: 'letter', 'x-title': title('Letter'), required: false },
    ],
  };
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5]);
  const lacking = async (payload: object) => {
    const { status, body } = await stage.apply('bold', service, { payload });
    return status === 201 ? [] : body.data.errors.map(({ field }: { field: string }) => field);
  };
  beforeEach(async () => {
    service = await stage.publish({ form });
  });

  it('is required by name until added, and a file for another slot does not count', async () => {
    const refused = await stage.apply('bold', service, { payload: { reason: 'first' } });
    expect([refused.status, refused.body.data.errors]).toEqual([
      422,
      [
        { field: 'papers.certificate', tag: 'required', message: 'Attach this paper: Medical certificate.' },
        { field: 'papers.photo', tag: 'required', message: 'Attach this paper: Photo.' },
      ],
    ]);
    await add(pdf);
    expect((await add(pdf, { slot: 'certificate' })).data.slot).toBe('certificate');
    expect(await lacking({ reason: 'first' })).toEqual(['papers.photo']);
    expect(await lacking({ reason: 'lost' })).toEqual(['papers.photo', 'papers.report']);
    const photo = (await add(jpeg, { name: 'me.jpg', slot: 'photo' })).data;
    await stage.call('bold', 'DELETE', `${draft()}/files/${photo.id}`);
    expect(await lacking({ reason: 'first' })).toEqual(['papers.photo']);
    expect(await lacking({ reason: 'nonsense' })).toEqual(['payload.reason', 'papers.photo']);
    await add(jpeg, { name: 'me.jpg', slot: 'photo' });
    expect(await lacking({ reason: 'first' })).toEqual([]);
  });

  it('is accepted only in the file types of its slot, and only for a known slot', async () => {
    const wrong = await add(pdf, { slot: 'photo' });
    expect([wrong.status, wrong.error, wrong.data.accepts]).toEqual([
      415,
      'paper_kind_refused',
      ['image/jpeg', 'image/png'],
    ]);
    for (const slot of ['diploma', '__proto__', 'x'.repeat(300)]) {
      const unknown = await add(pdf, { slot });
      expect([unknown.status, unknown.data.errors[0].field]).toEqual([422, 'slot']);
    }
  });

  it('is not sent when the answers no longer require it', async () => {
    await add(pdf, { slot: 'certificate' });
    await add(jpeg, { slot: 'photo' });
    const report = (await add(pdf, { slot: 'report' })).data;
    const made = (await stage.apply('bold', service, { payload: { reason: 'first' } })).body.data.application;
    const { items } = (await stage.get('bold', `/gov/applications/${made.id}/files`)).body.data;
    const filed = new Map(items.map((file: { id: string; slot: string }) => [file.slot, file.id]));
    expect([...filed.keys()].toSorted()).toEqual(['certificate', 'photo']);
    await stage.runJob('files.sweep');
    expect(stored()).not.toContain(report.id);
    // A required paper is replaced by adding the new one first.
    const remove = () =>
      stage.call('bold', 'DELETE', `/gov/applications/${made.id}/files/${filed.get('certificate')}`);
    expect((await remove()).body.error).toBe('paper_required');
    const added = await fetch(
      `${stage.server.url}/api/v1/gov/applications/${made.id}/files?name=b.pdf&slot=certificate`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stage.people.bold.token}`,
          'content-type': 'application/octet-stream',
        },
        body: pdf,
      },
    );
    expect(added.status).toBe(201);
    expect((await remove()).status).toBe(200);
  });
});

describe('a draft', () => {
  it('that is deleted takes its papers with it', async () => {
    const { id } = (await add(pdf)).data;
    const gone = await draftId();
    expect((await stage.call('bold', 'DELETE', draft())).status).toBe(200);
    expect((await recorded(gone)).at(-1)).toEqual({
      action: 'gov.draft.drop',
      metadata: { service_id: service, files: 1 },
    });
    await stage.runJob('files.sweep');
    expect(stored()).not.toContain(id);
    await stage.call('bold', 'PUT', draft(), { payload: {} });
    expect((await stage.get('bold', draft())).body.data.files).toEqual([]);
  });

  it('is deleted with its papers after ninety days without change, and kept otherwise', async () => {
    const [left, kept] = [service, await stage.publish()];
    const { id } = (await add(pdf, { to: left })).data;
    const gone = await draftId();
    const other = (await add(pdf, { to: kept })).data;
    stage.world.clock.advance(80 * dayMs);
    await stage.signInAgain();
    await stage.call('bold', 'PUT', `/gov/drafts/${kept}`, { payload: { a: 1 } });
    stage.world.clock.advance(10 * dayMs);
    await stage.runJob('gov.drafts.sweep');
    await stage.runJob('files.sweep');
    expect(stored()).toEqual(expect.arrayContaining([id, other.id]));
    stage.world.clock.advance(1000);
    await stage.runJob('gov.drafts.sweep');
    await stage.runJob('files.sweep');
    await stage.signInAgain();
    expect((await stage.get('bold', `/gov/drafts/${left}`)).status).toBe(404);
    expect((await stage.get('bold', `/gov/drafts/${kept}`)).body.data.files).toHaveLength(1);
    expect(stored()).not.toContain(id);
    expect((await recorded(gone)).at(-1)).toEqual({
      action: 'gov.draft.expire',
      metadata: { service_id: left, files: 1 },
    });
    expect(stored()).toContain(other.id);
  });
});
