import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, callUntil, createCaller } from '../../../test/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { observabilityToken, productionEnvOn } from '../../../test/production.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { readRelease } from '../../composition/release.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';

let world: TestWorld;
let server: TestServer;
let caller: Caller;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer({ env: { RELEASE_VERSION: '9.8.7' } });
  caller = createCaller(server.url);
});
afterAll(() => world.close());

const allOk = { database: 'ok', bus: 'ok', migrations: 'ok', audit: 'ok', files: 'ok', seal: 'ok' };

describe('health', () => {
  it('reports that the process is alive, without the envelope', async () => {
    const answer = await caller.get('/health');
    expect([answer.status, answer.body]).toEqual([
      200,
      { status: true, message: 'alive', platform_version: '9.8.7' },
    ]);
  });

  it('has no dependencies: it answers the same during a database outage', async () => {
    const { server: alone, database } = await startOnOwnDatabase();
    await database.drop();
    const { status, body } = await createCaller(alone.url).get('/health');
    expect(status).toBe(200);
    // Without a setting, the version and commit of this checkout.
    expect(body).toMatchObject({ platform_version: readRelease() });
    await alone.stop();
  });
});

describe('ready', () => {
  const answerOf = async (asker: Caller) => {
    const { status, body } = await asker.get('/ready');
    return [status, body];
  };

  it('answers 200 when every check passes', async () => {
    const answer = await callUntil(200, () => caller.get('/ready'));
    expect([answer.status, answer.body]).toEqual([200, { status: true, checks: allOk }]);
  });

  it('answers 503 and names the database during an outage, as other rows do', async () => {
    const { server: alone, database } = await startOnOwnDatabase();
    const asker = createCaller(alone.url);
    await callUntil(200, () => asker.get('/ready'));
    await database.drop();
    await expect
      .poll(async () => (await asker.get('/ready')).body)
      .toEqual({
        status: false,
        checks: {
          database: 'unreachable',
          bus: 'unreachable',
          migrations: 'unknown',
          audit: 'unknown',
          files: 'ok',
          seal: 'ok',
        },
      });
    expect((await asker.get('/ready')).status).toBe(503);
    const poll = await asker.post('/api/v1/auth/eid/poll', { sid: '0'.repeat(32) });
    expect([poll.status, poll.body.error]).toEqual([503, 'database_unavailable']);
    expect(poll.headers.get('retry-after')).toBe('2');
    await alone.stop();
  });

  it('answers 503 while a migration is missing, and 200 afterwards', async () => {
    const [last] = await world.database.query<{ name: string }>(
      'delete from migrations where name = (select max(name) from migrations) returning *',
    );
    await expect
      .poll(() => answerOf(caller))
      .toEqual([503, { status: false, checks: { ...allOk, migrations: 'pending' } }]);
    const columns = Object.keys(last ?? {});
    await world.database.query(
      `insert into migrations (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(last ?? {}),
    );
    await callUntil(200, () => caller.get('/ready'));
  });

  it('answers 503 while the audit log is not being sealed', async () => {
    const { server: unsealed, database } = await startOnOwnDatabase();
    await unsealed.app.sealer.stop();
    await database.query(
      "insert into audit_log (occurred_at, action, category) values ($1, 'probe.made', 'probe')",
      [new Date(world.clock.now().getTime() - 6000)],
    );
    await expect
      .poll(() => answerOf(createCaller(unsealed.url)))
      .toEqual([503, { status: false, checks: { ...allOk, audit: 'lagging' } }]);
    await unsealed.stop();
    await database.drop();
  });
});

describe('metrics', () => {
  it('count requests by row and status, and include pool, lag, jobs and unsealed audit rows', async () => {
    await caller.get('/api/v1/site/auth');
    await caller.get('/api/v1/users/me');
    await caller.get('/nowhere/at-all');
    const queue = server.app.declaredJobs[0]?.name ?? '';
    await server.app.database.transaction(systemIdentity, (tx) => server.app.jobs.send(tx, queue, {}));
    const answer = await caller.get('/metrics');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const text = answer.body.message ?? '';
    expect(text).toMatch(/tamga_request_seconds_count\{row="site\.auth",status="2xx"\} \d/);
    expect(text).toMatch(/tamga_request_seconds_count\{row="users\.me",status="4xx"\} \d/);
    expect(text).toMatch(/tamga_request_seconds_count\{row="none",status="4xx"\} \d/);
    expect(text).toMatch(/tamga_request_seconds_bucket\{le="0\.001",row="site\.auth"/);
    expect(text).toMatch(/tamga_database_connections\{state="idle"\} \d/);
    expect(text).toMatch(/tamga_database_connections\{state="waiting"\} \d/);
    expect(text).toMatch(/tamga_event_loop_lag_seconds \d/);
    // A schedule may have queued another one meanwhile.
    expect(text).toMatch(new RegExp(`tamga_jobs\\{queue="${queue}",state="ready"\\} [1-9]`));
    expect(text).toMatch(/tamga_audit_pending \d/);
    expect(text).toContain('tamga_file_store_up{driver="local"} 1');
    // An unknown path must not become a label: an attacker could create unlimited labels.
    expect(text).not.toContain('at-all');
  });

  it('still answer during a database outage, without its figures', async () => {
    const { server: alone, database } = await startOnOwnDatabase();
    await database.drop();
    const answer = await createCaller(alone.url).get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.body.message).toMatch(/tamga_audit_pending Nan/i);
    await alone.stop();
  });
});

describe('swagger', () => {
  it('is a page whose files all come from this origin', async () => {
    const answer = await caller.get('/swagger/');
    const page = answer.body.message ?? '';
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'self';/);
    expect(page).not.toMatch(/https?:|\/\/[a-z]/);
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThanOrEqual(4);
    for (const file of files) {
      const found = await fetch(`${server.url}${file}`);
      expect([file, found.status]).toEqual([file, 200]);
      expect((await found.arrayBuffer()).byteLength).toBeGreaterThan(50);
    }
    expect(await (await fetch(`${server.url}/swagger/start.js`)).text()).toContain(
      "url: '/swagger/doc.json'",
    );
  });

  it.each(['package.json', '..%2fpackage.json', '%2e%2e%2fpackage.json', 'nothing.js'])(
    'serves no other file: %s',
    async (file) => {
      expect((await caller.get(`/swagger/${file}`)).status).toBe(404);
    },
  );

  it('describes every row of the running server', async () => {
    const document = (await caller.get('/swagger/doc.json')).body as unknown as {
      openapi: string;
      info: { version: string };
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '9.8.7']);
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId),
    );
    const rows = server.app.modules.flatMap((module) => module.rows.map((row) => row.id));
    expect(rows.filter((id) => !described.includes(id))).toEqual([]);
  });
});

describe('operational pages in production', () => {
  const pages = ['/metrics', '/swagger/', '/swagger', '/swagger/doc.json', '/swagger/swagger-ui.css'];
  let production: TestServer;
  beforeAll(async () => {
    production = await world.startServer({ env: productionEnvOn(world) });
  });

  const seen = async (method: string, path: string, token?: string) => {
    const { status, body, headers } = await createCaller(production.url).call(
      method,
      path,
      token === undefined ? {} : { token },
    );
    const names = [...headers.keys()].filter((name) => !['date', 'content-length'].includes(name));
    return { status, body: { ...body, request_id: '' }, names };
  };

  it.each(pages)('%s answers like an unknown path without the token or with a wrong one', async (path) => {
    const unknown = await seen('GET', '/nowhere');
    expect(unknown.status).toBe(404);
    for (const token of [undefined, '', 'wrong', `${observabilityToken}x`, observabilityToken.slice(1)])
      expect(await seen('GET', path, token)).toEqual(unknown);
  });

  it.each(pages)('%s answers other methods like an unknown path', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await seen(method, path)).toEqual(await seen(method, '/nowhere'));
    const head = await fetch(`${production.url}${path}`, { method: 'HEAD' });
    expect(head.status).toBe(404);
  });

  it.each(pages)('%s opens with the token', async (path) => {
    expect((await seen('GET', path, observabilityToken)).status).toBe(200);
  });

  it('stay closed when no token is set', async () => {
    const closed = await world.startServer({ env: { ...productionEnvOn(world), OBSERVABILITY_TOKEN: '' } });
    for (const token of ['', 'undefined', observabilityToken])
      expect((await createCaller(closed.url).get('/metrics', { token })).status).toBe(404);
  });
});

async function startOnOwnDatabase(): Promise<{ server: TestServer; database: TestDatabase }> {
  const database = await createTestDatabase();
  return { database, server: await world.startServer({ databaseUrl: database.appUrl }) };
}
