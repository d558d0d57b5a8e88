import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';
import { platformZone } from '../../kernel/local-day.ts';

const hoursShape = {
  ...columnsOf('agency_hours', 'opens closes slot_minutes capacity weekdays'),
  timezone: computed('text'),
};
export type Hours = RowOf<typeof hoursShape>;

const appointmentsHours = statement(
  'appointments.hours',
  hoursShape,
  (p: { authorityId: string | null; zone: string }) => sql`
    select opens, closes, slot_minutes, capacity, weekdays, coalesce(timezone, ${p.zone}) as timezone
    from agency_hours
    where authority_id is null or authority_id = ${p.authorityId} order by authority_id is null limit 1`,
);
export const readHours = async (db: Reader | Tx, authorityId: string | null): Promise<Hours | undefined> =>
  db.first(appointmentsHours({ authorityId, zone: platformZone() }));

const slots = statement(
  'appointments.slots',
  { starts_at: computed('timestamptz'), free: computed('int4') },
  (p: Hours & { date: string; authorityId: string | null }) => sql`
    select slot at time zone ${p.timezone} as starts_at, (${p.capacity} - coalesce(s.taken, 0))::int as free
    from generate_series(${p.date}::date + ${p.opens}::time, ${p.date}::date + ${p.closes}::time - make_interval(mins => ${p.slot_minutes}),
      make_interval(mins => ${p.slot_minutes})) as slot
    left join appointment_slots s on s.authority_id is not distinct from ${p.authorityId}::uuid
      and s.starts_at = slot at time zone ${p.timezone}
    order by slot`,
);
export const listSlots = (
  db: Reader,
  hours: Hours,
  authorityId: string | null,
  date: string,
): Promise<{ starts_at: string; free: number }[]> => db.run(slots({ ...hours, date, authorityId }));

const take = statement(
  'appointments.take',
  (p: { authorityId: string | null; startsAt: Date; capacity: number }) => sql`
    insert into appointment_slots as s (authority_id, starts_at, capacity, taken) values (${p.authorityId}, ${p.startsAt}, ${p.capacity}, 1)
    on conflict (authority_id, starts_at) do update set taken = s.taken + 1, capacity = greatest(${p.capacity}, s.taken)
    where s.taken < ${p.capacity}`,
);
/** Comparison and change are one statement, so concurrent requests cannot overbook; false when no place is left. */
export const takePlace = async (
  tx: Tx,
  slot: { authorityId: string | null; startsAt: Date; capacity: number },
): Promise<boolean> => (await tx.change(take(slot))) === 1;

const giveBack = statement(
  'appointments.give_back',
  (p: { authorityId: string | null; startsAt: string }) => sql`
    update appointment_slots set taken = taken - 1
    where authority_id is not distinct from ${p.authorityId}::uuid and starts_at = ${p.startsAt} and taken > 0`,
);
export const releasePlace = (tx: Tx, authorityId: string | null, startsAt: string): Promise<number> =>
  tx.change(giveBack({ authorityId, startsAt }));

const columns = [
  'id',
  'user_id',
  'party_id',
  'service_id',
  'application_id',
  'service_name',
  'service_name_en',
  'authority_id',
  'location',
  'location_en',
  'scheduled_at',
  'minutes',
  'status',
  'note',
  'booked_by',
  'created_at',
] as const;
/** The present name of the authority; a booking at the citizens' hall has its own text. */
const agency = sql<string>`coalesce((select a.name from authorities a where a.id = authority_id), agency)`;
const agencyEn = sql<string>`coalesce((select a.name_en from authorities a where a.id = authority_id), agency_en)`;
const shown = () => [...columns, agency.as('agency'), agencyEn.as('agency_en')] as const;
const appointment = {
  ...columnsOf('appointments', columns),
  agency: computed('text'),
  agency_en: computed('text'),
};
export type AppointmentRow = RowOf<typeof appointment>;

