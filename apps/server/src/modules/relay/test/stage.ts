import { createHmac, randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../../../test/database.ts';
import {
  type Clock,
  createClock,
  openWorld,
  type ServerOptions,
  type TestServer,
  type TestWorld,
} from '../../../../test/server.ts';
import { roleIds } from '../../../kernel/http/actor.ts';
import { createTokens } from '../../identity/index.ts';

/** One Tamga with a person who manages its relay. */
export interface Agency {
  code: string;
  world: TestWorld;
  server: TestServer;
  /** The address that other platforms send messages to. */
  webhook: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  call(method: string, path: string, body?: object): Promise<{ status: number; body: any; headers: Headers }>;
  /** Runs a job now, by the clock of the test. */
  runJob(name: string, on?: TestServer): Promise<void>;
  /** Registers a platform and returns its id and secret. */
  addPlatform(code: string, more?: object): Promise<{ id: string; secret: string }>;
  addRoute(serviceCode: string, platformId: string, more?: object): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  see(path: string): Promise<any>;
  token(): Promise<string>;
  userId: string;
}

export async function openAgency(
  code: string,
  clock: Clock = createClock(),
  options: ServerOptions = {},
): Promise<Agency> {
  const world = await openWorld({ clock });
  const server = await world.startServer({
    ...options,
    env: { RELAY_SELF_CODE: code, RELAY_ALLOWED_NETWORKS: '127.0.0.0/8', ...options.env },
  });
  const { userId, token } = await openAdministrator(world.database, world.clock.now, server.config);
  const agency: Agency = {
    code,
    world,
    server,
    webhook: `${server.url}/api/v1/relay/webhook`,
    call: async (method, path, body) => {
      const answer = await fetch(`${server.url}/api/v1/relay${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await token()}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    },
    token,
    userId,
    see: async (path) => (await agency.call('GET', path)).body.data,
    addPlatform: async (platformCode, more = {}) => {
      const given = { code: platformCode, name: platformCode, enabled: true, ...more };
      const { status, body } = await agency.call('POST', '/platforms', given);
      if (status !== 201) throw new Error(`no platform: ${JSON.stringify(body)}`);
      return { id: body.data.id, secret: body.data.webhook_secret };
    },
    addRoute: async (service_code, platform_id, more = {}) => {
      const { status, body } = await agency.call('POST', '/routes', { service_code, platform_id, ...more });
      if (status !== 201) throw new Error(`no route: ${JSON.stringify(body)}`);
    },
    runJob: async (name, on = server) => {
      const job = on.app.declaredJobs.find((each) => each.name === name);
      if (job === undefined) throw new Error(`there is no job ${name}`);
      await job.run({}, { now: world.clock.now(), log: on.app.http.ownLogger });
    },
  };
  return agency;
}

const sessionMs = 10 * 60_000;

/** Signed in by a session that is opened again when the clock of the test has moved on. */
export async function openAdministrator(
  database: Pick<TestDatabase, 'query'>,
  clock: () => Date,
  config: { JWT_SECRET: string; JWT_ISSUER: string },
  roleId: number = roleIds.admin,
) {
  const userId = randomUUID();
  await database.query('insert into users (id, username, role_id, created_at) values ($1, $2, $3, $4)', [
    userId,
    `u_${userId}`,
    roleId,
    clock(),
  ]);
  const tokens = createTokens(config.JWT_SECRET, config.JWT_ISSUER);
  let session = { id: '', openedMs: 0 };
  const open = async (now: Date) => {
    session = { id: randomUUID(), openedMs: now.getTime() };
    await database.query(
      `insert into sessions (id, user_id, method, current_jti, rotated_at, created_at, expires_at)
       values ($1, $2, 'eid', gen_random_uuid(), $3, $3, $3::timestamptz + interval '1 day')`,
      [session.id, userId, now],
    );
  };
  return {
    userId,
    token: async () => {
      const now = clock();
      if (now.getTime() - session.openedMs > sessionMs) await open(now);
      const iat = Math.floor(now.getTime() / 1000);
      return tokens.sign({
        sub: userId,
        role_id: roleId,
        fid: session.id,
        jti: randomUUID(),
        iat,
        exp: iat + 900,
        kind: 'access',
      });
    },
  };
}

/** Signs a message in the specified form, as another platform would. */
export const relaySignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** A message of another platform; headers of the test replace the right ones. */
export async function sendMessage(
  agency: Agency,
  from: { code: string; secret: string },
  body: string | object,
  headers: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
): Promise<{ status: number; body: any; receipt: string | null }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(agency.webhook, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-relay-source': from.code,
      'x-relay-signature': relaySignature(from.secret, text),
      ...headers,
    },
    body: text,
  });
  return {
    status: answer.status,
    body: await answer.json(),
    receipt: answer.headers.get('x-relay-receipt'),
  };
}
