import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/kernel/db/embedded.ts';
import { createTokens, type TokenService } from '../apps/server/src/modules/identity/tokens.ts';
import { settings } from '../apps/server/src/settings.ts';
import { findFreePorts } from '../scripts/free-ports.ts';
import { type Child, makeFolder, serverMain, serverNodeArgs, startChild } from './processes.ts';

export const secrets = {
  JWT_SECRET: 'bench-jwt-0123456789-abcdefghijklmn',
  INTEGRATION_ENC_KEY: 'b1:bench-seal-0123456789-abcdefghijk',
  EID_RP_SECRET: 'bench-eid-0123456789-abcdefghijklmn',
};

export interface Person {
  id: string;
  sessionId: string;
  refreshJti: string;
  token: string;
  refreshToken: string;
}

/** A server in production mode, its PostgreSQL and the eID provider, each in a separate process. */
export interface World {
  port: number;
  sandboxPort: number;
  server: Child;
  sandbox: Child;
  people: readonly Person[];
  /** Refresh tokens of further sessions, for a load that renews more than ten times a minute. */
  chains: readonly string[];
  dataDir: string;
  stop(): Promise<void>;
}

const peopleCount = 200;
const chainsEach = 40;

export interface WorldOptions {
  /** Parts of the server; the API alone by default. */
  parts?: readonly string[];
  nodeArgs?: readonly string[];
  env?: Record<string, string> | ((ports: { sandboxPort: number }) => Record<string, string>);
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const dataDir = makeFolder();
  const [port = 0, sandboxPort = 0] = await findFreePorts(2);
  const sandbox = await startChild({
    script: join(import.meta.dirname, 'sandbox.ts'),
    args: [
      String(sandboxPort),
      join(dataDir, 'sandbox'),
      settings.EID_RP_UUID.fallback,
      secrets.EID_RP_SECRET,
    ],
    readyWhen: /^sandbox ready/,
    logFile: join(dataDir, 'sandbox.log'),
  });
  const server = await startChild({
    script: serverMain,
    args: ['serve', ...(options.parts ?? ['api'])],
    nodeArgs: [...serverNodeArgs, ...(options.nodeArgs ?? [])],
    env: {
      ...secrets,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      LOG_LEVEL: 'info',
      // Every measured client has a distinct address, as behind a load balancer.
      TRUSTED_PROXIES: '127.0.0.1',
      ...(typeof options.env === 'function' ? options.env({ sandboxPort }) : options.env),
    },
    readyWhen: /^ready in/,
    logFile: join(dataDir, 'server.log'),
  });
  return {
    port,
    sandboxPort,
    server,
    sandbox,
    dataDir,
    ...(await seedPeople(dataDir)),
    stop: async () => {
      await server.stop();
      await sandbox.stop();
    },
  };
}

/** Direct access to the database of a running world. */
export async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, whenInUse: 'join', log: () => undefined });
  const client = new pg.Client({
    connectionString: postgres.url('tamga', postgres.superuser),
    options: '-c search_path=tamga',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function seedPeople(dataDir: string): Promise<Pick<World, 'people' | 'chains'>> {
  return withDatabase(dataDir, async (client) => {
    const tokens = createTokens(secrets.JWT_SECRET, settings.JWT_ISSUER.fallback);
    const people = Array.from({ length: peopleCount }, () => makePerson(tokens));
    const further = people.flatMap(({ id }) =>
      Array.from({ length: chainsEach }, () => makePerson(tokens, id)),
    );
    const sessions = [...people, ...further];
    await client.query(
      `insert into users (id, username, first_name, last_name, first_name_en, last_name_en, civil_id, national_id,
         kyc_level, document_number, cert_serial, cert_not_before, cert_not_after, cert_issuer, cert_key_type, created_at)
       select id, 'bench_' || n, 'Болд', 'Батын', 'Bold', 'Bat', 'C' || n, 'УБ' || lpad(n::text, 8, '0'),
         'QUALIFIED', 'PNOMN-' || n, md5(n::text), now(), now() + interval '3 years', 'CN=Sandbox', 'EC P-256', now()
       from unnest($1::uuid[]) with ordinality as given (id, n)`,
      [people.map((person) => person.id)],
    );
    await client.query(
      `insert into sessions (id, user_id, method, current_jti, rotated_at, created_at, expires_at)
       select id, user_id, 'eid', jti, now(), now(), now() + interval '7 days'
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as given (id, user_id, jti)`,
      [
        sessions.map((person) => person.sessionId),
        sessions.map((person) => person.id),
        sessions.map((person) => person.refreshJti),
      ],
    );
    await client.query('analyze');
    return { people, chains: further.map((session) => session.refreshToken) };
  });
}

function makePerson(tokens: TokenService, id: string = randomUUID()): Person {
  const [sessionId, refreshJti] = [randomUUID(), randomUUID()];
  const iat = Date.now() / 1000;
  const common = { sub: id, role_id: 4, fid: sessionId, iat, exp: Math.floor(iat) + 3600 };
  return {
    id,
    sessionId,
    refreshJti,
    token: tokens.sign({ ...common, kind: 'access', jti: randomUUID() }),
    refreshToken: tokens.sign({ ...common, kind: 'refresh', jti: refreshJti }),
  };
}