const lock = statement(
  'appointments.lock',
  (p: { key: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${p.key}, 0))`,
);
/** Serializes the bookings of one person or for one application, so that a check sees all of them. */
export const lockBookings = async (tx: Tx, id: string): Promise<void> => {
  await tx.run(lock({ key: `appointments.${id}` }));
};

const toCollect = statement(
  'appointments.to_collect',
  columnsOf('appointments', 'id'),
  (p: { applicationId: string; now: Date }) => sql`
    select id from appointments where application_id = ${p.applicationId} and status in ('booked', 'confirmed')
      and scheduled_at > ${p.now} limit 1`,
);
export const hasCollection = async (tx: Tx, applicationId: string, now: Date): Promise<boolean> =>
  (await tx.first(toCollect({ applicationId, now }))) !== undefined;

const endedShape = {
  ...columnsOf('appointments', 'id user_id party_id service_id scheduled_at'),
  agency: computed('text'),
  agency_en: computed('text'),
};
export type EndedRow = RowOf<typeof endedShape>;
const end = statement(
  'appointments.end_collections',
  endedShape,
  (p: { applicationId: string }) => sql`
    select id, user_id, party_id, service_id, scheduled_at, agency, agency_en from end_collections(${p.applicationId})`,
);
/** None while the application waits to be collected; frees their places. */
export const endOpenCollections = (tx: Tx, applicationId: string): Promise<EndedRow[]> =>
  tx.run(end({ applicationId }));

const appointmentsBooked = statement(
  'appointments.booked',
  { booked: computed('int8') },
  (p: { userId: string; now: Date }) => sql`
    select count(*) as booked from appointments
    where user_id = ${p.userId} and status in ('booked', 'confirmed') and scheduled_at > ${p.now}`,
);
export const countBooked = async (tx: Tx, userId: string, now: Date): Promise<number> =>
  (await tx.first(appointmentsBooked({ userId, now })))?.booked ?? 0;

interface NewAppointment {
  userId: string;
  serviceId: string | null;
  applicationId: string | null;
  serviceName: string;
  serviceNameEn: string;
  authorityId: string | null;
  agency: string;
  agencyEn: string;
  location: string;
  locationEn: string;
  scheduledAt: Date;
  minutes: number;
  note: string;
  now: Date;
}
const insert = statement(
  'appointments.insert',
  appointment,
  (p: NewAppointment) => sql`
    insert into appointments (user_id, service_id, service_name, agency, location, scheduled_at, minutes, status,
      note, created_at, service_name_en, agency_en, application_id, authority_id, location_en)
    select ${p.userId}::uuid, ${p.serviceId}::uuid, ${p.serviceName}, ${p.agency}, ${p.location},
      ${p.scheduledAt}::timestamptz, ${p.minutes}::int, 'booked', ${p.note}, ${p.now}::timestamptz, ${p.serviceNameEn},
      ${p.agencyEn}, ${p.applicationId}::uuid, ${p.authorityId}::uuid, ${p.locationEn}
    where not exists (
      select from appointments a where a.user_id = ${p.userId} and a.status in ('booked', 'confirmed')
        and a.scheduled_at < ${p.scheduledAt} + make_interval(mins => ${p.minutes})
        and a.scheduled_at + make_interval(mins => a.minutes) > ${p.scheduledAt})
    on conflict (user_id, scheduled_at) where status in ('booked', 'confirmed') do nothing
    returning ${sql.raw(columns.join(', '))}, ${agency} as agency, ${agencyEn} as agency_en`,
);
/** Undefined when the person has an overlapping appointment; slot lengths differ between agencies. */
export const insertAppointment = (tx: Tx, row: NewAppointment): Promise<AppointmentRow | undefined> =>
  tx.first(insert(row));

const ofPerson = statement('appointments.of_person', (p: { owner: string }) =>
  sqlFor
    .selectFrom('appointments')
    .select(shown())
    .where(sql<boolean>`owner_id = any(owners_of(${p.owner}))`)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(1000),
);
export const listAppointments = (db: Reader, owner: string): Promise<AppointmentRow[]> =>
  db.run(ofPerson({ owner }));

const own = statement('appointments.own', (p: { id: string; owner: string }) =>
  sqlFor
    .selectFrom('appointments')
    .select(shown())
    .where('id', '=', p.id)
    .where(sql<boolean>`owner_id = any(owners_of(${p.owner}))`),
);
export const findOwnAppointment = (
  db: Reader,
  id: string,
  owner: string,
): Promise<AppointmentRow | undefined> => db.first(own({ id, owner }));

const serviceOf = statement(
  'appointments.service',
  columnsOf('appointments', 'service_id'),
  (p: { id: string }) => sql`select service_id from appointments where id = ${p.id}`,
);
/** Undefined for an appointment that the caller cannot see; null for one without a service. */
export const findServiceOf = async (db: Reader, id: string): Promise<string | null | undefined> =>
  (await db.first(serviceOf({ id })))?.service_id;

const cancel = statement('appointments.cancel', (p: { id: string; owner: string }) =>
  sqlFor
    .updateTable('appointments')
    .set({ status: 'cancelled' })
    .where('id', '=', p.id)
    .where(sql<boolean>`owner_id = any(owners_of(${p.owner}))`)
    .where('status', 'in', ['booked', 'confirmed'])
    .returning(shown()),
);
export const cancelOwn = (tx: Tx, id: string, owner: string): Promise<AppointmentRow | undefined> =>
  tx.first(cancel({ id, owner }));

const appointmentsCompletePast = statement(
  'appointments.complete_past',
  (p: { now: Date }) => sql`
    update appointments set status = 'completed'
    where status in ('booked', 'confirmed') and scheduled_at < ${p.now}
      and scheduled_at + make_interval(mins => minutes) <= ${p.now}`,
);
export const completePast = (tx: Tx, now: Date): Promise<number> =>
  tx.change(appointmentsCompletePast({ now }));

const coming = statement('appointments.coming', (p: { userId: string; now: string }) =>
  sqlFor
    .selectFrom('appointments')
    .select(shown())
    .where('owner_id', '=', p.userId)
    .where('status', 'in', ['booked', 'confirmed'])
    .where('scheduled_at', '>', p.now)
    .orderBy('scheduled_at')
    .limit(100),
);
export const listComing = (db: Reader, userId: string, now: Date): Promise<AppointmentRow[]> =>
  db.run(coming({ userId, now: now.toISOString() }));

const comingOfParties = statement(
  'appointments.coming_of_parties',
  {
    ...columnsOf('appointments', 'id scheduled_at service_name service_name_en'),
    party_id: computed('uuid'),
  },
  (p: { reach: string; now: Date }) => sql`
    select visit.id, visit.scheduled_at, visit.service_name, visit.service_name_en, reach.id as party_id
    from jsonb_to_recordset(${p.reach}::jsonb) as reach (id uuid, limits jsonb) cross join lateral (
      select id, scheduled_at, service_name, service_name_en from appointments
      where owner_id = reach.id and status in ('booked', 'confirmed') and scheduled_at > ${p.now}
        and right_reaches(reach.limits, 'book', service_id)
      order by scheduled_at limit 2) as visit
    order by visit.scheduled_at, visit.id`,
);
/** The next two of each; as system: `reach` holds the parties and limits that were checked for this request. */
export const listComingOfParties = (db: Reader, reach: string, now: Date) =>
  db.run(comingOfParties({ reach, now }));
