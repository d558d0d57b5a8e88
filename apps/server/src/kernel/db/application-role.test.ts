import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';

const anna = randomUUID();
const bold = randomUUID();
const tables = ['users', 'sessions', 'login_events'] as const;
const ownerColumn = { users: 'id', sessions: 'user_id', login_events: 'user_id' };

let home: TestDatabase;
let app: pg.Client;

beforeAll(async () => {
  home = await createTestDatabase();
  for (const [id, name] of [
    [anna, 'anna'],
    [bold, 'bold'],
  ]) {
    await home.query('insert into users (id, username, created_at) values ($1, $2, now())', [id, name]);
    await home.query(
      `insert into sessions (id, user_id, method, current_jti, rotated_at, created_at, expires_at)
       values (gen_random_uuid(), $1, 'eid', gen_random_uuid(), now(), now(), now() + interval '1 day')`,
      [id],
    );
    await home.query(
      `insert into login_events (user_id, method, outcome, created_at) values ($1, 'eid', 'success', now())`,
      [id],
    );
  }
  app = new pg.Client({ connectionString: home.appUrl, options: '-c search_path=tamga' });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await home.drop();
});

/** Runs one transaction as the application role with the given identity, and rolls it back. */
async function as<Row extends object>(
  identity: { userId?: string; role?: string },
  text: string,
): Promise<Row[]> {
  await app.query('begin');
  try {
    if (identity.userId !== undefined)
      await app.query(`select set_config('app.user_id', $1, true)`, [identity.userId]);
    if (identity.role !== undefined)
      await app.query(`select set_config('app.role', $1, true)`, [identity.role]);
    return (await app.query<Row>(text)).rows;
  } finally {
    await app.query('rollback');
  }
}

describe('the application role', () => {
  it('is no superuser, bypasses no row-level security, creates no roles or databases and owns nothing', async () => {
    const [role] = await home.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = 'tamga_app'`,
    );
    expect(Object.values(role ?? {})).toEqual([false, false, false, false, false]);
    expect(
      await home.query(
        `select objid::regclass, classid::regclass from pg_shdepend
         where refobjid = 'tamga_app'::regrole and deptype = 'o' and dbid = (select oid from pg_database where datname = current_database())`,
      ),
    ).toEqual([]);
    expect(await home.query(`select from pg_auth_members where member = 'tamga_app'::regrole`)).toEqual([]);
  });

  it('cannot become the owner, create tables, or turn protection off', async () => {
    for (const text of [
      'set role tamga_owner',
      'set session_replication_role = replica',
      'create table tamga.mine (id integer)',
      'create table public.mine (id integer)',
      'alter table users disable row level security',
      'alter table users owner to tamga_app',
      'drop policy users_self_or_staff on users',
      'create policy open_to_all on users using (true)',
      'drop table login_events',
      'delete from users',
      'truncate users cascade',
      `update migrations set checksum = ''`,
      `insert into roles (key, name, is_system) values ('king', 'King', true)`,
      `update roles set key = 'king'`,
      `update role_permissions set permission = 'settings.manage'`,
    ])
      await expect(as({ role: 'system' }, text), text).rejects.toMatchObject({ code: '42501' });
  });
});

describe('privilege escalation from the application role', () => {
  interface Callable {
    name: string;
    arguments: string[];
    definer: boolean;
    owner: string;
    settings: string[] | null;
    body: string;
  }

  const callables = () =>
    home.query<Callable>(
      `select p.oid::regproc::text as name, p.prosecdef as definer, p.proowner::regrole::text as owner,
         p.proconfig as settings, p.prosrc as body,
         array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a (t, n) order by n) as arguments
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema') and has_function_privilege('tamga_app', p.oid, 'execute')
         and p.prorettype <> 'trigger'::regtype and p.prokind = 'f'`,
    );

  /** Evidence of tampering: every sealed row, the head, and the owner of each table. */
  const evidence = async () =>
    JSON.stringify([
      await home.query('select * from audit_head'),
      await home.query('select * from audit_log where seq is not null order by seq'),
      await home.query(
        `select relname, relowner::regrole::text, relacl::text from pg_class where relnamespace = 'tamga'::regnamespace order by 1`,
      ),
    ]);

  it('finds only owner functions with a fixed search path and fixed statements', async () => {
    const definers = (await callables()).filter((each) => each.definer);
    expect(definers.length).toBeGreaterThan(10);
    for (const { name, owner, settings, body } of definers) {
      expect(owner, name).toBe('tamga_owner');
      expect(settings, name).toContain('search_path=tamga, pg_temp');
      // Only this function builds statements, from names that migrations wrote.
      if (name !== 'ensure_month_partitions') expect(body, name).not.toMatch(/\bexecute\b/i);
    }
  });

  it('changes no evidence through any function it may call, with any argument', async () => {
    await home.query(
      `insert into audit_log (occurred_at, action, category, target) values (now(), 'probe.made', 'probe', 'x')`,
    );
    await home.query('select audit_seal(1000)');
    const before = await evidence();
    const hostile: Record<string, string[]> = {
      text: [
        'audit_log',
        'tamga.audit_log',
        'pg_temp.audit_log',
        `x'; update audit_head set seq = 0; --`,
        'login_events',
      ],
      integer: ['-1', '0', '2147483647'],
      uuid: [anna],
      boolean: ['true'],
    };
    for (const { name, arguments: types } of (await callables()).filter((each) => each.definer))
      for (let round = 0; round < 5; round += 1) {
        const values = types.map((type) => {
          const words = hostile[type.startsWith('text') ? 'text' : type];
          return words === undefined ? null : words[round % words.length];
        });
        const places = types.map((type, index) => `$${index + 1}::${type}`).join(', ');
        await app.query('begin');
        await app.query(
          `select set_config('app.role', 'system', true), set_config('app.user_id', $1, true)`,
          [bold],
        );
        await app
          .query(`select * from ${name}(${places})`, values)
          .then(() => app.query('commit'))
          .catch(() => app.query('rollback'));
      }
    expect(await evidence()).toBe(before);
  });

  it('creates no temporary table, and a foreign one is not partitioned by month', async () => {
    const trap = `create temporary table login_events_trap (at timestamptz not null) partition by range (at)`;
    await expect(as({ role: 'system' }, trap)).rejects.toMatchObject({ code: '42501' });
    await home.query(`grant temporary on database ${home.name} to tamga_app`);
    try {
      await app.query(trap);
      await app.query('create temporary table rest partition of login_events_trap default');
      for (const name of ['login_events_trap', 'pg_temp.login_events_trap', 'rest'])
        await expect(
          as({ role: 'system' }, `select ensure_month_partitions('${name}', 1, 1)`),
        ).rejects.toThrow(/not partitioned by month/);
    } finally {
      await app.query('drop table if exists login_events_trap');
      await home.query(`revoke temporary on database ${home.name} from tamga_app`);
    }
  });

  it('leaves no statement for the owner to run, and no name that becomes part of one', async () => {
    for (const text of [
      `insert into pgboss.bam (name, version, status, command) values ('x', 1, 'pending', 'update tamga.audit_head set seq = 0')`,
      `update pgboss.bam set command = 'select 1'`,
      `update pgboss.version set version = 1`,
    ])
      await expect(as({ role: 'system' }, text), text).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(
        { role: 'system' },
        `update pgboss.queue set table_name = 'job; update tamga.audit_head set seq = 0'`,
      ),
    ).rejects.toThrow(/tamga_plain_names/);
  });
});

