import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../src/commands/open-database.ts';
import { describeOutside } from '../src/commands/outside.ts';
import { type App, buildApp } from '../src/composition/app.ts';
import { unitOfWork } from '../src/kernel/audit/unit-of-work.ts';
import { verifyAudit } from '../src/kernel/audit/verify.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/kernel/db/embedded.ts';
import { systemIdentity } from '../src/kernel/db/identity.ts';
import { createTokens } from '../src/modules/identity/index.ts';
import { type Answer, createCaller } from './caller.ts';
import { testConfig } from './config.ts';
import { until } from './until.ts';

const outageMs = 10_000;
let busAttempts = 0;
const countingLogger = pino({
  level: 'debug',
  hooks: {
    logMethod: ([, message]) => {
      if (message === 'the bus is not connected') busAttempts += 1;
    },
  },
});
const userId = randomUUID();
let dataDir: string;
let postgres: EmbeddedPostgres;
let app: App;
let url: string;
let token: string;

const startPostgres = () => startEmbeddedPostgres({ dataDir, log: () => undefined });
async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: postgres.url('tamga', postgres.superuser),
    options: '-c search_path=tamga',
  });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tamga-outage-'));
  postgres = await startPostgres();
  const admin = new pg.Client({ connectionString: postgres.url(postgres.database, postgres.superuser) });
  await admin.connect();
  await admin.query('create role tamga_app login nosuperuser nobypassrls');
  await admin.query('create role tamga_owner login nosuperuser nobypassrls');
  await admin.query('grant tamga_app to tamga_owner');
  await admin.query('create database tamga owner tamga_owner');
  await admin.end();
  const databaseUrl = postgres.url('tamga', 'tamga_app');
  const config = testConfig({ DATABASE_URL: databaseUrl });
  await migrateDatabase(config, postgres.url('tamga', 'tamga_owner'));

  const sessionId = randomUUID();
  await query(`insert into users (id, username, first_name, created_at) values ($1, 'anna', 'Болд', now())`, [
    userId,
  ]);
  await query(
    `insert into sessions (id, user_id, method, current_jti, rotated_at, created_at, expires_at)
     values ($1, $2, 'eid', gen_random_uuid(), now(), now(), now() + interval '1 day')`,
    [sessionId, userId],
  );
  const iat = Math.floor(Date.now() / 1000);
  const claims = { sub: userId, role_id: 4, fid: sessionId, jti: randomUUID(), iat, exp: iat + 900 };
  token = createTokens(config.JWT_SECRET, config.JWT_ISSUER).sign({ ...claims, kind: 'access' });

  app = buildApp(config, {
    databaseUrl,
    directUrl: databaseUrl,
    outside: describeOutside(config),
    logger: countingLogger,
    now: () => new Date(),
  });
  await app.start({ worker: true });
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const acknowledged = new Map<string, string>();
let written = 0;
/** One audited write from a separate address; acknowledged writes are recorded. */
async function write(): Promise<Answer> {
  written += 1;
  const name = `Bold${written.toString(2).replaceAll('0', '-').replaceAll('1', "'")}`;
  const requestId = `write-${written}`;
  const answer = await createCaller(url).put(
    '/api/v1/me/latin-name',
    { first_name_en: name },
    { token, headers: { 'x-request-id': requestId } },
  );
  if (answer.status === 200) acknowledged.set(requestId, name);
  return answer;
}
const expectUnavailable = (answer: Answer, codes: readonly string[]) => {
  expect(answer.status).toBe(503);
  expect(codes).toContain(answer.body.error);
  expect(answer.body).toMatchObject({
    status: false,
    message: expect.any(String),
    request_id: expect.any(String),
  });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
};
const get = (path: string, withToken = false) => createCaller(url).get(path, withToken ? { token } : {});

/** Invariants that must hold again after every outage. */
async function expectRecovered(): Promise<void> {
  await until(async () => (await get('/api/v1/users/me', true)).status === 200);
  await until(async () => (await write()).status === 200);
  await until(async () => (await get('/ready')).status === 200);
  const recorded = new Set(
    (await query<{ request_id: string }>('select request_id from audit_log')).map((row) => row.request_id),
  );
  expect([...acknowledged.keys()].filter((requestId) => !recorded.has(requestId))).toEqual([]);
  const [user] = await query<{ name: string }>('select first_name_en as name from users where id = $1', [
    userId,
  ]);
  expect(user?.name).toBe([...acknowledged.values()].at(-1));
  await until(async () => (await query('select from audit_log where seq is null')).length === 0);
  expect(await verifyAudit(app.database)).toMatchObject({ ok: true, checked: recorded.size });

  const context = { identity: systemIdentity, actorUserId: null, requestId: null, now: new Date() };
  const marker = randomUUID();
  await unitOfWork(
    { database: app.database, outbox: app.outbox },
    context,
    { auditRequired: () => false, what: 'test' },
    async (tx) => tx.enqueue('kernel.clean', { marker }),
  );
  const done = `select from pgboss.job where name = 'kernel.clean' and data ->> 'marker' = $1 and state = 'completed'`;
  await until(async () => (await query(done, [marker])).length === 1);
}

describe('a database outage under a running server', () => {
  it('of ten seconds: requests get 503 with Retry-After, and the server recovers without a restart', async () => {
    for (let times = 0; times < 20; times += 1) expect((await write()).status).toBe(200);
    const stoppedAt = performance.now();
    await postgres.stop();

    const codes = ['session_store_unavailable', 'database_unavailable'];
    while (performance.now() - stoppedAt < outageMs) {
      const attempts = busAttempts;
      expectUnavailable(await get('/api/v1/users/me', true), codes);
      expectUnavailable(await write(), codes);
      expectUnavailable(await get(`/api/v1/auth/status/${'a'.repeat(43)}`), codes);
      expect((await get('/health')).status).toBe(200);
      const ready = await get('/ready');
      expect([ready.status, ready.body.status]).toEqual([503, false]);
      expect(ready.body).toMatchObject({ checks: { database: 'unreachable', bus: 'unreachable' } });
      await until(() => busAttempts > attempts);
    }
    postgres = await startPostgres();
    await expectRecovered();
  });

  it('by a kill during writes: acknowledged changes survive the crash', async () => {
    let writing = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (writing) await until(async () => !writing || (await write()).status === 200);
    });
    await until(() => acknowledged.size > 60);
    const before = postgres.pid;
    process.kill(before, 'SIGKILL');
    await until(() => postgres.pid !== before);
    const count = acknowledged.size;
    await until(() => acknowledged.size > count + 10);
    writing = false;
    await Promise.all(writers);
    // Several writers ran at once: the last change is known only after one more write.
    await expectRecovered();
  });
});
