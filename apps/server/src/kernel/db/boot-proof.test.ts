import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { raw } from '../../../test/raw.ts';
import { BootRefused, proveRowLevelSecurity } from './boot-proof.ts';
import { createDatabase } from './database.ts';
import { nobody } from './identity.ts';

let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase();
  await home.query(`insert into users (username, created_at) values ('anna', now())`);
});
afterAll(() => home.drop());

/** Options in the URL replace ours, and with them the switch to the application role. */
const withoutRoleSwitch = (url: string) => `${url}&options=${encodeURIComponent('-c search_path=tamga')}`;

async function prove(url: string, production = false): Promise<void> {
  const database = createDatabase({ url, max: 2 });
  try {
    await proveRowLevelSecurity(database, production);
  } finally {
    await database.close();
  }
}
async function proveWith(change: string, undo: string): Promise<void> {
  await home.query(change);
  try {
    await prove(home.appUrl);
  } finally {
    await home.query(undo);
  }
}
async function currentUser(url: string): Promise<unknown> {
  const database = createDatabase({ url, max: 1 });
  try {
    return await database
      .reader(nobody)
      .first(raw('select current_user::text as role, (select count(*) from users) as seen'));
  } finally {
    await database.close();
  }
}

describe('the row-level security check at startup', () => {
  it('passes on a migrated database, in production too', async () => {
    await prove(home.appUrl);
    await prove(home.appUrl, true);
  });

  it('refuses a table that has neither a policy nor a stated reason, and names it', async () => {
    await expect(proveWith('create table forgotten (id integer)', 'drop table forgotten')).rejects.toThrow(
      /without row-level security: forgotten/,
    );
    await proveWith(
      `create table explained (id integer); comment on table explained is 'shared: counts of nothing'`,
      'drop table explained',
    );
  });

  it('refuses a role that may create tables, and in production a login that owns them', async () => {
    for (const right of [`temporary on database ${home.name}`, 'create on schema public'])
      await expect(
        proveWith(`grant ${right} to tamga_app`, `revoke ${right} from tamga_app`),
      ).rejects.toThrow(/may create tables/);
    await prove(home.ownerUrl);
    await expect(prove(home.ownerUrl, true)).rejects.toThrow(/signs in as the owner of the tables/);
  });

  it('refuses a view, which would bypass the policies of its tables', async () => {
    await expect(
      proveWith('create view everybody as select * from users', 'drop view everybody'),
    ).rejects.toThrow(/everybody/);
    await expect(
      proveWith('create materialized view copied as select * from users', 'drop materialized view copied'),
    ).rejects.toThrow(/copied/);
  });

  it('refuses a partition with direct access', async () => {
    await expect(
      proveWith(
        'grant select on login_events_default to tamga_app',
        'revoke select on login_events_default from tamga_app',
      ),
    ).rejects.toThrow(/login_events_default/);
  });

  it('refuses a policy that shows personal rows without an identity, as soon as one row exists', async () => {
    await expect(
      proveWith('create policy careless on users using (true)', 'drop policy careless on users'),
    ).rejects.toThrow(/users shows rows to nobody/);
    await prove(home.appUrl);
  });

  it('refuses a superuser or an owner without the role switch', async () => {
    for (const production of [true, false]) {
      await expect(prove(withoutRoleSwitch(home.superuserUrl), production)).rejects.toBeInstanceOf(
        BootRefused,
      );
      await expect(prove(withoutRoleSwitch(home.ownerUrl), production)).rejects.toBeInstanceOf(BootRefused);
    }
  });

  it("refuses a role that has the owner's rights through membership", async () => {
    const member = `m_${randomBytes(6).toString('hex')}`;
    await home.query(`create role ${member} login in role tamga_owner`);
    try {
      const url = withoutRoleSwitch(home.appUrl.replace('tamga_app@', `${member}@`));
      await expect(prove(url)).rejects.toThrow(/can pass row-level security/);
    } finally {
      await home.query(`drop role ${member}`);
    }
  });

  it('refuses a superuser in production even with the role switch, and allows it in development', async () => {
    await expect(prove(home.superuserUrl, true)).rejects.toThrow(/superuser/);
    await prove(home.superuserUrl, false);
  });
});

describe('a DATABASE_URL of a superuser or of the owner', () => {
  it('still runs as the application role, under row-level security', async () => {
    const expected = { role: 'tamga_app', seen: 0 };
    expect(await currentUser(home.superuserUrl)).toEqual(expected);
    expect(await currentUser(home.ownerUrl)).toEqual(expected);
    expect(await currentUser(home.appUrl)).toEqual(expected);
  });
});
