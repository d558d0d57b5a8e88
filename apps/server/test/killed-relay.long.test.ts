import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Evidence, verifyEvidence } from '../src/modules/relay/index.ts';
import { openAdministrator } from '../src/modules/relay/test/stage.ts';
import { testConfig } from './config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { until } from './until.ts';

/** More by hand: RELAY_KILLS=1000 npm test -- apps/server/test/killed-relay.long.test.ts */
const rounds = Number(process.env['RELAY_KILLS'] ?? 3);

const moments = ['before', 'during', 'after'] as const;
const steps = (['request', 'answer'] as const).flatMap((message) =>
  moments.flatMap((moment) =>
    (['sender', 'receiver'] as const).map((victim) => ({ message, moment, victim })),
  ),
);

interface Side {
  code: string;
  home: TestDatabase;
  child: ChildProcess;
  url: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  call(method: string, path: string, body?: object): Promise<any>;
}

/** Stands between the two, so that a process is killed exactly before, while or after a message is taken. */
interface Wire {
  url: string;
  killAt(moment: (typeof moments)[number], kill: () => void): void;
  close(): void;
}

let ministry: Side;
let registry: Side;
const wires: Wire[] = [];

async function start(side: Side): Promise<void> {
  const env = {
    ...process.env,
    CHILD_DATABASE_URL: side.home.appUrl,
    CHILD_PORT: side.url === '' ? '0' : new URL(side.url).port,
    CHILD_SETTINGS: JSON.stringify({
      RELAY_SELF_CODE: side.code,
      RELAY_ALLOWED_NETWORKS: '127.0.0.0/8',
    }),
  };
  side.child = spawn(process.execPath, [join(import.meta.dirname, 'child-server.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (side.child.stdout === null) throw new Error('the server has no output');
  for await (const line of createInterface({ input: side.child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    side.url = line.slice(6);
    return;
  }
  throw new Error('the server ended before it was ready');
}

async function openSide(code: string): Promise<Side> {
  const home = await createTestDatabase();
  const { token } = await openAdministrator(home, () => new Date(), testConfig());
  const side: Side = {
    code,
    home,
    child: undefined as unknown as ChildProcess,
    url: '',
    call: async (method, path, body) => {
      const answer = await fetch(`${side.url}/api/v1/relay${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await token()}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { data, error } = (await answer.json()) as { data: unknown; error?: string };
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${error}`);
      return data;
    },
  };
  await start(side);
  return side;
}

async function openWire(target: Side): Promise<Wire> {
  let plan: { moment: (typeof moments)[number]; kill: () => void } | undefined;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const current = request.method === 'POST' ? plan : undefined;
    if (current !== undefined) plan = undefined;
    try {
      if (current?.moment === 'before') current.kill();
      const names = ['content-type', 'x-relay-source', 'x-relay-event', 'x-relay-id', 'x-relay-signature'];
      const pending = fetch(`${target.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(
          names.flatMap((name) =>
            request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]],
          ),
        ),
        ...(request.method === 'POST' ? { body: Buffer.concat(parts) } : {}),
      });
      if (current?.moment === 'during') current.kill();
      const answer = await pending;
      const body = Buffer.from(await answer.arrayBuffer());
      if (current?.moment === 'after') current.kill();
      const receipt = answer.headers.get('x-relay-receipt');
      response.writeHead(answer.status, receipt === null ? {} : { 'x-relay-receipt': receipt }).end(body);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/relay/webhook`,
    killAt: (moment, kill) => {
      plan = { moment, kill };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

beforeAll(async () => {
  ministry = await openSide('ministry');
  registry = await openSide('registry');
  wires.push(await openWire(registry), await openWire(ministry));
  const common = { name: 'Other', enabled: true, endpoint_url: wires[0]?.url };
  const made = await ministry.call('POST', '/platforms', { ...common, code: 'registry' });
  await registry.call('POST', '/platforms', {
    ...common,
    code: 'ministry',
    direction: 'upstream',
    endpoint_url: wires[1]?.url,
    webhook_secret: made.webhook_secret,
  });
  const desk = await registry.call('POST', '/platforms', { code: 'desk', name: 'Desk', enabled: true });
  await registry.call('POST', '/routes', { service_code: 'birth', platform_id: desk.id });
  await ministry.call('POST', '/routes', { service_code: 'birth', platform_id: made.id });
});
afterAll(async () => {
  for (const wire of wires) wire.close();
  for (const { child, home } of [ministry, registry]) {
    child.kill('SIGKILL');
    await once(child, 'exit').catch(() => undefined);
    await home.drop();
  }
});

/** PostgreSQL keeps the delay of a lease or a retry, so the test makes the next attempt due now. */
async function makeDue(): Promise<void> {
  for (const { home } of [ministry, registry]) {
    await home.query(`update relay_deliveries set next_at = now() where state = 'waiting'`);
    await home.query('update relay_platforms set failures = 0, open_until = null');
  }
}
/** On a busy machine a call to the killed side may fail after `makeDue`; its retry would outlast the test's patience. */
async function makeRetriesDue({ home }: Side): Promise<void> {
  await home.query(
    `update relay_deliveries d set next_at = now() where state = 'waiting' and next_at > now()
     and exists (select from relay_attempts a where a.delivery_id = d.id and a.attempt = d.attempts)`,
  );
  await home.query('update relay_platforms set failures = 0, open_until = null where open_until is not null');
}
async function untilDelivered(side: Side, requestId: string): Promise<void> {
  let left: object[] = [];
  await until(
    async () => {
      await makeRetriesDue(side);
      left = await side.home.query(
        `select d.event, d.state, d.attempts, d.next_at, now() as now,
           (select jsonb_agg(to_jsonb(a) order by a.id) from relay_attempts a where a.delivery_id = d.id) as tried
         from relay_deliveries d where d.request_id = $1 and d.state <> 'delivered'`,
        [requestId],
      );
      return left.length === 0;
    },
    () => `${side.code} still has ${JSON.stringify(left)}`,
  );
}
const there = async (title: string) =>
  registry.home.query<{ id: string; assignment_id: string }>(
    `select r.id, a.id as assignment_id from relay_requests r join relay_assignments a on a.request_id = r.id
     where r.title = $1`,
    [title],
  );

describe('two platforms, one of them killed at a step of an exchange', () => {
  it(
    'agree afterwards, and each request has one effect',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        // Seven and twelve have no common divisor: a few rounds reach different steps, twelve reach all.
        const { message, moment, victim } = steps[(round * 7) % steps.length] ?? {
          message: 'request',
          moment: 'after',
          victim: 'sender',
        };
        const [sender, receiver] = message === 'request' ? [ministry, registry] : [registry, ministry];
        const killed = victim === 'sender' ? sender : receiver;
        const arm = () =>
          wires[message === 'request' ? 0 : 1]?.killAt(moment, () => killed.child.kill('SIGKILL'));
        const recover = async () => {
          if (killed.child.exitCode === null && killed.child.signalCode === null)
            await once(killed.child, 'exit');
          // A sender looks for due messages when it starts; one that lived on would call a receiver that is not back yet.
          if (victim === 'sender') await makeDue();
          await start(killed);
          if (victim === 'receiver') await makeDue();
        };
        const title = `${round}: ${message}, ${victim} killed ${moment}`;
        if (message === 'request') arm();
        // The message may leave, and its sender die, before the call is answered.
        const ask = ministry.call('POST', '/requests', { service_code: 'birth', title, payload: { round } });
        await ask.catch(() => undefined);
        if (message === 'request') await recover();
        const [asked = { id: '' }] = await ministry.home.query<{ id: string }>(
          'select id from relay_requests where title = $1',
          [title],
        );
        await untilDelivered(ministry, asked.id);
        const found = await there(title);
        expect([title, found.length]).toEqual([title, 1]);
        if (message === 'answer') arm();
        const answer = { status: 'done', result: { round } };
        await registry
          .call('POST', `/assignments/${found[0]?.assignment_id}/respond`, answer)
          .catch(() => undefined);
        if (message === 'answer') await recover();
        await untilDelivered(registry, found[0]?.id ?? '');

        const [here, other] = [
          await ministry.call('GET', `/requests/${asked.id}`),
          await registry.call('GET', `/requests/${found[0]?.id}`),
        ];
        expect([title, here.request.status, other.request.status]).toEqual([title, 'fulfilled', 'fulfilled']);
        expect(here.request.result[0].result).toEqual(other.request.result);
        for (const { events } of [here, other])
          expect(events.filter(({ type }: { type: string }) => type === 'responded')).toHaveLength(1);
        for (const [side, id] of [
          [ministry, asked.id],
          [registry, found[0]?.id],
        ] as const) {
          const evidence = (await side.call('GET', `/requests/${id}/evidence`)) as Evidence;
          expect([title, verifyEvidence(evidence).filter(({ problem }) => problem !== undefined)]).toEqual([
            title,
            [],
          ]);
        }
      }
      const counted = await registry.home.query<{ count: string }>('select count(*) from relay_requests');
      expect(Number(counted[0]?.count)).toBe(rounds);
    },
    120_000 + rounds * 60_000,
  );
});
