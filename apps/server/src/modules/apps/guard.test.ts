import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { startProxy, type TcpProxy } from '../../../test/tcp-proxy.ts';
import { notAudited } from '../../kernel/audit/events.ts';
import { createDatabase, type Database } from '../../kernel/db/database.ts';
import { read, write } from '../../kernel/http/row.ts';
import { strict, Type } from '../../kernel/http/schemas.ts';
import type { Module } from '../../kernel/module.ts';
import { joinOrganisation } from '../organisations/test/joining.ts';
import { apps, createAppGuard, type NeedsApp } from './index.ts';
import { createTestCatalogue, offer } from './test-catalogue.ts';

let world: TestWorld;
let server: TestServer;
/** Another instance makes the changes, so that the guarded instance learns of them only through the bus. */
let other: TestServer;
let proxy: TcpProxy;
let guardDatabase: Database;
let owner: SignedIn;
let member: SignedIn;
let stranger: SignedIn;
let org: string;

const Answer = Type.Object({ org_id: Type.String(), role: Type.String() });

/** Rows of another module that require the app. */
function probe(needsApp: NeedsApp): Module {
  return {
    name: 'probe',
    errors: {},
    events: {},
    rows: [
      read({
        id: 'probe.notes',
        path: '/probe/notes',
        access: needsApp('notes'),
        reply: Answer,
        errors: [],
        summary: 'Needs the app notes',
        handler: ({ actor }) => ({ org_id: actor.orgId, role: actor.orgRole }),
      }),
      write({
        id: 'probe.notes.write',
        method: 'POST',
        path: '/probe/notes',
        access: needsApp('notes'),
        body: strict({ text: Type.String({ maxLength: 10 }) }),
        reply: Answer,
        errors: [],
        audit: notAudited('changes nothing'),
        summary: 'Needs the app notes',
        handler: async ({ actor }) => ({ org_id: actor.orgId, role: actor.orgRole }),
      }),
    ],
  };
}

beforeAll(async () => {
  world = await openWorld();
  proxy = await startProxy(world.database);
  guardDatabase = createDatabase({ url: proxy.url, max: 2 });
  const shop = createTestCatalogue(world.dataDir);
  shop.publish(offer('notes', '1.0.0'), offer('tags', '1.0.0'));
  const start = () =>
    world.startServer({
      extraModules: ({ database, outbox, bus, now }) => [
        apps({
          database,
          outbox,
          naming: { refresh: async () => undefined },
          catalogue: shop.catalogue,
          platformVersion: '0.1.0',
        }),
        probe(createAppGuard({ database: guardDatabase, bus, now })),
      ],
    });
  server = await start();
  other = await start();
  const phone = createPhone(world.sandbox);
  const person = async (skip: number) => signIn(server, phone, await phone.citizen(/^ordinary/, skip));
  owner = await person(0);
  member = await person(1);
  stranger = await person(2);
  org = await newOrganisation();
});
afterAll(async () => {
  await world.close();
  await guardDatabase.close();
  await proxy.close();
});

let nextRegNo = 2_000_000;
async function newOrganisation(): Promise<string> {
  const body = { reg_no: String(nextRegNo++), name: 'Тест ХХК' };
  const { id } = (await change('POST', '/org', body)).body.data;
  await joinOrganisation(other, id, owner, member);
  return id;
}
const change = (method: string, path: string, body?: unknown, orgId = org) =>
  createCaller(other.url).call(method, `/api/v1${path}`, {
    token: owner.token,
    headers: orgId === undefined ? {} : { 'x-org-id': orgId },
    ...(body === undefined ? {} : { body }),
  });
const ask = (who: SignedIn | undefined, orgId: string | undefined = org, method = 'GET', body?: unknown) =>
  createCaller(server.url).call(method, '/api/v1/probe/notes', {
    ...(who === undefined ? {} : { token: who.token }),
    ...(orgId === undefined ? {} : { headers: { 'x-org-id': orgId } }),
    ...(body === undefined ? {} : { body }),
  });

describe('a row that needs an app', () => {
  it('answers 404 until the app is installed and while it is disabled', async () => {
    expect((await ask(member)).status).toBe(404);
    await change('POST', '/store/apps/tags/install');
    expect((await ask(member)).status).toBe(404);
    await change('POST', '/store/apps/notes/install');
    expect((await callUntil(200, () => ask(member))).body.data).toEqual({ org_id: org, role: 'member' });
    expect((await ask(owner)).body.data.role).toBe('owner');
    await change('POST', '/store/apps/notes/disable');
    await callUntil(404, () => ask(member));
    await change('POST', '/store/apps/notes/enable');
    await callUntil(200, () => ask(member));
  });

  it('answers the same 404 without an organisation, without the app, and to a non-member', async () => {
    const without = await newOrganisation();
    const bodies = [];
    for (const answer of [
      await createCaller(server.url).get('/api/v1/probe/notes', { token: member.token }),
      await ask(member, 'nonsense'),
      await ask(member, without),
      await ask(stranger),
      await createCaller(server.url).get('/api/v1/probe/nowhere', { token: member.token }),
    ]) {
      expect(answer.status).toBe(404);
      bodies.push(JSON.stringify({ ...answer.body, request_id: '' }));
    }
    expect(new Set(bodies).size).toBe(1);
    expect((await ask(undefined)).status).toBe(401);
  });

  it('does not validate the body of a caller without access', async () => {
    expect((await ask(stranger, org, 'POST', { wrong: 1 })).status).toBe(404);
    expect((await ask(member, org, 'POST', { wrong: 1 })).status).toBe(422);
    expect((await ask(member, org.toUpperCase(), 'POST', { text: 'x' })).body.data.org_id).toBe(org);
  });

  it('answers 404 to a former member', async () => {
    const mine = await newOrganisation();
    await change('POST', '/store/apps/notes/install', undefined, mine);
    await callUntil(200, () => ask(member, mine));
    await change('DELETE', `/org/${mine}/members/${member.userId}`);
    await callUntil(404, () => ask(member, mine));
  });

  it('re-reads after thirty seconds when a bus message was lost', async () => {
    const mine = await newOrganisation();
    await change('POST', '/store/apps/notes/install', undefined, mine);
    await callUntil(200, () => ask(member, mine));
    await world.database.query('update installed_apps set enabled = false where org_id = $1', [mine]);
    // The state before that depends on when the message of the installation arrives, so it is not asserted.
    world.clock.advance(30_000);
    expect((await ask(member, mine)).status).toBe(404);
  });

  it('rejects every caller while the database is down, cached or not', async () => {
    await callUntil(200, () => ask(member));
    proxy.cut();
    world.clock.advance(30_000);
    for (const who of [member, owner, stranger]) {
      const answer = await ask(who);
      expect([answer.status, answer.body.error]).toEqual([503, 'database_unavailable']);
    }
    proxy.restore();
    await callUntil(200, () => ask(member));
  });
});
