import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import type { FormSchema } from '@tamga/forms';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runTool } from '../../../../../scripts/debian-tools.mjs';
import { createCaller } from '../../../test/caller.ts';
import { changeAsSystem, createPhone } from '../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';
import { createClock } from '../../../test/server.ts';
import { requestPayment } from '../payments/index.ts';
import { pdfEngine } from '../signing/index.ts';

let stage: GovStage;
let service: string;
const folder = mkdtempSync(join(tmpdir(), 'tamga-seal-'));

beforeAll(async () => {
  // With its own keys: shared certificates name the status addresses of another sandbox.
  stage = await openGov({ clock: createClock() });
  service = await stage.publish({ output_ref_type: 'residence', has_discretion: true });
});
// The clock moves further than a token lives.
beforeEach(() => stage.signInAgain());
afterEach(async () => {
  await control('DELETE', '/faults');
  await control('DELETE', '/revocations');
  stage.world.clock.advance(60_000);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stage.world.close();
});

const control = (method: string, path: string, body?: object) =>
  fetch(`${stage.world.sandbox.url}/control${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const fault = (kind: string) => control('POST', '/faults', { kind, count: 1000 });
const issue = async (who: PersonName = 'bold'): Promise<string> => {
  const { id } = (await stage.apply(who, service)).body.data.application;
  return (await stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve: true })).body.data
    .output_ref_id;
};
const fetchFor = (who: PersonName, path: string) =>
  fetch(`${stage.server.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${stage.people[who].token}` },
  });
const download = (id: string, who: PersonName = 'bold') => fetchFor(who, `/gov/references/${id}/document`);
const bytesOf = async (response: Promise<Response>) => {
  const answer = await response;
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await answer.arrayBuffer());
};
const verify = async (file: Buffer) => {
  const answer = await fetch(`${stage.server.url}/api/v1/sign/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(file),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  return ((await answer.json()) as any).data;
};
const levelOf = async (id: string) =>
  (await stage.get('bold', '/gov/references')).body.data.items.find((item: { id: string }) => item.id === id)
    .seal_level;
const runQueued = async (name: string, data: object) => {
  const job = stage.server.app.declaredJobs.find((each) => each.name === name);
  await job?.run({ ...data }, { now: stage.world.clock.now(), log: stage.server.app.http.log as never });
};
const kept = (id: string) =>
  stage.world.database.query<{ level: string; shortfall: string; file_id: string; sealed_by: string }>(
    'select level, shortfall, file_id, sealed_by from issued_documents where subject_id = $1',
    [id],
  );
const textOf = async (bytes: Buffer) =>
  (await PDF.load(new Uint8Array(bytes)))
    .getPages()
    .map((page) => page.extractText().text)
    .join('\n')
    .replace(/\s+/g, ' ');

describe('a certificate', () => {
  it('is sealed at B-LT when it is issued, and the file names the platform as its sealer', async () => {
    const id = await issue();
    const [queued] = await stage.world.database.query<{ data: { id: string } }>(
      `select data from pgboss.job where name = 'references.seal' and data->>'id' = $1`,
      [id],
    );
    expect(queued?.data).toEqual({ id });
    expect(await levelOf(id)).toBeUndefined();
    await runQueued('references.seal', { id });
    expect(await levelOf(id)).toBe('B-LT');
    const bytes = await bytesOf(download(id));
    expect((await verify(bytes)).signatures).toMatchObject([
      {
        indication: 'TOTAL_PASSED',
        level: 'B-LT',
        signer: {
          name: 'Tamga',
          organisation: { name: 'Tamga', register_number: '9000000' },
          is_platform: true,
        },
        changes: [{ allowed: true }],
      },
    ]);
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'document.seal' and target = $1`,
      [id],
    );
    expect(event?.metadata).toMatchObject({ kind: 'reference', level: 'B-LT', shortfall: '' });
  });

  it('says on the sheet and on the verification page who sealed it and where to check', async () => {
    const id = await issue();
    const text = await textOf(await bytesOf(download(id)));
    expect(text).toContain('Electronic seal: Tamga');
    expect(text).toContain(`${stage.server.config.appOrigin}/sign/verify`);
    const [row] = await stage.world.database.query<{ reference_no: string; check_code: string }>(
      'select reference_no, check_code from gov_references where id = $1',
      [id],
    );
    const page = await createCaller(stage.server.url).get(
      `/verify/${row?.reference_no}?code=${row?.check_code}`,
    );
    expect(page.body.data.seal).toEqual({
      name: 'Tamga',
      level: 'B-LT',
      sealed_at: stage.world.clock.now().toISOString(),
    });
  });

  it('is accepted by pdfsig, qpdf and openssl', async () => {
    const bytes = await bytesOf(download(await issue()));
    const file = join(folder, 'sealed.pdf');
    writeFileSync(file, bytes);
    expect((await runTool('pdfsig', ['-nocert', file])).stdout).toContain('Signature is Valid');
    expect((await runTool('qpdf', ['--check', file])).stdout).toContain(
      'No syntax or stream encoding errors',
    );
    const { signatures } = await pdfEngine.inspect(bytes);
    const [signature] = signatures;
    if (signature === undefined) throw new Error('no signature');
    const { contentsAt, contentsLength, coveredLength, cms } = signature;
    writeFileSync(join(folder, 'cms'), cms);
    writeFileSync(
      join(folder, 'covered'),
      Buffer.concat([
        bytes.subarray(0, contentsAt),
        bytes.subarray(contentsAt + contentsLength, coveredLength),
      ]),
    );
    const args = ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', join(folder, 'cms')];
    const anchors = ['-content', join(folder, 'covered'), '-CAfile', stage.world.sandbox.trustRootsPath];
    const verifying = runTool('openssl', [...args, ...anchors, '-purpose', 'any', '-out', '/dev/null']);
    await expect(verifying).resolves.toBeDefined();
  });

  it('may be signed beside its text, and fails when a mark lies over it', async () => {
    const sealed = await bytesOf(download(await issue()));
    const phone = createPhone(stage.world.sandbox);
    const citizen = await phone.citizen(/^ordinary/, 0);
    const signAt = async (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([new Uint8Array(sealed)], { type: 'application/pdf' }), 'a.pdf');
      const headers = { authorization: `Bearer ${stage.people.bold.token}` };
      const url = `${stage.server.url}/api/v1/sign`;
      const begun = await (await fetch(`${url}/init`, { method: 'POST', headers, body: form })).json();
      const { session_id: session } = (begun as { data: { session_id: string } }).data;
      await phone.approve(citizen, citizen.pin2);
      await fetch(`${url}/${session}`, { headers });
      stage.world.clock.advance(60_000);
      return verify(await bytesOf(fetch(`${url}/${session}/download`, { headers })));
    };
    for (const fields of [{ mark: 'none' }, {}])
      expect(await signAt(fields)).toMatchObject({
        signatures: [{ indication: 'TOTAL_PASSED', signer: { is_platform: true } }, {}],
      });
    const title = { page: '1', x: '60', y: '700', width: '200', height: '100' };
    expect((await signAt(title)).signatures[0]).toMatchObject({
      indication: 'TOTAL_FAILED',
      picture: { status: 'covered', changed_pages: [1] },
    });
  });

  it('is one document when two people’s browsers and the job ask at the same time, and the bytes stay', async () => {
    const id = await issue();
    const [first, second] = await Promise.all([
      bytesOf(download(id)),
      bytesOf(download(id)),
      runQueued('references.seal', { id }),
    ]);
    expect(first.equals(second)).toBe(true);
    expect((await bytesOf(download(id))).equals(first)).toBe(true);
    const sha256 = createHash('sha256').update(first).digest('hex');
    expect(
      await stage.world.database.query(`select id from stored_files where sha256 = $1 and state = 'kept'`, [
        sha256,
      ]),
    ).toHaveLength(1);
  });

  it('of the past without a seal gets one by the job, once', async () => {
    const id = await issue();
    await bytesOf(download(id));
    await stage.world.database.query(
      `update issued_documents set form = 'plain-1', level = null, sealed_at = null where subject_id = $1`,
      [id],
    );
    const [plain] = await kept(id);
    stage.world.clock.advance(3_600_000);
    await stage.runJob('references.seal_waiting');
    const [sealed] = await kept(id);
    expect([sealed?.level, sealed?.file_id === plain?.file_id]).toEqual(['B-LT', false]);
    await stage.runJob('references.seal_waiting');
    expect(await kept(id)).toEqual([sealed]);
  });

  it('issued while the timestamp authority is away tells its lower level, and a job raises it later', async () => {
    const id = await issue();
    await fault('tsa_down');
    const low = await bytesOf(download(id));
    expect(await levelOf(id)).toBe('B-B');
    expect(await kept(id)).toMatchObject([{ level: 'B-B', shortfall: 'tsa_unavailable' }]);
    expect((await verify(low)).signatures).toMatchObject([{ level: 'B-B', signer: { is_platform: true } }]);
    await stage.runJob('documents.raise');
    expect(await levelOf(id)).toBe('B-B');
    await control('DELETE', '/faults');
    stage.world.clock.advance(11 * 60_000);
    await stage.runJob('documents.raise');
    expect(await levelOf(id)).toBe('B-LT');
    const high = await bytesOf(download(id));
    expect((await verify(high)).signatures).toMatchObject([{ indication: 'TOTAL_PASSED', level: 'B-LT' }]);
    // The same seal, continued: nothing of what was given out before is replaced.
    expect(await textOf(high)).toBe(await textOf(low));
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'document.raise' and target = $1`,
      [id],
    );
    expect(event?.metadata).toEqual({ kind: 'reference', level: 'B-LT', shortfall: '' });
  });

  it('issued while the revocation services are away stays at B-T until the job has their answers', async () => {
    await stage.restart();
    const id = await issue();
    await fault('ocsp_down');
    await fault('crl_down');
    await bytesOf(download(id));
    expect(await kept(id)).toMatchObject([{ level: 'B-T', shortfall: 'revocation_unavailable' }]);
    await control('DELETE', '/faults');
    stage.world.clock.advance(11 * 60_000);
    await stage.runJob('documents.raise');
    expect(await kept(id)).toMatchObject([{ level: 'B-LT', shortfall: '' }]);
  });

  it('is not given out under a revoked seal', async () => {
    const id = await issue();
    const [seal] = await stage.world.database.query<{ sealed_serial: string }>(
      'select sealed_serial from issued_documents limit 1',
    );
    await control('POST', '/revocations', { serial_number: seal?.sealed_serial });
    // Answers about the seal are kept for ten minutes.
    stage.world.clock.advance(11 * 60_000);
    const refused = await download(id);
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      503,
      'seal_unavailable',
    ]);
    const ready = async () => (await createCaller(stage.server.url).get('/ready')).body;
    await expect.poll(ready).toMatchObject({
      status: true,
      checks: { seal: 'revoked' },
    });
    await runQueued('references.seal', { id });
    expect(await kept(id)).toEqual([]);
    await control('DELETE', '/revocations');
    await bytesOf(download(id));
    await expect.poll(ready).toMatchObject({ checks: { seal: 'ok' } });
  });
});

