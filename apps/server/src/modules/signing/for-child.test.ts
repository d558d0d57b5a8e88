import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { readReason } from '../../../test/pdf-reason.ts';
import { createClock, openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let parent: SignedIn & { citizen: Citizen };
let stranger: SignedIn;
let party: string;

beforeAll(async () => {
  // With its own keys: shared certificates name the status addresses of another sandbox.
  world = await openWorld({ clock: createClock() });
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  const citizen = await phone.citizen();
  parent = { citizen, ...(await signIn(server, phone, citizen)) };
  stranger = await signIn(server, phone, await phone.citizen(/^ordinary/, 3));
  const { items } = (await get(parent, '/acting/parties')).body.data;
  party = items.find(({ kind }: { kind: string }) => kind === 'child').id;
});
afterAll(() => world.close());

const get = (who: SignedIn, path: string) =>
  createCaller(server.url).get(`/api/v1${path}`, { token: who.token });
const init = async (who: SignedIn, fields: Record<string, string> = {}) => {
  const made = PDF.create();
  made.addPage({ size: 'a4' });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(await made.save())], { type: 'application/pdf' }), 'Гэрээ.pdf');
  const answer = await fetch(`${server.url}/api/v1/sign/init`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'x-acting-for': party },
    body: form,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  return { status: answer.status, body: (await answer.json()) as any };
};

it('signs for a child: the mark, the evidence and the session name the child', async () => {
  const begun = await init(parent);
  expect([begun.status, begun.body.error]).toEqual([200, undefined]);
  const id = begun.body.data.session_id;
  await phone.approve(parent.citizen, parent.citizen.pin2);
  const read = async () => (await get(parent, `/sign/${id}`)).body.data;
  await until(async () => (await read()).state === 'completed');
  expect(await read()).toMatchObject({ on_behalf_of_name: 'Болд Тэмүүлэн' });
  const got = await fetch(`${server.url}/api/v1/sign/${id}/download`, {
    headers: { authorization: `Bearer ${parent.token}` },
  });
  const bytes = Buffer.from(await got.arrayBuffer());
  expect(readReason(bytes)).toBe('PIN2, Болд Тэмүүлэн');
  const [event] = await world.database.query<{ metadata: object }>(
    `select metadata from audit_log where target = $1 and action = 'sign.init'`,
    [id],
  );
  expect(event?.metadata).toMatchObject({ acting_for: party });
});

it('is not completed for a person whom the register no longer names as a parent', async () => {
  const control = (method: string, path: string, body?: object) =>
    fetch(`${world.sandbox.url}/control${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const child = '/children/101518051417/parents';
  const begun = await init(parent);
  expect(begun.status).toBe(200);
  const id = begun.body.data.session_id;
  const changed = await control('PUT', child, { national_ids: ['УА90072324'] });
  expect(changed.status).toBe(200);
  expect((await init(parent)).body.error).toBe('acting_not_allowed');
  await phone.approve(parent.citizen, parent.citizen.pin2);
  const read = async () => (await get(parent, `/sign/${id}`)).body.data;
  await until(async () => (await read()).state !== 'running');
  expect(await read()).toMatchObject({ state: 'failed', reason: 'not_parent' });
  expect((await get(parent, `/sign/${id}/download`)).status).not.toBe(200);
  await control('PUT', child, { national_ids: [parent.citizen.national_id] });
});

it('is refused to strangers, and with an organisation beside the child', async () => {
  const refused = await init(stranger);
  expect([refused.status, refused.body.error]).toEqual([403, 'acting_not_allowed']);
  const both = await init(parent, { onBehalfOf: '6000011' });
  expect([both.status, both.body.error]).toEqual([422, 'acting_not_taken']);
});
