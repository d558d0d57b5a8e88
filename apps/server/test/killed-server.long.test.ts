import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../src/kernel/audit/verify.ts';
import { createDatabase } from '../src/kernel/db/database.ts';
import { createTokens } from '../src/modules/identity/index.ts';
import { createCaller } from './caller.ts';
import { testConfig } from './config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const sessions = 16;
const total = 400;
const killAt = [100, 250];

let home: TestDatabase;
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  home = await createTestDatabase();
  await startServer();
});
afterAll(async () => {
  child.kill('SIGKILL');
  await once(child, 'exit').catch(() => undefined);
  await home.drop();
});

async function startServer(): Promise<void> {
  child = spawn(process.execPath, [join(import.meta.dirname, 'child-server.ts')], {
    env: {
      ...process.env,
      CHILD_DATABASE_URL: home.appUrl,
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

async function openSession(): Promise<{ userId: string; token: string }> {
  const { JWT_SECRET, JWT_ISSUER } = testConfig();
  const userId = randomUUID();
  const sessionId = randomUUID();
  await home.query(
    `insert into users (id, username, first_name, created_at) values ($1, $2, 'Болд', now())`,
    [userId, `u_${userId}`],
  );
  await home.query(
    `insert into sessions (id, user_id, method, current_jti, rotated_at, created_at, expires_at)
     values ($1, $2, 'eid', gen_random_uuid(), now(), now(), now() + interval '1 day')`,
    [sessionId, userId],
  );
  const iat = Math.floor(Date.now() / 1000);
  const claims = { sub: userId, role_id: 4, fid: sessionId, jti: randomUUID(), iat, exp: iat + 900 };
  return { userId, token: createTokens(JWT_SECRET, JWT_ISSUER).sign({ ...claims, kind: 'access' }) };
}

/** A spelling of the same name, different for every number. */
const nameOf = (n: number) => `Bold${n.toString(2).replaceAll('0', '-').replaceAll('1', "'")}`;

describe('a server killed while it writes', () => {
  it('keeps every acknowledged change with its audit row, and no partial change', async () => {
    const people = await Promise.all(Array.from({ length: sessions }, openSession));
    const asked = new Map<string, { userId: string; name: string }>();
    const acknowledged = new Set<string>();
    let next = 0;
    const kills = [...killAt];
    let restarting: Promise<void> | undefined;

    const killAndRestart = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await startServer();
    };
    const work = async ({ userId, token }: { userId: string; token: string }) => {
      while (next < total) {
        await restarting;
        next += 1;
        const name = nameOf(next);
        const requestId = `write-${next}`;
        asked.set(requestId, { userId, name });
        const answer = await createCaller(url)
          .put(
            '/api/v1/me/latin-name',
            { first_name_en: name },
            { token, headers: { 'x-request-id': requestId } },
          )
          .catch(() => undefined);
        if (answer === undefined) continue;
        expect(answer.status).toBe(200);
        acknowledged.add(requestId);
        if (acknowledged.size >= (kills[0] ?? Number.POSITIVE_INFINITY)) {
          kills.shift();
          restarting = killAndRestart();
        }
      }
    };
    await Promise.all(people.map(work));
    expect(kills).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(total - killAt.length * sessions - 1);

    // Killed again, so that the sealing below is the work of the next start.
    child.kill('SIGKILL');
    await once(child, 'exit');
    const events = await home.query<{ request_id: string; target: string }>(
      `select request_id, target from audit_log where action = 'users.latin_name.set' order by id`,
    );
    const recorded = events.map((event) => event.request_id);
    expect(new Set(recorded).size).toBe(recorded.length);
    expect([...acknowledged].filter((requestId) => !recorded.includes(requestId))).toEqual([]);
    const lastEvent = new Map(events.map((event) => [event.target, asked.get(event.request_id)]));
    for (const { userId } of people) {
      const [row] = await home.query<{ name: string }>(
        'select first_name_en as name from users where id = $1',
        [userId],
      );
      expect(lastEvent.get(userId)).toEqual({ userId, name: row?.name });
    }

    await startServer();
    const countUnsealed = async () => (await home.query('select from audit_log where seq is null')).length;
    await expect.poll(countUnsealed).toBe(0);
    const database = createDatabase({ url: home.appUrl, max: 1 });
    expect(await verifyAudit(database)).toMatchObject({ ok: true, checked: events.length, pending: 0 });
    await database.close();
  });
});
