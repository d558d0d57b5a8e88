import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createDatabase } from '../apps/server/src/kernel/db/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/kernel/db/embedded.ts';
import { systemIdentity } from '../apps/server/src/kernel/db/identity.ts';
import { leaseDue } from '../apps/server/src/modules/relay/delivery-store.ts';
import { type Finding, round } from './report.ts';
import { openWorld, type World, withDatabase } from './world.ts';

const inFlight = 16;
const single = 100;
/** How much slower the next delivery may become beside a crowd of waiting ones. */
const leaseBar = 2;
/** The one published figure for X-Road, on 32 cores. */
const xRoadPerSecond = 110;

interface Agency {
  world: World;
  // biome-ignore lint/suspicious/noExplicitAny: reads reply bodies without types
  call(method: string, path: string, body?: object): Promise<any>;
}

/** Two complete platforms exchange requests; then the next delivery is timed beside a crowd of waiting ones. */
export async function measureRelay(requests: number, crowd: number): Promise<Finding[]> {
  const registry = await openAgency('registry');
  const ministry = await openAgency('ministry');
  const findings: Finding[] = [];
  try {
    await connect(ministry, registry);
    findings.push(...(await measureExchange(ministry, requests)));
  } finally {
    await ministry.world.stop();
    await registry.world.stop();
  }
  findings.push(...(await measureLease(ministry.world.dataDir, crowd)));
  return findings;
}

async function openAgency(code: string): Promise<Agency> {
  const world = await openWorld({
    parts: ['api', 'worker'],
    env: { RELAY_SELF_CODE: code, RELAY_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  const [manager] = world.people;
  if (manager === undefined) throw new Error('the world has no people');
  await withDatabase(world.dataDir, (client) =>
    client.query('update users set role_id = 2 where id = $1', [manager.id]),
  );
  return {
    world,
    call: async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${world.port}/api/v1/relay${path}`, {
        method,
        headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const reply = (await answer.json()) as { data: unknown };
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(reply)}`);
      return reply.data;
    },
  };
}

async function connect(ministry: Agency, registry: Agency): Promise<void> {
  const webhookOf = ({ world }: Agency) => `http://127.0.0.1:${world.port}/api/v1/relay/webhook`;
  const common = { enabled: true, name: 'Other' };
  const { id, webhook_secret } = await ministry.call('POST', '/platforms', {
    ...common,
    code: 'registry',
    endpoint_url: webhookOf(registry),
  });
  await registry.call('POST', '/platforms', {
    ...common,
    code: 'ministry',
    direction: 'upstream',
    endpoint_url: webhookOf(ministry),
    webhook_secret,
  });
  const desk = await registry.call('POST', '/platforms', { ...common, code: 'desk' });
  await registry.call('POST', '/routes', { service_code: 'birth', platform_id: desk.id });
  await ministry.call('POST', '/routes', { service_code: 'birth', platform_id: id });
}

async function measureExchange(ministry: Agency, requests: number): Promise<Finding[]> {
  const ask = () =>
    ministry.call('POST', '/requests', { service_code: 'birth', title: 'Bench', payload: { n: 1 } });
  return withDatabase(ministry.world.dataDir, async (client) => {
    const delivered = async (wanted: number) => {
      for (;;) {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::int as count from relay_deliveries where state = 'delivered' and receipt_valid`,
        );
        if ((rows[0]?.count ?? 0) >= wanted) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    for (let n = 0; n < inFlight; n += 1) await ask();
    await delivered(inFlight);
    for (let n = 0; n < single; n += 1) {
      await ask();
      await delivered(inFlight + n + 1);
    }
    const { rows: times } = await client.query<{ median: number; p99: number }>(
      `select percentile_cont(0.5) within group (order by ms) as median, percentile_cont(0.99) within group (order by ms) as p99
       from (select extract(epoch from finished_at - created_at)::float8 * 1000 as ms from relay_deliveries
             order by created_at desc limit $1) as newest`,
      [single],
    );
    const startedAt = performance.now();
    let asked = 0;
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (asked < requests) {
          asked += 1;
          await ask();
        }
      }),
    );
    await delivered(inFlight + single + requests);
    const perSecond = requests / ((performance.now() - startedAt) / 1000);
    const { median = 0, p99 = 0 } = times[0] ?? {};
    return [
      {
        group: 'relay',
        measure: 'relay, requests with receipt',
        value: `${round(perSecond)}/s`,
        note: `X-Road's published figure: ${xRoadPerSecond}/s on 32 cores`,
        figures: { perSecond, requests, inFlight },
      },
      {
        group: 'relay',
        measure: 'relay, one delivery',
        value: `${round(median)} ms, p99 ${round(p99)} ms`,
        figures: { median, p99, count: single },
      },
    ];
  });
}

const crowds = {
  paused: 'paused_at = now()',
  ill: `failures = 9, open_until = now() + interval '10 minutes'`,
  well: `paused_at = null, failures = 0, open_until = null`,
};

/** The statement that takes the next deliveries, with one fresh delivery of another platform. */
async function measureLease(dataDir: string, crowd: number): Promise<Finding[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, whenInUse: 'join', log: () => undefined });
  const client = new pg.Client({
    connectionString: postgres.url('tamga', postgres.superuser),
    options: '-c search_path=tamga',
  });
  await client.connect();
  const database = createDatabase({ url: postgres.url('tamga', 'tamga_app'), max: 1 });
  try {
    await client.query(`update relay_deliveries set state = 'delivered'`);
    const [fresh, crowded] = [await addPlatform(client, 'fresh'), await addPlatform(client, 'crowded')];
    const time = () => timeLease(client, database, fresh);
    const before = await time();
    await addDeliveries(client, crowded, crowd);
    await client.query('vacuum analyze relay_deliveries');
    const findings: Finding[] = [];
    for (const [name, change] of Object.entries(crowds)) {
      await client.query(`update relay_platforms set ${change} where id = $1`, [crowded]);
      const after = await time();
      const ratio = after / before;
      findings.push({
        group: 'relay',
        measure: `relay, next delivery beside ${crowd} of a platform that is ${name}`,
        value: `${round(after, 2)} ms, ${round(ratio, 2)} times`,
        // A platform that is well also gets four of its own messages in the same statement.
        ...(name === 'well' ? {} : { bar: `≤ ${leaseBar} times`, met: ratio <= leaseBar }),
        figures: { before, after, ratio, crowd },
      });
    }
    return findings;
  } finally {
    await database.close();
    await client.end();
    await postgres.stop();
  }
}

