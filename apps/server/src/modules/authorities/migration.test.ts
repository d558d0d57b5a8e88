import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { migrationsDir } from '../../composition/app.ts';
import { migrate, readMigrations } from '../../kernel/db/migrate.ts';

it('texts of before become records: cases, officers and hours follow, and a report says what became of each', async () => {
  const home = await createTestDatabase({ empty: true });
  const shipped = readMigrations(migrationsDir);
  const at = shipped.findIndex(({ name }) => name.startsWith('0084_'));
  await migrate({ ownerUrl: home.ownerUrl, migrations: shipped.slice(0, at) });
  const [officer, service] = ['11111111-2222-4333-8444-555555555555', '21111111-2222-4333-8444-555555555555'];
  await home.query(`insert into users (id, username, role_id, created_at) values ($1, 'officer', 5, now())`, [
    officer,
  ]);
  await home.query(
    `insert into officer_authorities (user_id, authority, granted_at)
     values ($1, 'Замын газар', now()), ($1, 'замын  ГАЗАР', now()), ($1, '*', now())`,
    [officer],
  );
  await home.query(
    `insert into gov_services (id, passport_id, code, name, agency, agency_en, assurance_level, fulfilment, created_at)
     values ($1, $1, 'R-1', 'Зам', 'Замын газар', 'Roads authority', 'low', 'manual', now()),
       (gen_random_uuid(), gen_random_uuid(), 'R-2', 'Зам', ' Замын газар', '', 'low', 'manual', now()),
       (gen_random_uuid(), gen_random_uuid(), 'R-3', 'Зам', 'Замийн газар', '', 'low', 'manual', now())`,
    [service],
  );
  await home.query(
    `insert into gov_applications (id, user_id, service_code, service_name, agency, reference_no, status, applicant,
       fulfilment, payment_before, submitted_at)
     select gen_random_uuid(), $1, 'R-1', '{"mn": "Зам", "en": "Road"}', agency, 'APP-2026-10000' || n, 'registered',
       '{}', 'manual', 'none', now()
     from (values (1, 'Замын газар'), (2, 'ЗАМЫН ГАЗАР'), (3, '')) as given (n, agency)`,
    [officer],
  );
  await home.query(
    `insert into agency_hours (agency, opens, closes, slot_minutes, capacity, weekdays)
     values ('замын газар', '10:00', '12:00', 30, 1, '{1}')`,
  );
  await home.query(
    `insert into daily_figures values ('applications.submitted', 'Замын газар', '2026-01-01', 2),
       ('applications.submitted', 'ЗАМЫН ГАЗАР', '2026-01-01', 3), ('applications.submitted', '*', '2026-01-01', 5)`,
  );
  await migrate({ ownerUrl: home.ownerUrl, migrations: shipped });

  expect(await home.query('select name, name_en from authorities order by name')).toEqual([
    { name: 'Замийн газар', name_en: '' },
    { name: 'Замын газар', name_en: 'Roads authority' },
  ]);
  const named = (text: string, values: unknown[] = []) => home.query(text, values);
  expect(
    await named(`select count(*)::int as cases, a.name from gov_applications g left join authorities a
      on a.id = g.authority_id group by a.name order by a.name`),
  ).toEqual([
    { cases: 2, name: 'Замын газар' },
    { cases: 1, name: null },
  ]);
  expect(
    await named(`select a.name from officer_authorities o left join authorities a on a.id = o.authority_id
      order by a.name`),
  ).toEqual([{ name: 'Замын газар' }, { name: null }]);
  expect(
    await named(`select a.name, h.capacity from agency_hours h left join authorities a on a.id = h.authority_id
      order by a.name`),
  ).toEqual([
    { name: 'Замын газар', capacity: 1 },
    { name: null, capacity: 2 },
  ]);
  expect(
    await named(`select coalesce(a.name, scope) as scope, count::int from daily_figures
      left join authorities a on a.id::text = scope order by 2`),
  ).toEqual([
    { scope: '*', count: 5 },
    { scope: 'Замын газар', count: 5 },
  ]);
  const report = await named(`select t.text, a.name, t.cases from authority_texts t
    join authorities a on a.id = t.authority_id order by t.text collate "C"`);
  expect(report).toHaveLength(6);
  expect(report).toContainEqual({ text: 'ЗАМЫН ГАЗАР', name: 'Замын газар', cases: 1 });
  await home.drop();
});
