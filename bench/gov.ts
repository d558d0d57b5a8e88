import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Comparison, compareWithFloor, type Effort, openFloor } from './compare.ts';
import type { Target } from './load.ts';
import { type Finding, round } from './report.ts';
import { describeLoad } from './requests.ts';
import { addressOf, type RequestParts } from './wire.ts';
import { openWorld, type Person, type World, withDatabase } from './world.ts';

const bars = { services: 0.25, apply: 0.06, queue: 1.5 };
const smallQueue = 1000;
const addressPool = 40_000;

/** The most frequent calls of citizens and officers: read the catalogue, apply, and open the queue, empty or full. */
export async function measureGov(effort: Effort, largeQueue: number): Promise<Finding[]> {
  const floor = await openFloor();
  try {
    return [
      ...(await inWorld((world) => measureCitizens(world, floor, effort))),
      ...(await inWorld((world) => measureQueue(world, floor, effort, largeQueue))),
    ];
  } finally {
    await floor.stop();
  }
}

async function inWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
  const world = await openWorld();
  try {
    return await work(world);
  } finally {
    await world.stop();
  }
}

type Floor = Awaited<ReturnType<typeof openFloor>>;

async function measureCitizens(world: World, floor: Floor, effort: Effort): Promise<Finding[]> {
  const citizen = turn(world.people);
  const serviceId = await withDatabase(world.dataDir, seedService);
  const services = targetOf(world, () => [citizen(), { method: 'GET', path: '/api/v1/gov/services' }]);
  const apply = targetOf(world, () => [
    citizen(),
    {
      method: 'POST',
      path: '/api/v1/gov/applications',
      body: { service_id: serviceId, payload: { reason: 'Хуучин үнэмлэх гэмтсэн' } },
    },
  ]);
  return [
    describeShare('GET /gov/services', await compareWithFloor(floor, services, effort), bars.services),
    describeShare('apply, audited', await compareWithFloor(floor, apply, effort), bars.apply),
  ];
}

/** The queue of the whole country, and the queue of an officer for two of its forty authorities. */
async function measureQueue(world: World, floor: Floor, effort: Effort, rows: number): Promise<Finding[]> {
  const [manager, officer, ...citizens] = world.people;
  if (manager === undefined || officer === undefined) throw new Error('the world has no people');
  const desks = [
    { person: manager, roleId: 3, authorities: ['*'], measure: 'officer queue' },
    {
      person: officer,
      roleId: 5,
      authorities: [authority(1), authority(2)],
      measure: 'queue of two authorities',
    },
  ].map((desk) => ({
    ...desk,
    target: targetOf(world, () => [desk.person, { method: 'GET', path: '/api/v1/gov/officer/queue' }]),
  }));
  await withDatabase(world.dataDir, async (client) => {
    await seedAuthorities(client);
    for (const { person, roleId, authorities } of desks) {
      await client.query('update users set role_id = $2 where id = $1', [person.id, roleId]);
      await client.query(
        `insert into officer_authorities (user_id, authority_id, granted_at)
         select $1, a.id, now() from unnest($2::text[]) as given left join authorities a on a.name = given`,
        [person.id, authorities],
      );
    }
    await fillQueue(client, citizens, smallQueue);
  });
  const small: Comparison[] = [];
  for (const { target } of desks) small.push(await compareWithFloor(floor, target, effort));
  await withDatabase(world.dataDir, (client) => fillQueue(client, citizens, rows));
  const findings: Finding[] = [];
  for (const [at, { measure, target }] of desks.entries()) {
    const before = small[at];
    if (before === undefined) throw new Error('a desk was not measured');
    findings.push(describeQueue(measure, before, await compareWithFloor(floor, target, effort), rows));
  }
  return findings;
}

const authority = (number: number) => `Газар ${number}`;

const turn = (people: readonly Person[]) => {
  let used = 0;
  return (): Person => {
    const person = people[used++ % people.length];
    if (person === undefined) throw new Error('the world has no people');
    return person;
  };
};

function targetOf(world: World, ask: () => [Person, RequestParts]): Target {
  let asked = 0;
  return {
    port: world.port,
    pid: world.server.pid,
    next: () => {
      const [person, parts] = ask();
      asked += 1;
      return { ...parts, token: person.token, address: addressOf(asked % addressPool) };
    },
  };
}

/** Forty authorities, by number. */
export async function seedAuthorities(client: pg.Client): Promise<void> {
  await client.query(
    `insert into authorities (name, name_en) select 'Газар ' || n, 'Office ' || n from generate_series(0, 39) n
     on conflict do nothing`,
  );
}

async function seedService(client: pg.Client): Promise<string> {
  await seedAuthorities(client);
  const id = randomUUID();
  await client.query(
    `insert into gov_services (id, passport_id, code, name, authority_id, assurance_level, fulfilment, sla_hours, created_at)
     select $1, $1, 'BENCH-001', 'Үнэмлэх захиалах', id, 'substantial', 'manual', 72, now()
     from authorities where name = 'Газар 0'`,
    [id],
  );
  return id;
}

/** Adds open cases up to this number, due throughout the next year. */
async function fillQueue(client: pg.Client, people: readonly Person[], rows: number): Promise<void> {
  await client.query(
    `insert into gov_applications (id, user_id, service_code, service_name, authority_id, reference_no, status, payload,
       applicant, fulfilment, payment_before, due_at, submitted_at)
     select gen_random_uuid(), ($1::uuid[])[1 + n % $2], 'BENCH', '{"mn": "Үйлчилгээ", "en": "Service"}',
       (select id from authorities where name = 'Газар ' || n % 40), 'APP-' || 1000 + n / 900000 || '-' || 100000 + n % 900000, 'registered', '{"reason": "bench"}',
       '{"full_name": "Батын Болд", "full_name_en": "Bat Bold", "civil_id": "1"}', 'manual', 'none',
       now() + random() * interval '365 days', now() - random() * interval '90 days'
     from generate_series((select count(*) from gov_applications where service_code = 'BENCH'), $3 - 1) as n`,
    [people.map(({ id }) => id), people.length, rows],
  );
  await client.query('vacuum analyze gov_applications');
}

function describeShare(measure: string, { floor, target, share, shares }: Comparison, bar: number): Finding {
  const met = target.errors === 0 && share >= bar;
  return {
    group: 'gov',
    measure,
    value: describeLoad(target),
    share,
    bar: `≥ ${bar}`,
    met,
    ...(met ? {} : { note: target.firstError ?? `missed by ${round(((bar - share) / bar) * 100, 0)} %` }),
    figures: { ...target, share, shares, floor: { ...floor } },
  };
}

/** Compares each result with the floor of its own rounds, so that other load on the machine cancels out. */
function describeQueue(measure: string, small: Comparison, large: Comparison, rows: number): Finding {
  const ratio = small.share / large.share;
  const errors = small.target.errors + large.target.errors;
  const met = errors === 0 && ratio <= bars.queue;
  return {
    group: 'gov',
    measure: `${measure}, ${rows} rows`,
    value: `${describeLoad(large.target)}; ${round(ratio, 2)} times as long as with ${smallQueue}`,
    share: large.share,
    bar: `≤ ${bars.queue} times`,
    met,
    ...(met ? {} : { note: small.target.firstError ?? large.target.firstError ?? 'grows with the table' }),
    figures: { ratio, small: { ...small.target }, large: { ...large.target } },
  };
}
