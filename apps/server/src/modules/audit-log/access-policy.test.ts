import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';

const anna = randomUUID();
const bold = randomUUID();
const officer = randomUUID();
const stranger = randomUUID();
let home: TestDatabase;
let app: pg.Client;

beforeAll(async () => {
  home = await createTestDatabase();
  for (const [id, name] of [
    [anna, 'Anna'],
    [bold, 'Bold'],
    [officer, 'Officer'],
    [stranger, 'Stranger'],
  ])
    await home.query(
      'insert into users (id, username, last_name, first_name, created_at) values ($1, $2, $2, $2, now())',
      [id, name],
    );
  const append = (actor: string, category: string, target: string | null) =>
    home.query(
      `insert into audit_log (occurred_at, actor_user_id, action, category, target) values (now(), $1, 'x', $2, $3)`,
      [actor, category, target],
    );
  await append(officer, 'access', anna);
  await append(officer, 'access', bold);
  await append(stranger, 'users', anna);
  await append(anna, 'auth', anna);
  await append(officer, 'access', null);
  app = new pg.Client({ connectionString: home.appUrl, options: '-c search_path=tamga' });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await home.drop();
});

async function as<Row extends object>(userId: string | null, role: string, text: string): Promise<Row[]> {
  await app.query('begin');
  try {
    await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', $2, true)`, [
      userId ?? '',
      role,
    ]);
    return (await app.query<Row>(text)).rows;
  } finally {
    await app.query('rollback');
  }
}

describe('row-level security of audit_log', () => {
  it('shows a person the accesses to their data and no other row, not even their own actions', async () => {
    const all = 'select category, target from audit_log';
    expect(await as(anna, 'user', all)).toEqual([{ category: 'access', target: anna }]);
    expect(await as(bold, 'manager', all)).toEqual([{ category: 'access', target: bold }]);
    expect(await as(anna, 'user', `${all} where target = '${bold}' or true`)).toHaveLength(1);
    expect(await as(stranger, 'user', all)).toEqual([]);
    expect(await as(null, 'user', all)).toEqual([]);
    expect(await as(null, 'none', all)).toEqual([]);
    expect(await as(officer, 'admin', all)).toHaveLength(5);
  });

  it('shows a viewer their own accesses, in any role', async () => {
    const looks = 'select target from audit_log where target is not null order by target';
    const both = [anna, bold].sort().map((target) => ({ target }));
    expect(await as(officer, 'officer', looks)).toEqual(both);
    expect(await as(stranger, 'officer', looks)).toEqual([]);
  });

  it('reveals the name of a viewer and of nobody else', async () => {
    const name = (of: string) => `select access_viewer_name('${of}') as name`;
    expect(await as(anna, 'user', name(officer))).toEqual([{ name: 'Officer Officer' }]);
    for (const [who, of] of [
      [anna, stranger],
      [anna, bold],
      [stranger, officer],
      [null, officer],
    ] as const)
      expect(await as(who, 'user', name(of))).toEqual([{ name: null }]);
  });

  it('lets no role change or delete an access entry', async () => {
    for (const text of [`update audit_log set target = null`, `delete from audit_log`, 'truncate audit_log'])
      await expect(as(anna, 'system', text)).rejects.toMatchObject({ code: '42501' });
  });
});
