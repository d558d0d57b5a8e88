import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Console, errorOf, openConsole, type Person } from './test/console.ts';

let console: Console;
let bold: Person;

beforeAll(async () => {
  console = await openConsole();
  bold = await console.person(0);
});
afterAll(() => console.close());

const paths = ['summary', 'certificates', 'devices', 'activity'].map((what) => `/users/me/eid/${what}`);
const read = async (path: string, person = bold) => {
  const answer = await person.call('GET', path);
  expect(answer.status).toBe(200);
  return answer.body.data;
};

describe('the eID console', () => {
  it('shows the certificates, including that of the sign-in', async () => {
    const { counts, certificates } = await read('/users/me/eid/certificates');
    const { user } = await read('/users/me');
    expect(counts).toEqual({ valid: 2, revoked: 0, expired: 0, suspended: 0, total: 2 });
    expect(certificates.map(({ type, status }: { type: string; status: string }) => [type, status])).toEqual([
      ['AUTH', 'VALID'],
      ['SIGN', 'VALID'],
    ]);
    expect(certificates[0]).toMatchObject({
      document_number: user.eid.document_number,
      serial_number: user.eid.certificate.serial,
      not_after: user.eid.certificate.not_after,
      certificate_level: 'QUALIFIED',
      issuer_dn: expect.stringContaining('Sandbox eID Issuing CA'),
    });
  });

  it('shows the devices', async () => {
    const { devices, active_count, total } = await read('/users/me/eid/devices');
    expect([active_count, total]).toEqual([1, 1]);
    expect(devices).toEqual([
      {
        document_number: bold.citizen.document_number,
        platform: expect.stringMatching(/^(APNS|FCM)$/),
        enrolled_at: expect.any(String),
        active: true,
      },
    ]);
  });

  it('is live: one more sign-in adds one entry and one to the summary', async () => {
    const sarnai = await console.person(1);
    const before = await read('/users/me/eid/activity', sarnai);
    expect(before.sessions[0]).toEqual({
      session_id: expect.any(String),
      flow: 'AUTHENTICATION',
      outcome: 'OK',
      doc_text: expect.any(String),
      timestamp: expect.any(String),
    });
    const again = await console.person(1);
    const after = await read('/users/me/eid/activity', again);
    expect(after.total).toBe(before.total + 1);
    expect((await read('/users/me/eid/summary', again)).activity).toEqual(after.counts);
  });

  it('pages the activity', async () => {
    await console.person(2);
    const temuulen = await console.person(2);
    const all = await read('/users/me/eid/activity', temuulen);
    const second = await read('/users/me/eid/activity?limit=1&offset=1', temuulen);
    expect(second).toEqual({ ...all, sessions: [all.sessions[1]] });
  });

  it.each(['limit=101', 'limit=0', 'limit=x', 'offset=-1', 'page=2'])('answers 422 to ?%s', async (query) => {
    const answer = await bold.call('GET', `/users/me/eid/activity?${query}`);
    expect(errorOf(answer)).toEqual([422, 'validation_failed']);
  });

  it('summarises the person’s records', async () => {
    expect(await read('/users/me/eid/summary')).toMatchObject({
      given_name: bold.citizen.given_name,
      surname: bold.citizen.surname,
      certificates: { valid: 2, total: 2 },
      devices_active: 1,
      devices_total: 1,
      representation_count: 0,
    });
  });

  it('needs a session and forbids caching', async () => {
    for (const path of [...paths, '/users/me/eid/organizations']) {
      expect((await createCaller(console.server.url).get(`/api/v1${path}`)).status).toBe(401);
      expect((await bold.call('GET', path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('reports that the platform lacks the right to read, while it does', async () => {
    await console.sandbox('PUT', '/records/pki-read', { granted: false });
    for (const path of paths)
      expect(errorOf(await bold.call('GET', path))).toEqual([403, 'pki_read_not_granted']);
    await console.sandbox('PUT', '/records/pki-read', { granted: true });
    await read('/users/me/eid/summary');
  });

  it('distinguishes an unusable answer from no answer', async () => {
    await console.phone.fault('error', 1, { status: 500 });
    expect(errorOf(await bold.call('GET', '/users/me/eid/summary'))).toEqual([502, 'upstream_failed']);
    await console.phone.fault('drop', 1);
    const away = await bold.call('GET', '/users/me/eid/devices');
    expect(errorOf(away)).toEqual([503, 'upstream_unavailable']);
    expect(away.headers.get('retry-after')).toBe('5');
    expect(away.text).not.toContain(bold.citizen.national_id);
  });
});

describe('people without a known register number', () => {
  const zero = { valid: 0, revoked: 0, expired: 0, suspended: 0, total: 0 };
  let unknown: Person;

  beforeAll(async () => {
    // The sandbox does not disclose register numbers to this relying party.
    const server = await console.startServer({ EID_RP_UUID: '00000000-0000-4000-8000-000000000002' });
    unknown = await console.person(3, server);
  });

  it('get zero counts and empty lists', async () => {
    expect((await read('/users/me', unknown)).user.eid.national_id).toBeUndefined();
    const answers = [];
    for (const path of [...paths, '/users/me/eid/organizations']) answers.push(await read(path, unknown));
    expect(answers).toEqual([
      {
        certificates: zero,
        activity: { authentication: 0, signature: 0 },
        devices_active: 0,
        devices_total: 0,
        representation_count: 0,
      },
      { counts: zero, certificates: [] },
      { devices: [], active_count: 0, total: 0 },
      { counts: { authentication: 0, signature: 0 }, sessions: [], total: 0 },
      { items: [], total: 0 },
    ]);
  });

  it('represent no organisation', async () => {
    const organisation = console.organisation({ ceo: unknown });
    const link = await unknown.call('POST', '/users/me/eid/organizations', { reg_no: organisation });
    expect(errorOf(link)).toEqual([403, 'not_representative']);
    const path = `/users/me/eid/organizations/${organisation}`;
    expect(errorOf(await unknown.call('GET', `${path}/signers`))).toEqual([403, 'not_representative']);
    expect((await unknown.call('DELETE', path)).status).toBe(404);
    expect(errorOf(await unknown.call('GET', `/me/orgstamp/${organisation}`))).toEqual([
      403,
      'not_representative',
    ]);
  });
});
