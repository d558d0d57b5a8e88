import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../../scripts/debian-tools.mjs';
import { type Citizen, createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { png } from './pades/test/png.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
const people: { citizen: Citizen; session: SignedIn }[] = [];
let pdf: Buffer;

beforeAll(async () => {
  // In real time, because a process of its own has no other clock; with its own keys, as every world with a clock.
  world = await openWorld({ clock: { now: () => new Date(), advance: () => undefined } });
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  for (const index of [0, 1]) {
    const citizen = await phone.citizen(/^ordinary/, index);
    people.push({ citizen, session: await signIn(server, phone, citizen) });
  }
  const made = PDF.create();
  made.addPage({ size: 'a4' });
  pdf = Buffer.from(await made.save());
});
afterAll(() => world.close());

const person = (who: number) => people[who] as (typeof people)[number];
const ask = async (
  who: number,
  method: string,
  path: string,
  body?: string | Blob | FormData,
  on = server.url,
  headers: Record<string, string> = {},
) => {
  const answer = await fetch(`${on}/api/v1${path}`, {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${person(who).session.token}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  const json = (await answer.json()) as any;
  return { status: answer.status, error: json.error, data: json.data };
};
const init = (who: number, fields: Record<string, string> = {}, on = server.url) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'Гэрээ.pdf');
  return ask(who, 'POST', '/sign/init', form, on);
};
const approve = (who: number) => phone.approve(person(who).citizen, person(who).citizen.pin2);
const download = async (who: number, id: string) => {
  const got = await fetch(`${server.url}/api/v1/sign/${id}/download`, {
    headers: { authorization: `Bearer ${person(who).session.token}` },
  });
  return { status: got.status, bytes: Buffer.from(await got.arrayBuffer()) };
};
const sign = async (who: number, fields: Record<string, string> = {}): Promise<Buffer> => {
  const begun = await init(who, fields);
  expect(begun).toMatchObject({ status: 200 });
  await approve(who);
  expect((await ask(who, 'GET', `/sign/${begun.data.session_id}`)).data).toMatchObject({
    state: 'completed',
    level: 'B-LT',
  });
  return (await download(who, begun.data.session_id)).bytes;
};
const verify = async (file: Buffer) =>
  (await ask(0, 'POST', '/sign/verify', new Blob([new Uint8Array(file)], { type: 'application/pdf' }))).data;
const run = async (tool: string, bytes: Buffer, args: (file: string) => string[]): Promise<string> => {
  const file = join(world.dataDir, 'shown.pdf');
  writeFileSync(file, bytes);
  return (await runTool(tool, args(file))).stdout;
};
const imagesIn = async (bytes: Buffer) =>
  (await run('pdfimages', bytes, (file) => ['-list', file]))
    .split('\n')
    .flatMap((line) => /^\s*\d+\s+\d+\s+image\s+(\d+)\s+(\d+)/.exec(line)?.slice(1, 3).join('x') ?? []);

describe('signing on behalf of an organisation', () => {
  const regNo = '6000011';

  it('shows the stamp, the signature image and the register’s Latin name, and puts the role under the signature', async () => {
    expect((await init(0, { onBehalfOf: regNo })).error).toBe('not_representative');
    const linked = await ask(0, 'POST', '/users/me/eid/organizations', JSON.stringify({ reg_no: regNo }));
    expect(linked.status).toBe(200);
    const made = await ask(0, 'POST', '/org', JSON.stringify({ reg_no: regNo, name: 'Болд Трейд' }));
    const install = '/store/apps/signing/install';
    await ask(0, 'POST', install, undefined, server.url, { 'x-org-id': made.data.id });
    const name = JSON.stringify({ name_latin: 'General Department of Taxation' });
    expect((await ask(0, 'PUT', `/me/org-name-latin/${regNo}`, name)).status).toBe(200);
    const put = (path: string, image: Uint8Array) =>
      ask(0, 'PUT', path, new Blob([new Uint8Array(image)], { type: 'image/png' }));
    expect((await put(`/me/orgstamp/${regNo}/file`, png(41, 41))).status).toBe(201);
    expect((await put('/me/signature/file', png(60, 30))).status).toBe(201);

    const signed = await sign(0, { onBehalfOf: `NTRMN-${regNo}` });
    expect(await imagesIn(signed)).toEqual(['41x41', '60x30']);
    const text = await run('pdftotext', signed, (file) => [file, '-']);
    for (const shown of ['Болд Трейд', 'Bold Trade', 'Dorj Bold']) expect(text).toContain(shown);
    expect(text).not.toContain('Taxation');
    expect(await verify(signed)).toMatchObject({
      indication: 'TOTAL_PASSED',
      signatures: [{ level: 'B-LT', signer: { role: 'Гүйцэтгэх захирал' } }],
    });
    const own = await sign(0);
    expect(await imagesIn(own)).toEqual(['60x30']);
    expect(await run('pdftotext', own, (file) => [file, '-'])).not.toContain('Bold Trade');
  });

  it('goes without an image that cannot be drawn', async () => {
    const broken = Buffer.from(png(60, 30));
    broken.fill(0xaa, broken.indexOf('IDAT') + 4, broken.indexOf('IEND') - 8);
    const put = await ask(0, 'PUT', '/me/signature/file', new Blob([new Uint8Array(broken)]));
    expect(put.status).toBe(201);
    const signed = await sign(0);
    expect(await imagesIn(signed)).toEqual([]);
    expect((await verify(signed)).indication).toBe('TOTAL_PASSED');
  });
});

describe('two parties at the same moment', () => {
  it('each get their own signature over the same document', async () => {
    const begun = await Promise.all([init(0), init(1)]);
    await Promise.all([approve(0), approve(1)]);
    const ids = begun.map(({ data }) => data.session_id as string);
    const polls = await Promise.all(ids.map((id, who) => ask(who, 'GET', `/sign/${id}`)));
    expect(polls.map(({ data }) => data.state)).toEqual(['completed', 'completed']);
    for (const [who, id] of ids.entries()) {
      const { bytes } = await download(who, id);
      expect(bytes.subarray(0, pdf.length).equals(pdf)).toBe(true);
      const { signatures } = await verify(bytes);
      expect(signatures).toMatchObject([
        { indication: 'TOTAL_PASSED', signer: { civil_id: person(who).citizen.civil_id } },
      ]);
      expect((await download(1 - who, id)).status).toBe(404);
    }
  });

  it('one after the other keep both signatures valid', async () => {
    const first = await sign(0, { mark: 'none' });
    const before = pdf;
    pdf = first;
    const both = await sign(1, { mark: 'none' }).finally(() => {
      pdf = before;
    });
    expect((await verify(both)).signatures).toMatchObject([
      { indication: 'TOTAL_PASSED', signer: { civil_id: person(0).citizen.civil_id } },
      { indication: 'TOTAL_PASSED', signer: { civil_id: person(1).citizen.civil_id } },
    ]);
  });
});

describe('a server killed between PIN2 and the document', () => {
  let child: ChildProcess | undefined;
  afterAll(() => child?.kill('SIGKILL'));

  async function startProcess(): Promise<string> {
    const { config } = server;
    const names = Object.keys(config).filter((name) =>
      /^(EID_|SIGN_|TRUST_|STATE_REGISTRY_|CORE_)/.test(name),
    );
    const settings = Object.fromEntries(
      names.flatMap((name) => {
        const value = config[name as keyof typeof config];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    child = spawn(process.execPath, [join(import.meta.dirname, '../../../test/child-server.ts')], {
      env: {
        ...process.env,
        CHILD_DATABASE_URL: world.database.appUrl,
        CHILD_DATA_DIR: world.dataDir,
        CHILD_SETTINGS: JSON.stringify(settings),
        CHILD_OUTSIDE: 'open',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.stdout === null) throw new Error('the server has no output');
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith('ready ')) return line.slice(6);
    throw new Error('the server ended');
  }

  it('is finished by another one, once, without asking the phone again', async () => {
    const url = await startProcess();
    const { data, ...answer } = await init(1, {}, url);
    expect(answer).toMatchObject({ status: 200 });
    await approve(1);
    // The signature is stored before the timestamp is asked for, so the process dies in between.
    await phone.fault('tsa_late', 1, { ms: 60_000 });
    const poll = ask(1, 'GET', `/sign/${data.session_id}`, undefined, url).catch(() => 'broken off');
    const rows = () =>
      world.database.query<{ state: string; has: boolean }>(
        'select state, signature is not null as has from sign_sessions where id = $1',
        [data.session_id],
      );
    await until(async () => (await rows())[0]?.has === true);
    child?.kill('SIGKILL');
    expect(await poll).toBe('broken off');
    expect(await rows()).toEqual([{ state: 'running', has: true }]);
    const polls = await Promise.all([1, 1].map((who) => ask(who, 'GET', `/sign/${data.session_id}`)));
    expect(polls.every(({ status }) => status === 200)).toBe(true);
    expect((await ask(1, 'GET', `/sign/${data.session_id}`)).data).toMatchObject({
      state: 'completed',
      level: 'B-LT',
    });
    const finished = await world.database.query<{ count: number }>(
      `select count(*)::int as count from audit_log where action = 'sign.finish' and target = $1`,
      [data.session_id],
    );
    expect(finished).toEqual([{ count: 1 }]);
    expect((await verify((await download(1, data.session_id)).bytes)).indication).toBe('TOTAL_PASSED');
  });
});
