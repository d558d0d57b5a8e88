import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runTool } from '../../../../../scripts/debian-tools.mjs';
import { type Citizen, createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { createClock, openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
const citizens: Citizen[] = [];
const people: SignedIn[] = [];
let pdf: Buffer;

beforeAll(async () => {
  // With its own keys: shared certificates name the status addresses of another sandbox.
  world = await openWorld({ clock: createClock() });
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  for (const index of [0, 1]) {
    const citizen = await phone.citizen(/^ordinary/, index);
    citizens.push(citizen);
    people.push(await signIn(server, phone, citizen));
  }
  const made = PDF.create();
  made.addPage({ size: 'a4' });
  pdf = Buffer.from(await made.save());
});
afterAll(() => world.close());
// Each test starts with a full allowance.
beforeEach(() => world.clock.advance(60_000));

const person = (index: number): SignedIn => people[index] as SignedIn;
const citizen = (index: number): Citizen => citizens[index] as Citizen;
const call = async (method: string, path: string, who = 0, body?: object, on = server) => {
  const answer = await fetch(`${on.url}/api/v1/sign${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person(who).token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  const json = (await answer.json()) as any;
  return { status: answer.status, error: json.error, data: json.data };
};
const init = async (file: Buffer, fields: Record<string, string> = {}, who = 0, name = 'Гэрээ.pdf') => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), name);
  const answer = await fetch(`${server.url}/api/v1/sign/init`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person(who).token}` },
    body: form,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  const json = (await answer.json()) as any;
  return { status: answer.status, error: json.error, data: json.data };
};
const download = (path: string, who = 0, on = server) =>
  fetch(`${on.url}/api/v1/sign${path}/download`, {
    headers: { authorization: `Bearer ${person(who).token}` },
  });
const verify = async (file: Buffer) => {
  const answer = await fetch(`${server.url}/api/v1/sign/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(file),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  return ((await answer.json()) as any).data;
};
const approve = (who = 0) => phone.approve(citizen(who), citizen(who).pin2);
const signed = async (fields: Record<string, string> = {}) => {
  const { data } = await init(pdf, fields);
  await approve();
  const done = await call('GET', `/${data.session_id}`);
  return { id: data.session_id as string, session: done.data };
};
/** Objects in the store, which are named by their ids. */
const stored = () =>
  readdirSync(join(world.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /^[0-9a-f-]{36}$/.test(entry.name),
  ).length;
/** After the clock moved further than a token lives. */
const signInAgain = async () => {
  for (const index of [0, 1]) people[index] = await signIn(server, phone, citizen(index));
};
const runJob = async (name: string, on = server) => {
  const job = on.app.declaredJobs.find((each) => each.name === name);
  await job?.run({}, { now: world.clock.now(), log: on.app.http.log as never });
};

describe('signing a PDF', () => {
  it('shows the name of a file inside the quotes of the platform’s own question', async () => {
    const { data } = await init(pdf, {}, 1, 'a» нэвтрэх үү? · \u202eSign in?.pdf');
    const query = encodeURIComponent(citizen(1).national_id);
    const answer = await fetch(`${world.sandbox.url}/control/sessions?national_id=${query}`);
    const { items } = (await answer.json()) as { items: { text: string }[] };
    expect(items.at(-1)?.text).toMatch(/^Tamga: «[^«»"\p{Cf}]+» гарын үсэг зурах уу\?$/u);
    await phone.act(citizen(1), 'refuse');
    await call('GET', `/${data.session_id}`, 1);
  });

  it('gives a document with a timestamp and long-term data that pdfsig accepts', async () => {
    const begun = await init(pdf);
    expect(begun.status).toBe(200);
    expect(begun.data).toMatchObject({ filename: 'Гэрээ.pdf', warnings: [] });
    expect(begun.data.session_id).toMatch(/^[0-9a-f]{32}$/);
    expect(Buffer.from(begun.data.document_hash, 'base64')).toHaveLength(32);
    const id = begun.data.session_id;
    expect((await call('GET', `/${id}`)).data).toMatchObject({ state: 'running' });
    expect((await download(`/${id}`)).status).toBe(400);
    await approve();
    expect((await call('GET', `/${id}`)).data).toMatchObject({
      state: 'completed',
      level: 'B-LT',
      target: 'B-LT',
      signer_name: expect.stringContaining(citizen(0).given_name),
    });
    expect((await call('GET', `/status/${id}`)).data).toEqual({ sid: id, state: 'CONFIRMED' });
    const got = await download(`/${id}`);
    expect(got.headers.get('content-type')).toBe('application/pdf');
    expect(got.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('Гэрээ-signed.pdf')}`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'tamga-signed-'));
    try {
      const file = join(folder, 'signed.pdf');
      writeFileSync(file, Buffer.from(await got.arrayBuffer()));
      const { stdout } = await runTool('pdfsig', ['-nocert', file]);
      expect(stdout).toContain('Signature is Valid');
      expect(stdout).toContain('ETSI.CAdES.detached');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is verified by anybody: who signed, when and at which level, and that nothing was changed', async () => {
    const { id } = await signed();
    const bytes = Buffer.from(await (await download(`/${id}`)).arrayBuffer());
    const passed = await verify(bytes);
    expect(passed).toMatchObject({
      indication: 'TOTAL_PASSED',
      signatures: [
        {
          indication: 'TOTAL_PASSED',
          level: 'B-LT',
          time_source: 'timestamp',
          signer: { civil_id: citizen(0).civil_id },
          changes: [{ allowed: true }],
        },
      ],
    });
    const changed = Buffer.from(bytes);
    const at = bytes.indexOf('/MediaBox');
    changed[at + 1] = 'N'.charCodeAt(0);
    expect((await verify(changed)).indication).toBe('TOTAL_FAILED');
    expect((await verify(pdf)).signatures).toEqual([]);
    expect((await verify(Buffer.from('hello'))).indication).toBe('INDETERMINATE');
  });

  it('belongs to the person: for anybody else it does not exist', async () => {
    const { id } = await signed();
    for (const path of [`/${id}`, `/status/${id}`]) expect((await call('GET', path, 1)).status).toBe(404);
    expect((await download(`/${id}`, 1)).status).toBe(404);
    expect((await call('POST', `/${id}/keep`, 1)).status).toBe(404);
    expect((await call('GET', '/00000000000000000000000000000000')).status).toBe(404);
    expect((await call('GET', '/not-a-session')).status).toBe(404);
  });

  it('ends as rejected when the person refuses, and nothing leaves as signed', async () => {
    const { data } = await init(pdf);
    await phone.act(citizen(0), 'refuse');
    expect((await call('GET', `/${data.session_id}`)).data.state).toBe('rejected');
    expect((await call('GET', `/status/${data.session_id}`)).data.state).toBe('REFUSED');
    expect((await download(`/${data.session_id}`)).status).toBe(400);
  });

  it('can be stopped while the phone waits: a later PIN2 signs nothing', async () => {
    const { data } = await init(pdf);
    const waiting = (await call('GET', `/${data.session_id}`)).data;
    expect(new Date(waiting.confirm_by).getTime()).toBeGreaterThan(world.clock.now().getTime());
    expect((await call('DELETE', `/${data.session_id}`, 1)).status).toBe(404);
    const stopped = await call('DELETE', `/${data.session_id}`);
    expect(stopped).toMatchObject({ status: 200, data: { state: 'rejected', reason: 'cancelled' } });
    expect(stopped.data.confirm_by).toBeUndefined();
    await approve();
    expect((await call('GET', `/${data.session_id}`)).data.state).toBe('rejected');
    expect((await download(`/${data.session_id}`)).status).toBe(400);
    const { id } = await signed();
    expect((await call('DELETE', `/${id}`)).data.state).toBe('completed');
  });

  it('refuses what is not a PDF, is empty, too large, or names a wrong page, with the reason', async () => {
    const text = await init(Buffer.from('hello'));
    expect([text.status, text.error, text.data.reason]).toEqual([400, 'not_signable', 'not_a_pdf']);
    expect((await init(Buffer.alloc(0))).error).toBe('file_required');
    world.clock.advance(60_000);
    expect((await init(Buffer.alloc(25 * 1024 * 1024 + 1, '%PDF-1.7 '))).status).toBe(413);
    const far = await init(pdf, { page: '9', x: '10', y: '10', width: '200', height: '80' });
    expect(far.data.reason).toBe('no_such_page');
    expect((await init(pdf, { page: '0', x: '1', y: '1', width: '200', height: '80' })).status).toBe(400);
    world.clock.advance(60_000);
    expect((await init(pdf, { other: 'x' })).status).toBe(400);
  });

  it('reports a lower level honestly while the timestamp authority is away, and a job raises the kept document', async () => {
    const { data } = await init(pdf);
    await approve();
    await phone.fault('tsa_down', 1);
    const done = (await call('GET', `/${data.session_id}`)).data;
    expect(done).toMatchObject({ state: 'completed', level: 'B-B', shortfall: 'tsa_unavailable' });
    const kept = await call('POST', `/${data.session_id}/keep`);
    expect(kept).toMatchObject({
      status: 201,
      data: { name: 'Гэрээ-signed.pdf', level: 'B-B', target: 'B-LT' },
    });
    world.clock.advance(3_600_000);
    await runJob('sign.documents');
    await signInAgain();
    const [document] = (await call('GET', '/documents')).data.items;
    expect(document).toMatchObject({ id: kept.data.id, level: 'B-LT' });
    expect((await download(`/documents/${kept.data.id}`)).status).toBe(200);
    expect((await download(`/documents/${kept.data.id}`, 1)).status).toBe(404);
    expect((await call('DELETE', `/documents/${kept.data.id}`)).status).toBe(200);
    expect((await download(`/documents/${kept.data.id}`)).status).toBe(404);
  });

  it('can be finished by another instance after the first one died between PIN2 and the document', async () => {
    const { data } = await init(pdf);
    await approve();
    const other = await world.startServer();
    const states = await Promise.all([
      call('GET', `/${data.session_id}`),
      call('GET', `/${data.session_id}`, 0, undefined, other),
    ]);
    expect(states.every(({ status }) => status === 200)).toBe(true);
    world.clock.advance(120_000);
    await runJob('sign.finish', other);
    expect((await call('GET', `/${data.session_id}`, 0, undefined, other)).data.state).toBe('completed');
    await other.stop();
  });

  it('is gone after its time, with every file of it, unless the person kept the document', async () => {
    const { id } = await signed();
    const kept = await signed();
    expect((await call('POST', `/${kept.id}/keep`)).status).toBe(201);
    world.clock.advance(25 * 3_600_000);
    await runJob('sign.sweep');
    await runJob('files.sweep');
    await signInAgain();
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect((await call('GET', '/documents')).data.total).toBe(1);
    expect(stored()).toBe(1);
  });
});

describe('signing a digest', () => {
  it('confirms it, and has no document', async () => {
    const begun = await call('POST', '/initiate', 0, {
      document_hash_hex: 'ab'.repeat(32),
      document_name: 'Гэрээ',
    });
    expect(begun).toMatchObject({ status: 200, data: { state: 'RUNNING' } });
    expect((await call('GET', `/status/${begun.data.sid}`)).data.state).toBe('RUNNING');
    await approve();
    expect((await call('GET', `/status/${begun.data.sid}`)).data.state).toBe('CONFIRMED');
    expect((await download(`/${begun.data.sid}`)).status).toBe(400);
    expect((await call('POST', '/initiate', 0, { document_hash_hex: 'xyz' })).status).toBe(422);
  });
});
