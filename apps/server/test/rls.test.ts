import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

/**
 * Membership is enforced by the database and not by code alone: every table with an organisation's id, found
 * in PostgreSQL's catalogue, is invisible and read-only for non-members.
 */

const orgId = randomUUID();
const people = { owner: randomUUID(), admin: randomUUID(), member: randomUUID(), stranger: randomUUID() };
type Person = keyof typeof people;

/** Values for columns with check constraints; all other columns are filled by their type. */
const fitting: Record<string, Record<string, string>> = {
  organisations: { name: `'Тест ХХК'`, reg_no: `'7000001'`, created_by: `'${people.owner}'` },
  organisation_members: { role: `'owner'`, user_id: `'${people.owner}'` },
  installed_apps: { slug: `'notes'` },
  app_history: { type: `'installed'`, actor_id: `'${people.stranger}'` },
  organisation_invitations: {
    role: `'member'`,
    user_id: `'${people.member}'`,
    invited_by: `'${people.owner}'`,
  },
};

let home: TestDatabase;
let app: pg.Client;

beforeAll(async () => {
  home = await createTestDatabase();
  app = new pg.Client({ connectionString: home.appUrl, options: '-c search_path=tamga' });
  await app.connect();
  for (const [name, id] of Object.entries(people))
    await home.query('insert into users (id, username, created_at) values ($1, $2, now())', [id, name]);
  for (const table of await findOrganisationTables()) await fill(table);
});
afterAll(async () => {
  await app.end();
  await home.drop();
});

interface Outcome {
  rows: number;
  refusal: string | undefined;
}

/** Runs one statement as the application role with the given identity, and rolls it back. */
async function tryAs(identity: { userId?: string; role: string }, text: string): Promise<Outcome> {
  await app.query('begin');
  try {
    await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', $2, true)`, [
      identity.userId ?? '',
      identity.role,
    ]);
    return { rows: (await app.query(text)).rowCount ?? 0, refusal: undefined };
  } catch (error) {
    return { rows: 0, refusal: (error as Error).message };
  } finally {
    await app.query('rollback');
  }
}
const as = (person: Person, text: string) => tryAs({ userId: people[person], role: 'user' }, text);

interface Column {
  name: string;
  type: string;
  needed: boolean;
  may_insert: boolean;
  may_update: boolean;
}

