import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import { type Console, errorOf, openConsole, type Person } from './test/console.ts';

/** A provider that accepts every change, so that every refusal comes from the platform. */
interface Provider {
  self: object;
  /** Outcome of a change: accepted, failed, or no answer. */
  changes: 200 | 500 | 'lost';
  changed: string[];
}

const provider: Provider = { self: {}, changes: 200, changed: [] };
let http: Server;
let console: Console;
let server: TestServer;
let bold: Person;

const regNo = '6500000';
const signer = (changes: object) => ({
  personEtsi: 'PNOMN-УБ85031512',
  rightType: 'ADMIN',
  status: 'ACTIVE',
  source: 'STATE_REGISTRY',
  self: true,
  ...changes,
});

beforeAll(async () => {
  console = await openConsole();
  bold = await console.person(0);
  http = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET') {
      if (provider.changes === 'lost') return void request.socket.destroy();
      provider.changed.push(`${request.method} ${request.url?.split('/')[3]}`);
      response.statusCode = provider.changes;
    }
    response.end(JSON.stringify({ signers: [provider.self], nameLatin: 'Any', representations: [] }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server = await console.startServer({
    EID_BASE_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v3`,
  });
});
afterAll(async () => {
  await console.close();
  http.closeAllConnections();
  http.close();
});

const call = (method: string, path: string, body?: object) =>
  createCaller(server.url).call(method, `/api/v1${path}`, {
    token: bold.token,
    ...(body === undefined ? {} : { body }),
  });
const setName = () => call('PUT', `/me/org-name-latin/${regNo}`, { name_latin: 'Munkh Tenger LLC' });
const assets = () => console.world.database.query('select * from organisation_assets');

describe('the right to act for an organisation', () => {
  const signers = `/users/me/eid/organizations/${regNo}/signers`;
  const changes: [string, string, object?][] = [
    ['PUT', `/me/orgstamp/${regNo}`, { url: 'https://images.tamga.mn/a.png' }],
    ['DELETE', `/me/orgstamp/${regNo}`],
    ['PUT', `/me/org-name-latin/${regNo}`, { name_latin: 'A' }],
    ['POST', signers, { signer_reg_no: 'УА90072324' }],
    ['DELETE', `${signers}?signer=${encodeURIComponent('УБ85031512')}`],
    ['POST', `${signers}/resend?signer=${encodeURIComponent('УБ85031512')}`],
  ];

  it.each([
    ['a MANAGER', { rightType: 'MANAGER' }],
    ['an ADMIN who has not confirmed', { status: 'PENDING' }],
    ['a person who is not in the list', { self: false }],
  ])('rejects %s, even when the provider would accept the change', async (_who, self) => {
    provider.self = signer(self);
    for (const [method, path, body] of changes)
      expect(errorOf(await call(method, path, body))).toEqual([403, 'not_representative']);
    expect(provider.changed).toEqual([]);
    expect(await assets()).toEqual([]);
  });

  it('keeps the last ADMIN, and sends no new request to a confirmed signer', async () => {
    provider.self = signer({});
    const self = encodeURIComponent('УБ85031512');
    expect(errorOf(await call('DELETE', `${signers}?signer=${self}`))).toEqual([409, 'last_admin']);
    expect(errorOf(await call('POST', `${signers}/resend?signer=${self}`))).toEqual([
      409,
      'signer_not_pending',
    ]);
    expect(provider.changed).toEqual([]);
  });
});

describe('a Latin name', () => {
  it.each([
    [500, 502, 'upstream_failed'],
    ['lost', 503, 'upstream_unavailable'],
  ] as const)('is not stored after %s from the provider, but recorded', async (end, status, code) => {
    provider.self = signer({});
    provider.changes = end;
    const answer = await setName();
    expect(errorOf(answer)).toEqual([status, code]);
    expect(await assets()).toEqual([]);
    expect(await console.auditOf(answer)).toEqual([
      { action: 'eid.change.unconfirmed', metadata: { change: 'organization.name_latin', reg_no: regNo } },
    ]);
  });

  it('is sent to the provider before it is stored', async () => {
    provider.changes = 200;
    provider.changed = [];
    expect((await setName()).status).toBe(200);
    expect(provider.changed).toEqual(['PUT name-latin']);
    expect(await assets()).toMatchObject([{ reg_no: regNo, name_latin: 'Munkh Tenger LLC' }]);
  });
});
