import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil } from '../../../test/caller.ts';
import type { SignedIn } from '../../../test/citizens.ts';
import type { TestServer } from '../../../test/server.ts';
import { createReceivers } from '../../adapters/webhook-receivers/index.ts';
import { openStage, type Stage, type TestClient } from '../oidc/test/stage.ts';
import { type Receiver, startReceiver } from '../relay/test/receiver.ts';
import { eventTypes } from './event-types.ts';

let stage: Stage;
let owner: SignedIn;
let other: SignedIn;
let receiver: Receiver;
const hour = 3_600_000;
const web = { name: 'Жишээ апп', app_type: 'web', redirect_uris: ['https://app.example.mn/callback'] };

beforeAll(async () => {
  stage = await openStage();
  receiver = await startReceiver();
  const { database } = stage.world;
  await database.query("insert into roles (key, name) values ('developer', 'Developer')");
  await database.query(
    "insert into role_permissions select id, 'gateway.manage' from roles where key = 'developer'",
  );
  const developer = async (): Promise<SignedIn> => {
    const who = await stage.newPerson();
    await database.query(
      "update users set role_id = (select id from roles where key = 'developer') where id = $1",
      [who.userId],
    );
    await database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
      JSON.stringify({ user_id: who.userId }),
    ]);
    await callUntil(200, () => stage.call('GET', '/applications', undefined, who));
    return who;
  };
  owner = await developer();
  other = await developer();
});
afterAll(async () => {
  await receiver.close();
  await stage.world.close();
});