describe('a receipt', () => {
  const pay = async (): Promise<string> => {
    const id = await changeAsSystem(stage.server, stage.world.clock.now(), (tx) =>
      requestPayment(tx, {
        userId: stage.people.bold.userId,
        title: { mn: 'Үйлчилгээний хураамж', en: 'Service fee' },
        category: 'fee',
        amount: 12_500,
        dueAt: null,
        applicationId: null,
        referenceNo: 'APP-2026-123456',
      }),
    );
    const { checkout_url } = (await stage.post('bold', `/gov/payments/${id}/pay`)).body.data;
    await fetch(checkout_url, { method: 'POST', redirect: 'manual' });
    expect((await stage.post('bold', `/gov/payments/${id}/pay`)).body.data.status).toBe('paid');
    return id;
  };

  it('is a sealed PDF for its payer alone, made once', async () => {
    const id = await pay();
    const path = `/gov/payments/${id}/receipt/document`;
    const bytes = await bytesOf(fetchFor('bold', path));
    expect((await bytesOf(fetchFor('bold', path))).equals(bytes)).toBe(true);
    expect((await verify(bytes)).signatures).toMatchObject([
      { indication: 'TOTAL_PASSED', level: 'B-LT', signer: { is_platform: true } },
    ]);
    const text = await textOf(bytes);
    const view = (await stage.get('bold', `/gov/payments/${id}/receipt`)).body.data;
    for (const words of ['12,500 MNT', 'Service fee', 'APP-2026-123456', 'Дорж Болд', view.receipt_no])
      expect(text).toContain(words);
    expect((await fetchFor('sarnai', path)).status).toBe(404);
    expect((await fetchFor('bold', '/gov/payments/nothing/receipt/document')).status).toBe(404);
  });

  it('does not exist before the money arrived', async () => {
    const id = await changeAsSystem(stage.server, stage.world.clock.now(), (tx) =>
      requestPayment(tx, {
        userId: stage.people.bold.userId,
        title: { mn: 'Торгууль', en: 'Fine' },
        category: 'fine',
        amount: 100,
        dueAt: null,
        applicationId: null,
      }),
    );
    expect((await fetchFor('bold', `/gov/payments/${id}/receipt/document`)).status).toBe(404);
  });
});

