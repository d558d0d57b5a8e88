import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roleIds } from '../src/kernel/http/actor.ts';
import { openAdministrator } from '../src/modules/relay/test/stage.ts';
import { testConfig } from './config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { until } from './until.ts';

/** More by hand: WEBHOOK_KILLS=300 npm test -- apps/server/test/killed-webhooks.long.test.ts */
const rounds = Number(process.env['WEBHOOK_KILLS'] ?? 3);
const eventsPerRound = 3;

/** Before the receiver has read the call, after it has read it, and once it has answered. */
const moments = ['before', 'during', 'after'] as const;
type Moment = (typeof moments)[number];

interface Call {
  id: string;
  body: string;
  headers: Record<string, string>;
}

let home: TestDatabase;
let child: ChildProcess;
let url = '';
let receiver: Server;
let plan: Moment | undefined;
const calls: Call[] = [];
let owner: Awaited<ReturnType<typeof openAdministrator>>;
let app = '';
let path = '';
let secret = '';

async function startServer(): Promise<void> {
  child = spawn(process.execPath, [join(import.meta.dirname, 'child-server.ts')], {
    env: {
      ...process.env,
      CHILD_DATABASE_URL: home.appUrl,
      CHILD_SETTINGS: JSON.stringify({ WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8' }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    url = line.slice(6);
    return;
  }
  throw new Error('the server ended before it was ready');
}

/** True if this was the planned moment. */
function killAt(moment: Moment): boolean {
  if (plan !== moment) return false;
  plan = undefined;
  child.kill('SIGKILL');
  return true;
}

async function startReceiver(): Promise<string> {
  receiver = createServer(async (request, response) => {
    if (killAt('before')) return;
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      // The sender died while it wrote.
      return;
    }
    const headers = request.headers as Record<string, string>;
    calls.push({ id: headers['webhook-id'] ?? '', body: Buffer.concat(parts).toString('utf8'), headers });
    killAt('during');
    response.end('taken', () => killAt('after'));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
async function call(method: string, to: string, body?: object, token = owner.token): Promise<any> {
  const answer = await fetch(`${url}/api/v1${to}`, {
    method,
    headers: {
      authorization: `Bearer ${await token()}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data, error } = (await answer.json()) as { data: unknown; error?: string };
  if (!answer.ok) throw new Error(`${method} ${to} answered ${answer.status} ${error}`);
  return data;
}

beforeAll(async () => {
  home = await createTestDatabase();
  const open = (role: number) => openAdministrator(home, () => new Date(), testConfig(), role);
  owner = await open(roleIds.admin);
  const [address] = await Promise.all([startReceiver(), startServer()]);
  app = (await call('POST', '/applications', { name: 'Told', app_type: 'm2m' })).id;
  const made = await call('POST', `/applications/${app}/webhooks`, {
    url: address,
    events: ['application.consent_withdrawn'],
  });
  path = `/applications/${app}/webhooks/${made.id}`;
  secret = made.secret;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  child.kill('SIGKILL');
  await once(child, 'exit').catch(() => undefined);
  await home.drop();
});

/** A person who allows the application, and withdraws that. */
async function withdraw(): Promise<{ userId: string; isAnswered: boolean }> {
  const { userId, token } = await openAdministrator(home, () => new Date(), testConfig(), roleIds.user);
  await home.query(
    `insert into oidc_consents (user_id, client_id, scopes, granted_at, expires_at)
     values ($1, $2, '{openid}', now(), now() + interval '1 day')`,
    [userId, app],
  );
  const isAnswered = await call('DELETE', `/me/consents/${app}`, undefined, token).then(
    () => true,
    () => false,
  );
  return { userId, isAnswered };
}

async function untilDelivered(): Promise<void> {
  let left: object[] = [];
  await until(
    async () => {
      left = await home.query(`select * from webhook_deliveries where state <> 'delivered'`);
      return left.length === 0;
    },
    () => `still waiting: ${JSON.stringify(left)}`,
  );
}

/** The subject of each message, by the id of the message. */
const tellings = (items: readonly { id: string; body: string }[]) =>
  new Map(items.map(({ id, body }) => [id, JSON.parse(body).data.sub as string]));

describe('a server that is killed while it calls a webhook', () => {
  it(
    'loses no event, tells none that did not happen, and repeats with the same id',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const moment = moments[round % moments.length] ?? 'during';
        plan = moment;
        const exit = once(child, 'exit');
        const people = await Promise.all(Array.from({ length: eventsPerRound }, withdraw));
        await exit;
        // The leases of the killed process end now instead of after a minute.
        await home.query(`update webhook_deliveries set next_at = now() where state = 'waiting'`);
        await startServer();
        await untilDelivered();

        const title = `${round}: killed ${moment}`;
        for (const { userId, isAnswered } of people) {
          const [kept] = await home.query('select from oidc_consents where user_id = $1', [userId]);
          const told = await home.query(
            `select from webhook_deliveries where body::jsonb #>> '{data,sub}' = $1`,
            [userId],
          );
          // An unanswered person may have been cut off before the commit; then nothing is told either.
          expect([title, told.length]).toEqual([title, kept === undefined ? 1 : 0]);
          if (isAnswered) expect([title, kept]).toEqual([title, undefined]);
        }
      }

      const queued = await home.query<{ id: string; body: string }>(
        'select id, body from webhook_deliveries',
      );
      expect(tellings(calls)).toEqual(tellings(queued));
      for (const { body, headers } of calls) new Webhook(secret).verify(body, headers);

      for (const { id } of queued) {
        const seen = await call('GET', `${path}/deliveries/${id}`);
        expect(seen).toMatchObject({ state: 'delivered', status: 200 });
        const [last] = seen.timeline;
        expect(last).toMatchObject({
          attempt: seen.attempts,
          status: 200,
          request_headers: { 'webhook-id': id },
        });
        // The killed process could not write down its attempt; the count of attempts includes it.
        const taken = calls.filter((each) => each.id === id).length;
        expect(taken).toBeGreaterThanOrEqual(seen.timeline.length);
        expect(taken).toBeLessThanOrEqual(seen.attempts);
      }
      expect((await call('GET', `${path}/deliveries?state=delivered`)).total).toBe(queued.length);
    },
    120_000 + rounds * 60_000,
  );
});
