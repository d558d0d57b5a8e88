import type pg from 'pg';
import { createDatabase } from '../apps/server/src/kernel/db/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/kernel/db/embedded.ts';
import { foldFigures } from '../apps/server/src/modules/dashboard/index.ts';
import { seedAuthorities } from './gov.ts';
import { median } from './load.ts';
import { type Finding, round } from './report.ts';
import { openWorld, type Person, type World, withDatabase } from './world.ts';

/** How much slower the dashboard of a large platform may be than that of a small one. */
const bars = { slower: 2, firstFoldSeconds: 120, nextFoldMs: 1000 };
const asked = 31;
const newRows = 1000;
/** A small platform is as old as a large one: the figures of each day are as many. */
const days = 700;
const smallRows = 5 * days;

/** The dashboard of an administrator of a small platform (the floor) and of a large one. */
export async function measureDashboard(rows: number): Promise<Finding[]> {
  const world = await openWorld();
  try {
    const [administrator, ...citizens] = world.people;
    if (administrator === undefined) throw new Error('the world has no people');
    await withDatabase(world.dataDir, (client) =>
      client.query('update users set role_id = 2 where id = $1', [administrator.id]),
    );
    // Between two runs of the job there are always rows that it did not see yet.
    const addNew = () =>
      withDatabase(world.dataDir, (client) => fill(client, citizens, { rows: newRows, days: 0 }));
    const addOld = (count: number) =>
      withDatabase(world.dataDir, async (client) => {
        await fill(client, citizens, { rows: count, days });
        await client.query('vacuum analyze');
      });
    await addOld(smallRows);
    await fold(world);
    await addNew();
    const floor = await ask(world, administrator);
    await addOld(rows);
    const firstMs = await fold(world);
    await addNew();
    const full = await ask(world, administrator);
    const nextMs = await fold(world, 10 * 60_000);
    return [
      ...Object.keys(floor).map((period) => describe(period, floor[period] ?? 0, full[period] ?? 0, rows)),
      {
        group: 'dashboard',
        measure: `first fold of ${rows} sign-ins and ${rows} applications`,
        value: `${round(firstMs / 1000)} s`,
        bar: `< ${bars.firstFoldSeconds} s`,
        met: firstMs / 1000 < bars.firstFoldSeconds,
        figures: { firstMs },
      },
      {
        group: 'dashboard',
        measure: `next fold, ${newRows} new of each`,
        value: `${round(nextMs)} ms`,
        bar: `< ${bars.nextFoldMs} ms`,
        met: nextMs < bars.nextFoldMs,
        figures: { nextMs },
      },
    ];
  } finally {
    await world.stop();
  }
}

function describe(period: string, floor: number, full: number, rows: number): Finding {
  const ratio = full / floor;
  return {
    group: 'dashboard',
    measure: `dashboard, ${period}, ${rows} rows`,
    value: `median ${round(full)} ms, ${round(ratio, 2)} times as long as with a small one (${round(floor)} ms)`,
    bar: `≤ ${bars.slower} times`,
    met: ratio <= bars.slower,
    figures: { floor, full, ratio },
  };
}

async function ask({ port }: World, { token }: Person): Promise<Record<string, number>> {
  const medians: Record<string, number> = {};
  for (const period of ['today', '30d', '12m']) {
    const times: number[] = [];
    for (let n = 0; n < asked; n += 1) {
      const startedMs = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/admin/figures?period=${period}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`the dashboard answered ${answer.status}: ${body}`);
      times.push(performance.now() - startedMs);
    }
    medians[period] = median(times);
  }
  return medians;
}

async function fold({ dataDir }: World, aheadMs = 0): Promise<number> {
  const postgres = await startEmbeddedPostgres({ dataDir, whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: postgres.url('tamga', 'tamga_app'), max: 2 });
  try {
    const startedMs = performance.now();
    await foldFigures(database, new Date(Date.now() + aheadMs));
    return performance.now() - startedMs;
  } finally {
    await database.close();
  }
}

/** Sign-ins, and applications of forty authorities with two steps each: one in twenty is still open, some of them late. */
async function fill(
  client: pg.Client,
  people: readonly Person[],
  { rows, days }: { rows: number; days: number },
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const time = `now() - (1 - n::float8 / $2) * $3::int * interval '1 day' - interval '1 minute'`;
  await client.query(
    `insert into login_events (user_id, method, outcome, created_at)
     select ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'eid', case n % 20 when 0 then 'failure' else 'success' end, ${time}
     from generate_series(1, $2::int) n`,
    [ids, rows, days],
  );
  const { rows: counted } = await client.query<{ count: number }>(
    'select count(*)::int as count from gov_applications',
  );
  const first = counted[0]?.count ?? 0;
  await seedAuthorities(client);
  await client.query(
    `insert into gov_applications (id, user_id, service_code, service_name, authority_id, reference_no, status, applicant,
       fulfilment, payment_before, due_at, submitted_at)
     select ('00000000-0000-4000-8000-' || lpad(to_hex($4::int + n), 12, '0'))::uuid,
       ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'BENCH', '{"mn": "Үйлчилгээ", "en": "Service"}',
       (select id from authorities where name = 'Газар ' || n % 40),
       'APP-' || 1000 + ($4::int + n) / 900000 || '-' || 100000 + ($4::int + n) % 900000,
       case n % 20 when 0 then 'registered' else 'approved' end,
       '{"full_name": "Батын Болд", "full_name_en": "Bat Bold", "civil_id": "1"}', 'manual', 'none',
       now() + (random() - 0.01) * interval '60 days', ${time}
     from generate_series(1, $2::int) n`,
    [ids, rows, days, first],
  );
  await client.query(
    `insert into gov_application_events (application_id, user_id, actor_role, from_status, to_status, type, created_at)
     select a.id, a.user_id, 'user', step.from_status, step.to_status, step.type, a.submitted_at
     from gov_applications a cross join lateral (values ('', 'registered', 'created', true),
       ('registered', 'approved', 'decided', a.status = 'approved')) as step (from_status, to_status, type, applies)
     where step.applies and a.id > ('00000000-0000-4000-8000-' || lpad(to_hex($1::int), 12, '0'))::uuid
     order by a.submitted_at`,
    [first],
  );
}
