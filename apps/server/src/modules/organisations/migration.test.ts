import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { migrationsDir } from '../../composition/app.ts';
import { migrate, readMigrations } from '../../kernel/db/migrate.ts';

describe('organisations from before invitations and apps', () => {
  it('keep their members, open invitations and proofs', async () => {
    const home = await createTestDatabase({ empty: true });
    const shipped = readMigrations(migrationsDir);
    const at = shipped.findIndex(({ name }) => name.startsWith('0034_'));
    await migrate({ ownerUrl: home.ownerUrl, migrations: shipped.slice(0, at) });
    const [founder, org] = ['11111111-2222-4333-8444-555555555555', '21111111-2222-4333-8444-555555555555'];
    const helper = '31111111-2222-4333-8444-555555555555';
    await home.query("insert into users (id, username, created_at) values ($1, 'founder', now())", [founder]);
    await home.query(
      `insert into organisations (id, reg_no, name, verified, created_by, created_at)
       values ($1, '7000001', 'Proven', true, $2, now()), (gen_random_uuid(), '7000002', 'Claimed', false, $2, now())`,
      [org, founder],
    );
    await home.query("insert into users (id, username, created_at) values ($1, 'helper', now())", [helper]);
    await home.query(
      `insert into organisation_members (org_id, user_id, role, created_at) values ($1, $2, 'admin', now())`,
      [org, helper],
    );
    await home.query(
      `insert into organisation_invitations (org_id, email, token_hash, created_at, expires_at)
       values ($1, 'boss@example.mn', 'hash', now(), now() + interval '1 day')`,
      [org],
    );
    await migrate({ ownerUrl: home.ownerUrl, migrations: shipped });
    expect(
      await home.query(
        `select o.name, a.slug, a.enabled, m.proven_at is not null as proven from organisations o
         join organisation_members m on m.org_id = o.id and m.user_id = o.created_by
         join installed_apps a on a.org_id = o.id order by o.name`,
      ),
    ).toEqual([
      { name: 'Claimed', slug: 'members', enabled: true, proven: false },
      { name: 'Proven', slug: 'members', enabled: true, proven: true },
    ]);
    // A role that nobody proven gave is void, and a proof counts again after the next check.
    expect(
      await home.query(
        `select m.user_id, m.role, o.named_until from organisation_members m join organisations o on o.id = m.org_id
         where o.id = $1 order by m.user_id`,
        [org],
      ),
    ).toEqual([
      { user_id: founder, role: 'owner', named_until: null },
      { user_id: helper, role: 'member', named_until: null },
    ]);
    expect(await home.query('select role, invited_by from organisation_invitations')).toEqual([
      { role: 'owner', invited_by: null },
    ]);
    await home.drop();
  });
});