const tries = 51;

/** Median; each try takes the delivery and puts it back. */
async function timeLease(
  client: pg.Client,
  database: ReturnType<typeof createDatabase>,
  platformId: string,
): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    await client.query(`delete from relay_deliveries where platform_id = $1`, [platformId]);
    await addDeliveries(client, platformId, 1);
    const now = new Date(Date.now() + 1000);
    const startedAt = performance.now();
    const due = await database.transaction(systemIdentity, (tx) =>
      leaseDue(tx, { now, until: new Date(now.getTime() + 60_000), busy: [], limit: 200 }),
    );
    times.push(performance.now() - startedAt);
    if (!due.some((each) => each.platform_id === platformId))
      throw new Error('the fresh delivery was not taken');
  }
  return times.toSorted((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
}

async function addPlatform(client: pg.Client, code: string): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into relay_platforms (id, code, name, direction, endpoint_url, enabled, created_at)
     values ($1, $2, $2, 'downstream', 'https://relay.example/', true, now())`,
    [id, code],
  );
  return id;
}

const addDeliveries = (client: pg.Client, platformId: string, count: number) =>
  client.query(
    `insert into relay_deliveries (id, platform_id, request_id, event, body, digest, next_at, created_at)
     select gen_random_uuid(), $1, (select id from relay_requests limit 1), 'dispatched', '{"sent_at":""}',
       repeat('0', 64), now(), now() from generate_series(1, $2::int)`,
    [platformId, count],
  );
