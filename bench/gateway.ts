import { createHash, randomBytes } from 'node:crypto';
import { compareWithFloor, type Effort, openFloor } from './compare.ts';
import { median, runLoad, type Target } from './load.ts';
import { type Finding, round } from './report.ts';
import { describeLoad } from './requests.ts';
import { addressOf } from './wire.ts';
import { openWorld, withDatabase } from './world.ts';

const bar = 0.2;
const service = 'bench';

/** A GET through the gateway to an upstream without cost, against the floor and against a direct call. */
export async function measureGateway(effort: Effort): Promise<Finding[]> {
  const floor = await openFloor();
  const upstream = await openFloor();
  const world = await openWorld({ env: { GATEWAY_ALLOWED_NETWORKS: '127.0.0.1' } });
  try {
    const token = await withDatabase(world.dataDir, (client) => seedApplication(client, upstream.port));
    const through: Target = {
      port: world.port,
      pid: world.server.pid,
      next: (connection) => ({
        method: 'GET',
        path: `/gw/${service}/`,
        token,
        address: addressOf(connection),
      }),
    };
    const { floor: least, target, share, shares } = await compareWithFloor(floor, through, effort);
    const direct: Target = {
      port: upstream.port,
      pid: upstream.pid,
      next: () => ({ method: 'GET', path: '/' }),
    };
    const addedMs = await compareLatency(direct, through, effort);
    const met = target.errors === 0 && share >= bar;
    return [
      {
        group: 'gateway',
        measure: 'gateway GET',
        value: `${describeLoad(target)}, +${round(addedMs, 2)} ms on a direct call`,
        share,
        bar: `≥ ${bar}`,
        met,
        ...(met ? {} : { note: target.firstError ?? `missed by ${round(((bar - share) / bar) * 100, 0)} %` }),
        figures: { ...target, share, shares, addedMedianMs: addedMs, floor: { ...least } },
      },
    ];
  } finally {
    await world.stop();
    await upstream.stop();
    await floor.stop();
  }
}

/** Makes one call at a time, alternately, to measure the gateway's own latency and not queueing. */
async function compareLatency(direct: Target, through: Target, effort: Effort): Promise<number> {
  const once = { connections: 1, seconds: effort.floorSeconds };
  const added: number[] = [];
  for (let each = 0; each < effort.rounds; each += 1) {
    const least = await runLoad(direct, once);
    added.push((await runLoad(through, once)).p50Ms - least.p50Ms);
  }
  return median(added);
}

interface Client {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/**
 * Creates a client that never reaches its limits, an upstream service and a token, as the provider would write them.
 */
async function seedApplication(client: Client, port: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `insert into applications (id, name, type, auth_method, grant_types, limit_per_minute, limit_burst, created_at)
     values ('app-bench', 'Bench', 'm2m', 'client_secret_basic', '{client_credentials}', 1000000, 1000000, now())`,
  );
  await client.query(
    `insert into gateway_services (name, scope, protocol, host, port, created_at)
     values ($1, 'svc:' || $1, 'http', '127.0.0.1', $2, now())`,
    [service, port],
  );
  await client.query(
    `insert into application_services (application_id, service_id, granted_at)
     select 'app-bench', id, now() from gateway_services where name = $1`,
    [service],
  );
  await client.query(
    `insert into oidc_tokens (hash, kind, client_id, payload, created_at, expires_at)
     values ($1, 'ClientCredentials', 'app-bench', '{}', now(), now() + interval '1 hour')`,
    [createHash('sha256').update(token).digest()],
  );
  return token;
}
