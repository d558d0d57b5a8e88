import { createHash, randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Console, openConsole, type Person } from '../eid-console/test/console.ts';

let console: Console;
let bold: Person;
let sarnai: Person;
beforeAll(async () => {
  console = await openConsole();
  [bold, sarnai] = [await console.person(0), await console.person(1)];
});
afterAll(() => console.close());
// Each test starts with a full upload allowance.
beforeEach(() => console.world.clock.advance(60_000));

function png(width: number, height: number, padding = 0): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('tEXt', randomBytes(padding)),
    chunk('IDAT', deflateSync(Buffer.alloc(10))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
/** Segments of an application come before the frame header, as in a photograph. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const photo = Buffer.concat([Buffer.from([0xff, 0xe1, 0x75, 0x32]), Buffer.alloc(0x7530, 1)]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), photo, photo, frame, Buffer.from([0xff, 0xd9])]);
}

const ask = (person: Person, method: string, path: string, body?: Buffer) =>
  fetch(`${console.server.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-request-id': `t-${randomBytes(6).toString('hex')}`,
    },
    ...(body === undefined ? {} : { body }),
  } as RequestInit);
const answer = async (response: Promise<Response>) => {
  const given = await response;
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  const body = (await given.json()) as any;
  return { status: given.status, error: body.error, data: body.data };
};
const actions = async () =>
  (
    await console.world.database.query<{ action: string }>(
      `select action from audit_log where action like 'profile.%' order by id`,
    )
  ).map(({ action }) => action);
const kept = () =>
  console.world.database.query<{ id: string; purpose: string }>(
    `select id, purpose from stored_files where state = 'kept' and purpose in ('signature', 'stamp')`,
  );

describe('an uploaded signature image', () => {
  const path = '/me/signature/file';
  const read = async (person: Person) => (await answer(ask(person, 'GET', '/me/signature'))).data;

  it('is stored, shown to its person alone, replaced and removed, and each change is recorded', async () => {
    const [first, second] = [png(300, 100), jpeg(400, 200)];
    const before = await actions();
    const set = await answer(ask(bold, 'PUT', path, first));
    const facts = {
      type: 'image/png',
      size_bytes: first.length,
      sha256: createHash('sha256').update(first).digest('hex'),
      state: 'ready',
    };
    expect(set).toMatchObject({ status: 201, data: { image: facts } });
    expect(await read(bold)).toEqual({ url: '', image: facts });
    expect(await read(sarnai)).toEqual({ url: '' });
    const shown = await ask(bold, 'GET', path);
    expect(Buffer.from(await shown.arrayBuffer()).equals(first)).toBe(true);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect((await ask(sarnai, 'GET', path)).status).toBe(404);
    expect((await answer(ask(bold, 'PUT', path, second))).data.image.type).toBe('image/jpeg');
    expect(await kept()).toHaveLength(1);
    expect(await answer(ask(bold, 'DELETE', path))).toMatchObject({ status: 200, data: {} });
    expect((await ask(bold, 'GET', path)).status).toBe(404);
    expect(await read(bold)).toEqual({ url: '' });
    expect(await kept()).toEqual([]);
    expect((await ask(bold, 'DELETE', path)).status).toBe(200);
    expect((await actions()).slice(before.length)).toEqual([
      'profile.signature.set',
      'profile.signature.set',
      'profile.signature.removed',
    ]);
  });

  it('stands beside the address, and neither removes the other', async () => {
    const url = 'https://images.tamga.mn/bold.png';
    await bold.call('PUT', '/me/signature', { url });
    await ask(bold, 'PUT', path, png(100, 100));
    expect(await read(bold)).toMatchObject({ url, image: { type: 'image/png' } });
    await bold.call('DELETE', '/me/signature');
    expect(await read(bold)).toMatchObject({ url: '', image: { type: 'image/png' } });
    await bold.call('PUT', '/me/signature', { url });
    await ask(bold, 'DELETE', path);
    expect(await read(bold)).toEqual({ url });
    await bold.call('DELETE', '/me/signature');
  });

  it('leaves one file when two uploads race', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ask(bold, 'PUT', path, png(100, 100, 10))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await kept()).toHaveLength(1);
    await ask(bold, 'DELETE', path);
  });

  it('is refused unless it is a whole PNG or JPEG of a sensible size', async () => {
    const refusals: [Buffer, number, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'image_refused'],
      [Buffer.from('%PDF-1.7'), 415, 'image_refused'],
      [Buffer.alloc(0), 415, 'image_refused'],
      [png(100, 100).subarray(0, 60), 415, 'image_refused'],
      [jpeg(100, 100).subarray(0, 1000), 415, 'image_refused'],
      [png(15, 100), 422, 'image_dimensions'],
      [png(100, 4001), 422, 'image_dimensions'],
      [png(3000, 3000), 422, 'image_dimensions'],
      [jpeg(0, 100), 422, 'image_dimensions'],
      [png(100, 100, 6 * 1024 * 1024), 413, 'payload_too_large'],
    ];
    for (const [bytes, status, error] of refusals) {
      console.world.clock.advance(10_000);
      expect(await answer(ask(bold, 'PUT', path, bytes))).toMatchObject({ status, error });
    }
    expect(await kept()).toEqual([]);
    expect(await read(bold)).toEqual({ url: '' });
  });

  it('needs a signed-in person', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await fetch(`${console.server.url}/api/v1${path}`, { method })).status).toBe(401);
  });
});

describe('an uploaded stamp', () => {
  let regNo: string;
  beforeAll(async () => {
    regNo = console.organisation({ ceo: bold });
    await bold.call('POST', '/users/me/eid/organizations', { reg_no: regNo });
    await bold.call('POST', `/users/me/eid/organizations/${regNo}/signers`, {
      signer_reg_no: sarnai.citizen.national_id,
    });
    await console.phone.approve(sarnai.citizen, sarnai.citizen.pin2);
  });
  const stamp = (person: Person, method: string, body?: Buffer) =>
    ask(person, method, `/me/orgstamp/${regNo}/file`, body);

  it('is set and removed by an ADMIN and visible to every representative', async () => {
    const image = png(200, 200);
    expect((await stamp(bold, 'PUT', image)).status).toBe(201);
    for (const person of [bold, sarnai]) {
      expect((await answer(ask(person, 'GET', `/me/orgstamp/${regNo}`))).data).toMatchObject({
        url: '',
        image: { type: 'image/png' },
      });
      expect(Buffer.from(await (await stamp(person, 'GET')).arrayBuffer()).equals(image)).toBe(true);
    }
    const stranger = await console.person(4);
    for (const method of ['PUT', 'DELETE'] as const)
      for (const person of [sarnai, stranger])
        expect((await answer(stamp(person, method, method === 'PUT' ? image : undefined))).error).toBe(
          'not_representative',
        );
    expect((await answer(stamp(stranger, 'GET'))).error).toBe('not_representative');
    expect((await ask(bold, 'GET', '/me/orgstamp/x/file')).status).toBe(404);
    expect((await stamp(bold, 'DELETE')).status).toBe(200);
    expect((await stamp(sarnai, 'GET')).status).toBe(404);
    expect(await kept()).toEqual([]);
  });
});