describe('the record of an application', () => {
  const say = (mn: string, en: string) => ({ mn, en });
  const form: FormSchema = {
    type: 'object',
    properties: {
      why: {
        type: 'string',
        'x-title': say('Шалтгаан', 'Reason'),
        enum: ['lost', 'new'],
        'x-labels': { lost: say('Хаясан', 'Lost'), new: say('Шинэ', 'New') },
      },
      day: { type: 'string', format: 'date', 'x-title': say('Огноо', 'Day') },
      story: { type: 'string', maxLength: 4000, 'x-title': say('Тайлбар', 'Story') },
      people: {
        type: 'array',
        maxItems: 3,
        'x-title': say('Хүмүүс', 'People'),
        'x-entry-title': say('Хүн', 'Person'),
        items: {
          type: 'object',
          properties: {
            age: { type: 'integer', 'x-title': say('Нас', 'Age'), 'x-unit': say('нас', 'years') },
          },
        },
      },
    },
    additionalProperties: false,
    'x-sections': [
      { 'x-title': say('Захиалга', 'Order'), fields: ['why', 'day'] },
      { 'x-title': say('Бусад зүйл', 'The rest'), fields: ['story', 'people'] },
    ],
  };

  it('is a sealed PDF of what was sent, for its applicant alone', async () => {
    const asking = await stage.publish({ form });
    const story = `begin ${'long words '.repeat(330)}end`;
    const payload = { why: 'lost', day: '2026-03-01', story, people: [{ age: 7 }] };
    const { id, reference_no: number } = (
      await stage.apply('bold', asking, { payload, note: 'Please hurry' })
    ).body.data.application;
    const path = `/gov/applications/${id}/record/document`;
    const bytes = await bytesOf(fetchFor('bold', path));
    expect((await bytesOf(fetchFor('bold', path))).equals(bytes)).toBe(true);
    expect((await verify(bytes)).signatures).toMatchObject([
      { indication: 'TOTAL_PASSED', level: 'B-LT', signer: { is_platform: true } },
    ]);
    const text = await textOf(bytes);
    for (const words of [number, 'Дорж Болд', 'Please hurry', 'Захиалга', 'Order', 'Хаясан', 'Lost'])
      expect(text).toContain(words);
    for (const words of ['1 March 2026', 'begin long words', 'words end', 'Person 1: Age', '7 years'])
      expect(text).toContain(words);
    for (const [who, at] of [
      ['sarnai', path],
      ['bold', '/gov/applications/nothing/record/document'],
    ] as const)
      expect((await fetchFor(who, at)).status).toBe(404);
  });

  it('is another document after an answer was changed', async () => {
    const asking = await stage.publish({ form });
    const { id } = (await stage.apply('bold', asking, { payload: { why: 'lost' } })).body.data.application;
    const before = await bytesOf(fetchFor('bold', `/gov/applications/${id}/record/document`));
    await stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: 'Why?' });
    const changed = await stage.post('bold', `/gov/applications/${id}/provide-info`, {
      payload: { why: 'new' },
    });
    expect(changed.status).toBe(200);
    const after = await bytesOf(fetchFor('bold', `/gov/applications/${id}/record/document`));
    expect(await textOf(before)).not.toContain('Шинэ');
    expect(await textOf(after)).toContain('Шинэ');
  });
});
