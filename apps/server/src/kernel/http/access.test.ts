import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { createProbe, createProbeTable } from '../../../test/probe-module.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { fullPath, isWriting, type Row } from './row.ts';

let world: TestWorld;
let server: TestServer;
let citizen: SignedIn;
let rows: readonly Row[];

beforeAll(async () => {
  world = await openWorld();
  await createProbeTable(world.database);
  server = await world.startServer({ extraModules: [createProbe().module] });
  const phone = createPhone(world.sandbox);
  citizen = await signIn(server, phone, await phone.citizen());
  rows = server.app.modules.filter((module) => module.name !== 'probe').flatMap((module) => module.rows);
});
afterAll(() => world.close());

const someId = '11111111-2222-4333-8444-555555555555';

/** A path that fits the row's parameters, as far as their schema tells. */
function pathOf(row: Row): string {
  const params = (
    row.params as { properties?: Record<string, { pattern?: string; type?: string }> } | undefined
  )?.properties;
  return fullPath(row).replace(/:(\w+)/g, (_, name: string) => {
    const schema = params?.[name];
    if (schema?.type === 'integer') return '1';
    return schema?.pattern?.includes('[0-9a-f]') ? '0'.repeat(32) : someId;
  });
}

/** Each call comes from a different address, because other tests cover limits. */
function call(row: Row, options: { token?: string; rawBody?: string } = {}): Promise<Answer> {
  const hasBody = row.method !== 'GET';
  return createCaller(server.url).call(row.method, pathOf(row), {
    ...(hasBody ? { rawBody: '{}' } : {}),
    ...options,
  });
}

/** Lists every row that breaks the rule, which tells more than the first failure. */
async function rowsWhere(
  chosen: readonly Row[],
  fails: (row: Row) => Promise<boolean | string>,
): Promise<string[]> {
  const found: string[] = [];
  for (const row of chosen) {
    const reason = await fails(row);
    if (reason !== false) found.push(`${row.id} (${String(reason)})`);
  }
  return found;
}

describe('every row', () => {
  it('has a unique id and a unique method with path', () => {
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(new Set(rows.map((row) => `${row.method} ${fullPath(row)}`)).size).toBe(rows.length);
  });

  it('that is open states why, and docs/generated/access.md shows it to a reviewer', () => {
    const open = rows.filter((row) => row.access.kind === 'open');
    expect(open.length).toBeGreaterThan(0);
    for (const row of open) expect(row.access.why ?? '').toMatch(/\w{3}.* \w/);
  });

  it('that is not open answers an anonymous caller 401, with one body for every cause', async () => {
    const closed = rows.filter((row) => row.access.kind === 'person');
    expect(closed.length).toBeGreaterThan(0);
    const causes = [{ token: 'nonsense' }, { token: `${citizen.token}x` }, { token: citizen.refreshToken }];
    const bodies = new Set<string>();
    const wrong = await rowsWhere(closed, async (row) => {
      // All rows share one gate, so each is asked with one of the wrong tokens in turn.
      const cause = causes[closed.indexOf(row) % causes.length];
      for (const options of [{}, { ...cause }]) {
        const answer = await call(row, options);
        if (answer.status !== 401) return `${answer.status}`;
        bodies.add(JSON.stringify({ ...answer.body, request_id: '' }));
      }
      return false;
    });
    expect(wrong).toEqual([]);
    expect([...bodies]).toHaveLength(1);
  });

  it('that is public lets an anonymous caller reach its own rules', async () => {
    const open = rows.filter((row) => row.access.word === 'public');
    const wrong = await rowsWhere(open, async (row) => {
      const { status, body } = await call(row);
      // A row that is not set up here says so to every caller.
      if (body.error === 'not_configured') return false;
      return body.error === 'unauthorized' || body.error === 'forbidden' || status >= 500
        ? `${status} ${body.error}`
        : false;
    });
    expect(wrong).toEqual([]);
  });

  it('that requires more than a session answers an ordinary citizen 403', async () => {
    const higher = rows.filter((row) => row.access.kind === 'person' && row.access.word !== 'auth');
    expect(higher.length).toBeGreaterThan(0);
    const wrong = await rowsWhere(higher, async (row) => {
      const answer = await call(row, { token: citizen.token });
      return answer.status === 403 && answer.body.error === 'forbidden' ? false : `${answer.status}`;
    });
    expect(wrong).toEqual([]);
  });

  it('that takes a body refuses one above its cap with 413', async () => {
    const taking = rows.filter((row) => row.method !== 'GET' && ['open', 'person'].includes(row.access.kind));
    const wrong = await rowsWhere(
      taking.filter((row) => row.access.kind === 'open' || row.access.word === 'auth'),
      async (row) => {
        const rawBody = `{"x":"${'x'.repeat(row.bodyLimitBytes ?? 1024 * 1024)}"}`;
        const answer = await call(row, { token: citizen.token, rawBody });
        return answer.status === 413 && answer.body.error === 'payload_too_large'
          ? false
          : `${answer.status}`;
      },
    );
    expect(wrong).toEqual([]);
  });

  it('that creates accepts an Idempotency-Key', () => {
    const creating = rows.filter((row) => row.status === 201);
    expect(
      creating.filter((row) => !(isWriting(row) && row.idempotent === true)).map((row) => row.id),
    ).toEqual([]);
  });
});

describe('roles and permissions', () => {
  const become = async (roleKey: string) => {
    await world.database.query(
      'update users set role_id = (select id from roles where key = $2) where id = $1',
      [citizen.userId, roleKey],
    );
    await world.database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
      JSON.stringify({ user_id: citizen.userId }),
    ]);
  };
  const status = async (path: string) =>
    (await createCaller(server.url).get(`/api/v1/probe/${path}`, { token: citizen.token })).status;

  it('a row for managers admits managers and above, by the role in the database and not in the token', async () => {
    expect(await status('manager')).toBe(403);
    for (const roleKey of ['manager', 'admin', 'superadmin']) {
      await become(roleKey);
      await expect.poll(() => status('manager')).toBe(200);
    }
    await become('user');
    await expect.poll(() => status('manager')).toBe(403);
  });

  it('a permission opens its row, and losing the permission closes it', async () => {
    expect(await status('permitted')).toBe(403);
    await become('admin');
    await expect.poll(() => status('permitted')).toBe(200);
    await become('user');
    await expect.poll(() => status('permitted')).toBe(403);
  });
});