describe('tables with personal data', () => {
  for (const table of tables) {
    const own = ownerColumn[table];
    it(`${table}: no row is visible without an identity`, async () => {
      expect(await as({}, `select * from ${table}`)).toEqual([]);
      expect(await as({ role: 'none' }, `select * from ${table}`)).toEqual([]);
      expect(await as({ userId: '', role: '' }, `select * from ${table}`)).toEqual([]);
      expect(await as({ role: 'user' }, `select * from ${table}`)).toEqual([]);
      expect(await as({ userId: randomUUID(), role: 'user' }, `select * from ${table}`)).toEqual([]);
    });

    it(`${table}: a citizen sees only their own rows, with any query`, async () => {
      const sees = (text: string) => as<{ id: string }>({ userId: anna, role: 'user' }, text);
      expect(await sees(`select ${own} as id from ${table}`)).toEqual([{ id: anna }]);
      expect(await sees(`select ${own} as id from ${table} where ${own} = '${bold}'`)).toEqual([]);
      expect(await sees(`select ${own} as id from ${table} where true or ${own} is not null`)).toHaveLength(
        1,
      );
      expect(await sees(`select count(*)::integer as id from ${table}`)).toEqual([{ id: 1 }]);
    });

    it(`${table}: the system identity sees all rows`, async () => {
      expect(await as({ role: 'system' }, `select * from ${table}`)).toHaveLength(2);
    });
  }

  it('a citizen cannot change the row of another person or insert one under another name', async () => {
    const citizen = { userId: anna, role: 'user' };
    expect(await as(citizen, `update users set first_name = 'X' where id = '${bold}' returning id`)).toEqual(
      [],
    );
    expect(await as(citizen, `update sessions set ended_at = now() returning user_id`)).toEqual([
      { user_id: anna },
    ]);
    expect(await as(citizen, `delete from sessions returning user_id`)).toEqual([{ user_id: anna }]);
    const refused = { message: expect.stringContaining('row-level security') };
    await expect(
      as(citizen, `insert into users (username, created_at) values ('mallory', now())`),
    ).rejects.toMatchObject(refused);
    await expect(as(citizen, `update sessions set user_id = '${bold}'`)).rejects.toMatchObject(refused);
    await expect(as(citizen, `update users set id = '${randomUUID()}'`)).rejects.toThrow();
  });

  it('login_events cannot be changed or removed, not even by the system identity', async () => {
    for (const text of [
      'update login_events set ip = null',
      'delete from login_events',
      'truncate login_events',
    ])
      await expect(as({ role: 'system' }, text)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('every table of the schema', () => {
  it('has row-level security, states why it is shared, or is a partition without direct access', async () => {
    expect(
      await home.query(
        `select relname from pg_class c where relnamespace = 'tamga'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
           and not relrowsecurity and coalesce(obj_description(oid, 'pg_class'), '') !~ '^shared: .{10}'
           and (not relispartition or has_table_privilege('tamga_app', oid, 'select, insert, update, delete'))`,
      ),
    ).toEqual([]);
  });

  it('that holds personal data has a policy for each operation the server may run', async () => {
    const guarded = await home.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'tamga'::regnamespace and relrowsecurity order by 1`,
    );
    expect(guarded.map((row) => row.name)).toEqual(expect.arrayContaining(['audit_log', ...tables]));
    for (const { name } of guarded) expect(await as({}, `select * from ${name}`)).toEqual([]);
  });
});