/** Tables, views and foreign tables with an organisation's id; partitions are reached through their parent. */
async function findOrganisationTables(): Promise<string[]> {
  const rows = await home.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'tamga'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
       and (c.relname = 'organisations' or exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped))
     order by 1`,
  );
  return rows.map((row) => row.name);
}

const columnsOf = (table: string): Promise<Column[]> =>
  home.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as needed,
       has_column_privilege('tamga_app', a.attrelid, a.attnum, 'insert') and a.attidentity = '' and a.attgenerated = '' as may_insert,
       has_column_privilege('tamga_app', a.attrelid, a.attnum, 'update') and a.attidentity = '' and a.attgenerated = '' as may_update
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [`tamga.${table}`],
  );

const idColumn = (table: string) => (table === 'organisations' ? 'id' : 'org_id');

function fittingValue(table: string, column: Column): string {
  if (column.name === idColumn(table)) return `'${orgId}'`;
  const known = fitting[table]?.[column.name];
  if (known !== undefined) return known;
  if (column.type === 'uuid') return `'${randomUUID()}'`;
  if (column.type.startsWith('timestamp')) return 'now()';
  if (column.type === 'date') return 'current_date';
  if (column.type === 'boolean') return 'false';
  if (column.type === 'jsonb' || column.type === 'json') return `'{}'`;
  if (column.type === 'bytea') return `'\\x00'`;
  if (column.type.endsWith('[]')) return `'{}'`;
  return /^(integer|bigint|smallint|numeric|double|real)/.test(column.type) ? '1' : `'x'`;
}

function insertInto(table: string, columns: readonly Column[]): string {
  const chosen = columns.filter(
    (column) => column.needed || column.name === idColumn(table) || fitting[table]?.[column.name],
  );
  const values = chosen.map((column) => fittingValue(table, column)).join(', ');
  return `insert into "${table}" (${chosen.map((column) => `"${column.name}"`).join(', ')}) values (${values})`;
}

/** Inserts one row of the organisation, bypassing policies, foreign keys and triggers. */
async function fill(table: string): Promise<void> {
  const [kind] = await home.query<{ relkind: string }>(
    'select relkind from pg_class where oid = $1::regclass',
    [`tamga.${table}`],
  );
  if (kind?.relkind !== 'r' && kind?.relkind !== 'p') return;
  const insert = insertInto(table, await columnsOf(table));
  await home.query(`set session_replication_role = replica; ${insert}; reset session_replication_role`);
}

/** Rows of the organisation that a non-member can see or change in this table. */
async function findLeaks(table: string): Promise<string[]> {
  const columns = await columnsOf(table);
  const own = `"${idColumn(table)}" = '${orgId}'`;
  const insertable = columns.filter((column) => column.may_insert);
  const settable = columns.find((column) => column.may_update);
  const attempts: Record<string, string | undefined> = {
    select: `select from "${table}" where ${own}`,
    insert: insertable.length === 0 ? undefined : insertInto(table, insertable),
    // Without a condition: a condition would also apply the read policy, and hide a gap in the write policy.
    update: settable && `update "${table}" set "${settable.name}" = ${fittingValue(table, settable)}`,
    delete: `delete from "${table}"`,
  };
  const leaks: string[] = [];
  for (const [who, identity] of Object.entries({
    stranger: { userId: people.stranger, role: 'user' },
    nobody: { role: 'none' },
    'a role without a person': { role: 'user' },
  }))
    for (const [what, text] of Object.entries(attempts)) {
      if (text === undefined) continue;
      const { rows, refusal } = await tryAs(identity, text);
      // Any other refusal (for example a constraint) would mean that the policy let the row through.
      const held = /row-level security|permission denied/.test(refusal ?? '');
      if (refusal === undefined ? rows > 0 : !held)
        leaks.push(`${table}: ${what} by ${who}: ${refusal ?? rows}`);
    }
  return leaks;
}

describe('every table with an organisation’s id', () => {
  it('is closed to non-members', async () => {
    const tables = await findOrganisationTables();
    expect(tables).toEqual(
      expect.arrayContaining(['app_history', 'installed_apps', 'organisation_members', 'organisations']),
    );
    for (const table of tables) {
      const seen = await home.query(`select from "${table}" where "${idColumn(table)}" = '${orgId}'`);
      expect([table, seen.length > 0]).toEqual([table, true]);
    }
    const leaks = [];
    for (const table of tables) leaks.push(...(await findLeaks(table)));
    expect(leaks).toEqual([]);
  });

  it.each([
    [
      'no policy at all',
      '',
      /select by stranger: 1.*insert by stranger: 1.*update by stranger: 1.*delete by stranger: 1/s,
    ],
    [
      'a policy for everybody',
      'create policy p on leaky using (true)',
      /select by stranger.*delete by nobody/s,
    ],
    [
      'a policy for anybody signed in',
      'create policy p on leaky using (app_user_id() is not null)',
      /select by stranger/,
    ],
    [
      'writes that nobody checks',
      'create policy r on leaky for select using (app_is_member(org_id)); create policy w on leaky for insert with check (true)',
      /^leaky: insert by stranger: 1/,
    ],
    [
      'changes that nobody checks',
      'create policy r on leaky for select using (app_is_member(org_id)); create policy w on leaky for update using (true)',
      /^leaky: update by stranger: 1/,
    ],
    ['a policy by membership', 'create policy p on leaky using (app_is_member(org_id))', /^$/],
  ])('the check above can fail: a new table with %s', async (_what, policy, expected) => {
    await home.query(`create table leaky (id bigint generated always as identity, org_id uuid not null, note text not null);
      grant select, insert, update, delete on leaky to tamga_app;
      ${policy === '' ? '' : `alter table leaky enable row level security; ${policy}`}`);
    try {
      expect(await findOrganisationTables()).toContain('leaky');
      await fill('leaky');
      expect((await findLeaks('leaky')).join('\n')).toMatch(expected);
    } finally {
      await home.query('drop table leaky');
    }
  });

  it('the check covers a view over such a table', async () => {
    await home.query('create view peek as select * from installed_apps; grant select on peek to tamga_app');
    try {
      expect(await findLeaks('peek')).toContainEqual(expect.stringContaining('peek: select by stranger'));
      await home.query('alter view peek set (security_invoker = true)');
      expect(await findLeaks('peek')).toEqual([]);
    } finally {
      await home.query('drop view peek');
    }
  });
});

describe('organisations and their members', () => {
  beforeAll(async () => {
    await home.query(`insert into organisation_members (org_id, user_id, role, created_at)
      values ('${orgId}', '${people.admin}', 'admin', now()), ('${orgId}', '${people.member}', 'member', now())`);
  });
  const tables = ['organisations', 'organisation_members', 'installed_apps', 'app_history'];

  it('are visible to every member, and to no staff of the platform', async () => {
    for (const table of tables) {
      for (const person of ['owner', 'admin', 'member'] as const)
        expect((await as(person, `select from ${table}`)).rows).toBeGreaterThan(0);
      for (const role of ['manager', 'admin', 'superadmin'])
        expect(await tryAs({ userId: people.stranger, role }, `select from ${table}`)).toEqual({
          rows: 0,
          refusal: undefined,
        });
      expect((await tryAs({ role: 'system' }, `select from ${table}`)).rows).toBeGreaterThan(0);
    }
  });

  it('show the names of fellow members to members only', async () => {
    const names = `select from organisation_people('${orgId}')`;
    expect((await as('member', names)).rows).toBe(3);
    expect((await as('stranger', names)).rows).toBe(0);
    expect((await tryAs({ userId: people.stranger, role: 'superadmin' }, names)).rows).toBe(0);
  });

  const join = (role: string) =>
    `insert into organisation_members (org_id, user_id, role, created_at) values ('${orgId}', '${people.stranger}', '${role}', now())`;
  const invite = (by: Person, role: string) =>
    `insert into organisation_invitations (org_id, user_id, role, invited_by, created_at, expires_at)
     values ('${orgId}', '${people.stranger}', '${role}', '${people[by]}', now(), now())`;
  const give = (to: Person, role: string) =>
    `update organisation_members set role = '${role}' where user_id = '${people[to]}'`;
  const remove = (whom: Person) => `delete from organisation_members where user_id = '${people[whom]}'`;
  const install = `insert into installed_apps (org_id, app_id, slug, name, version, manifest, installed_at)
    values ('${orgId}', 'a', 'a', 'a', '1.0.0', '{}', now())`;
  const history = (actor: Person) => `insert into app_history (org_id, slug, at, type, version, actor_id)
    values ('${orgId}', 'a', now(), 'installed', '1.0.0', '${people[actor]}')`;
  const refused = 'refused';

  it.each([
    ['owner', 'add an owner past an invitation', refused, join('owner')],
    ['admin', 'add a member past an invitation', refused, join('member')],
    ['owner', 'invite an owner', 1, invite('owner', 'owner')],
    ['admin', 'invite an owner', refused, invite('admin', 'owner')],
    ['admin', 'invite an administrator', 1, invite('admin', 'admin')],
    ['admin', 'invite in the name of the owner', refused, invite('owner', 'member')],
    ['member', 'invite a member', refused, invite('member', 'member')],
    ['member', 'see invitations', 0, 'select from organisation_invitations'],
    ['admin', 'withdraw an invitation', 1, 'update organisation_invitations set withdrawn_at = now()'],
    ['member', 'add a member', refused, join('member')],
    ['owner', 'turn a member into an owner', refused, give('member', 'owner')],
    ['admin', 'turn a member into an owner', refused, give('member', 'owner')],
    ['admin', 'turn an administrator into an owner', refused, give('admin', 'owner')],
    ['admin', 'turn a member into an administrator', 1, give('member', 'admin')],
    ['member', 'turn a member into an administrator', 0, give('member', 'admin')],
    ['owner', 'demote the owner', 0, give('owner', 'member')],
    ['admin', 'demote the owner', 0, give('owner', 'member')],
    ['owner', 'leave', 1, remove('owner')],
    ['admin', 'remove the owner', 0, remove('owner')],
    ['admin', 'remove the member', 1, remove('member')],
    ['member', 'remove the administrator', 0, remove('admin')],
    ['member', 'remove the member', 1, remove('member')],
    ['owner', 'mark as verified', 0, 'update organisations set verified = true'],
    ['owner', 'rename', 0, `update organisations set name = 'Өөр'`],
    ['owner', 'delete the organisation', refused, 'delete from organisations'],
    ['admin', 'install an app', 1, install],
    ['member', 'install an app', refused, install],
    ['admin', 'switch an app off', 1, 'update installed_apps set enabled = false'],
    ['member', 'switch an app off', 0, 'update installed_apps set enabled = false'],
    ['owner', 'delete what is installed', refused, 'delete from installed_apps'],
    ['admin', 'write history as the administrator', 1, history('admin')],
    ['admin', 'write history as the owner', refused, history('owner')],
    ['member', 'write history as the member', refused, history('member')],
    ['owner', 'delete history', refused, 'delete from app_history'],
  ] as const)('%s, to %s: %s', async (person, _what, expected, text) => {
    const { rows, refusal } = await as(person, text);
    if (expected === refused) expect(refusal).toMatch(/row-level security|permission denied/);
    else expect([rows, refusal]).toEqual([expected, undefined]);
  });

  it('the founder of an organisation becomes its owner in the same statement, and cannot found one for others', async () => {
    const found = (creator: Person) =>
      `insert into organisations (id, reg_no, name, created_by, created_at) values (gen_random_uuid(), '${randomUUID()}', 'Шинэ', '${people[creator]}', now())`;
    expect((await as('stranger', found('owner'))).refusal).toMatch('row-level security');
    await app.query('begin');
    await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', 'user', true)`, [
      people.stranger,
    ]);
    await app.query(found('stranger'));
    const mine = await app.query('select role from organisation_members');
    await app.query('rollback');
    expect(mine.rows).toEqual([{ role: 'owner' }]);
  });
});