const runJob = async (name: string, on: TestServer = stage.server) => {
  const job = on.app.declaredJobs.find((each) => each.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  await job.run({}, { now: stage.clock.now(), log: on.app.http.ownLogger });
};
const deliver = (on?: TestServer) => runJob('webhooks.deliver', on);

async function register(more: object = {}): Promise<TestClient> {
  const { body } = await stage.call('POST', '/applications', { ...web, ...more }, owner);
  return { id: body.data.id, secret: body.data.secret };
}
const subscription = (url = receiver.url, events: readonly string[] = eventTypes) => ({ url, events });
async function subscribe(app: TestClient, more: object = subscription()) {
  const { status, body, text } = await stage.call('POST', `/applications/${app.id}/webhooks`, more, owner);
  if (status !== 201) throw new Error(text);
  return body.data as { id: string; secret: string };
}
/** Messages about one application, each verified by the official library. */
const verified = (app: TestClient, secret: string) =>
  receiver.received
    .filter(({ body }) => JSON.parse(body).data.application_id === app.id)
    .map(({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>));

describe('an application is told', () => {
  it('that a person allowed it and withdrew that, by the pairwise subject it knows and nothing else', async () => {
    const app = await register({ options: { subject_type: 'pairwise' } });
    const { secret } = await subscribe(app);
    const { tokens } = await stage.signInTo(app, { scope: 'openid email' });
    const { sub } = tokens.claims() ?? { sub: '' };
    expect(sub).not.toBe(stage.person.userId);
    const withdrawn = await stage.call('DELETE', `/me/consents/${app.id}`, undefined, stage.person);
    expect(withdrawn.status).toBe(200);
    expect(verified(app, secret)).toEqual([]);
    await deliver();
    const messages = verified(app, secret) as { type: string; data: object }[];
    const timestamp = expect.stringMatching(/^20/);
    expect(messages.sort((a, b) => (a.type < b.type ? -1 : 1))).toEqual([
      {
        type: 'application.consent_given',
        timestamp,
        data: { application_id: app.id, sub, scopes: ['openid', 'email'] },
      },
      { type: 'application.consent_withdrawn', timestamp, data: { application_id: app.id, sub } },
    ]);
  });

  it('by another instance when the first one was killed before it could send', async () => {
    const app = await register();
    const { secret } = await subscribe(app, subscription(receiver.url, ['application.consent_given']));
    const first = await stage.world.startServer({ env: stage.env });
    await stage.signInOn(first, app);
    await first.stop();
    await deliver();
    expect(verified(app, secret)).toMatchObject([{ data: { sub: stage.person.userId } }]);
  });

  it('that the account of a person who allowed it was erased; others learn nothing', async () => {
    const [app, stranger] = [await register(), await register()];
    const { secret } = await subscribe(app, subscription(receiver.url, ['person.account_erased']));
    const unrelated = await subscribe(stranger, subscription(receiver.url, ['person.account_erased']));
    const leaving = await stage.newPerson();
    await stage.signInTo(app, { who: leaving });
    const asked = await stage.call('POST', '/me/erasure', { reason: '' }, leaving);
    const decision = { decision: 'erase', answer: 'Хуулийн дагуу.' };
    const path = `/admin/erasure-requests/${asked.body.data.request.id}/decide`;
    expect((await stage.call('POST', path, decision, stage.admin)).status).toBe(200);
    await deliver();
    expect(verified(app, secret)).toMatchObject([
      { type: 'person.account_erased', data: { sub: leaving.userId } },
    ]);
    expect(verified(stranger, unrelated.secret)).toEqual([]);
  });

  it('once that a secret of its own ends within a day', async () => {
    const app = await register();
    const { secret } = await subscribe(app);
    const grace = { grace_seconds: 25 * 3600 };
    const rotated = await stage.call('POST', `/applications/${app.id}/rotate-secret`, grace, owner);
    await runJob('webhooks.secrets');
    await deliver();
    expect(verified(app, secret)).toEqual([]);
    stage.clock.advance(2 * hour);
    for (const _ of [1, 2]) await runJob('webhooks.secrets');
    await deliver();
    expect(verified(app, secret)).toMatchObject([
      {
        type: 'application.secret_expiring',
        data: { secret_ends_at: rotated.body.data.old_secret_ends_at },
      },
    ]);
  });

  it('nothing that nobody subscribed to: the change writes no message', async () => {
    const app = await register();
    const other = await subscribe(app, subscription(receiver.url, ['application.consent_withdrawn']));
    await stage.signInTo(app, { who: await stage.newPerson() });
    const count = 'select count(*)::int as count from webhook_deliveries where subscription_id = $1';
    expect(await stage.world.database.query(count, [other.id])).toEqual([{ count: 0 }]);
  });
});

describe('refused', () => {
  it('is another developer or any other person, with 404', async () => {
    const app = await register();
    const { id } = await subscribe(app);
    const path = `/applications/${app.id}/webhooks`;
    const { body } = await stage.call('POST', `${path}/${id}/test`, undefined, owner);
    const period = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
    const rows: [string, string, object?][] = [
      ['GET', path],
      ['POST', path, subscription()],
      ['PUT', `${path}/${id}`, subscription()],
      ['POST', `${path}/${id}/rotate-secret`],
      ['POST', `${path}/${id}/pause`],
      ['POST', `${path}/${id}/resume`],
      ['POST', `${path}/${id}/test`],
      ['POST', `${path}/${id}/replay`, period],
      ['GET', `${path}/${id}/deliveries`],
      ['GET', `${path}/${id}/deliveries/${body.data.id}`],
      ['POST', `${path}/${id}/deliveries/${body.data.id}/replay`],
      ['DELETE', `${path}/${id}`],
    ];
    const before = receiver.received.length;
    for (const [method, at, given] of rows)
      for (const [who, status] of [
        [other, 404],
        [stage.person, 404],
      ] as const)
        expect((await stage.call(method, at, given, who)).status, `${method} ${at}`).toBe(status);
    expect(receiver.received.length).toBe(before);
    // The same webhook and message under an application of one's own.
    const own = await stage.call('POST', '/applications', web, other);
    const own2 = `/applications/${own.body.data.id}/webhooks`;
    const stolen = `${own2}/${id}/deliveries/${body.data.id}/replay`;
    expect((await stage.call('POST', stolen, undefined, other)).status).toBe(404);
    const { body: mine } = await stage.call('POST', own2, subscription(), other);
    const mixed = `${own2}/${mine.data.id}/deliveries/${body.data.id}/replay`;
    expect((await stage.call('POST', mixed, undefined, other)).status).toBe(404);
    expect((await stage.call('GET', path, undefined, stage.admin)).status).toBe(200);
  });

  it('is an internal address, a password in it, unknown events and fields, and a sixth webhook', async () => {
    const app = await register();
    const path = `/applications/${app.id}/webhooks`;
    const add = async (more: object) =>
      (await stage.call('POST', path, { ...subscription(), ...more }, owner)).status;
    for (const url of [
      'https://10.0.0.1/hook',
      'https://169.254.169.254/latest',
      'https://[::1]/hook',
      'https://[::ffff:10.0.0.1]/hook',
      'https://user:secret@example.mn/hook',
      'ftp://example.mn/hook',
    ])
      expect(await add({ url }), url).toBe(422);
    expect(await add({ events: ['gov_application.status_changed'] })).toBe(422);
    expect(await add({ events: [] })).toBe(422);
    expect(await add({ secret: 'mine' })).toBe(422);
    const made = await Promise.all(Array.from({ length: 7 }, () => add({})));
    expect(made.sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
  });

  it('is http in production', async () => {
    const server = await stage.world.startServer({
      env: stage.env,
      outside: { receivers: (guard) => createReceivers({ guard, production: true }) },
    });
    const app = await register();
    const path = `/applications/${app.id}/webhooks`;
    const refused = await stage.call('POST', path, subscription('http://example.mn/hook'), owner, server);
    expect([refused.status, refused.body.error]).toEqual([422, 'webhook_address_refused']);
    const taken = await stage.call('POST', path, subscription('https://example.mn/hook'), owner, server);
    expect(taken.status).toBe(201);
  });

  it('is a name that leads to an internal address, at each call', async () => {
    const server = await stage.world.startServer({ env: { ...stage.env, WEBHOOKS_ALLOWED_NETWORKS: '' } });
    const app = await register();
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    const { id } = await subscribe(app, subscription(url));
    const before = receiver.received.length;
    const path = `/applications/${app.id}/webhooks/${id}/test`;
    const { body } = await stage.call('POST', path, undefined, owner, server);
    expect(body.data).toMatchObject({
      state: 'failed',
      timeline: [{ problem: 'the address is in a private network' }],
    });
    expect(receiver.received.length).toBe(before);
  });
});
