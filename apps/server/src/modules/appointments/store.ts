import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw, sqlFor, statement } from '../../kernel/db/query.ts';
import { platformZone } from '../../kernel/local-day.ts';
import type { AppointmentView } from './schemas.ts';

export type AppointmentRow = Omit<AppointmentView, 'status'> & {
  status: AppointmentView['status'];
  user_id: string;
  service_name_en: string;
  agency_en: string;
};

export interface Hours {
  agency: string;
  /** `HH:MM:SS` of the agency's own clock. */
  opens: string;
  closes: string;
  slot_minutes: number;
  capacity: number;
  /** 1 is Monday. */
  weekdays: number[];
  /** The platform's, unless the agency lies in another one. */
  timezone: string;
}

export const readHours = async (db: Reader | Tx, agency: string): Promise<Hours | undefined> =>
  db.first(
    raw<Hours>(
      `select agency, opens, closes, slot_minutes, capacity, weekdays, coalesce(timezone, $2) as timezone
       from agency_hours
       where agency in ($1, '*') order by agency = '*' limit 1`,
      [agency, platformZone()],
      'appointments.hours',
    ),
  );

/** The slots of one day of the agency's calendar, with the places left in each. */
export const listSlots = (
  db: Reader,
  hours: Hours,
  agency: string,
  date: string,
): Promise<{ starts_at: string; free: number }[]> =>
  db.run(
    raw<{ starts_at: string; free: number }>(
      `select slot at time zone $5 as starts_at, ($6 - coalesce(s.taken, 0))::int as free
       from generate_series($1::date + $2::time, $1::date + $3::time - make_interval(mins => $4),
         make_interval(mins => $4)) as slot
       left join appointment_slots s on s.agency = $7 and s.starts_at = slot at time zone $5
       order by slot`,
      [date, hours.opens, hours.closes, hours.slot_minutes, hours.timezone, hours.capacity, agency],
      'appointments.slots',
    ),
  );

/** Takes one place; false when none is left. The comparison and the change are one statement. */
export const takePlace = async (
  tx: Tx,
  slot: { agency: string; startsAt: Date; capacity: number },
): Promise<boolean> =>
  (await tx.change(
    raw(
      `insert into appointment_slots as s (agency, starts_at, capacity, taken) values ($1, $2, $3, 1)
       on conflict (agency, starts_at) do update set taken = s.taken + 1, capacity = greatest($3, s.taken)
       where s.taken < $3`,
      [slot.agency, slot.startsAt, slot.capacity],
      'appointments.take',
    ),
  )) === 1;

export const givePlaceBack = (tx: Tx, agency: string, startsAt: string): Promise<number> =>
  tx.change(
    raw(
      'update appointment_slots set taken = taken - 1 where agency = $1 and starts_at = $2 and taken > 0',
      [agency, startsAt],
      'appointments.give_back',
    ),
  );

const columns = [
  'id',
  'user_id',
  'service_id',
  'service_name',
  'service_name_en',
  'agency',
  'agency_en',
  'location',
  'scheduled_at',
  'minutes',
  'status',
  'note',
  'created_at',
] as const;

/** One person's bookings one after another: what a statement finds of the others is then all there is. */
export const lockBookings = async (tx: Tx, userId: string): Promise<void> => {
  await tx.run(
    raw(
      'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      [`appointments.${userId}`],
      'appointments.lock',
    ),
  );
};

export const countBooked = async (tx: Tx, userId: string, now: Date): Promise<number> =>
  (
    await tx.first(
      raw<{ booked: number }>(
        `select count(*) as booked from appointments
         where user_id = $1 and status in ('booked', 'confirmed') and scheduled_at > $2`,
        [userId, now],
        'appointments.booked',
      ),
    )
  )?.booked ?? 0;

/** Undefined when the person is already somewhere else at this time; agencies need not have equal slots. */
export const insertAppointment = async (
  tx: Tx,
  row: {
    userId: string;
    serviceId: string | null;
    serviceName: string;
    serviceNameEn: string;
    agency: string;
    agencyEn: string;
    location: string;
    scheduledAt: Date;
    minutes: number;
    note: string;
    now: Date;
  },
): Promise<AppointmentRow | undefined> =>
  (await tx.first(
    raw(
      `insert into appointments (user_id, service_id, service_name, agency, location, scheduled_at, minutes, status,
         note, created_at, service_name_en, agency_en)
       select $1::uuid, $2::uuid, $3, $4, $5, $6::timestamptz, $7::int, 'booked', $8, $9::timestamptz, $10, $11
       where not exists (
         select from appointments a where a.user_id = $1 and a.status in ('booked', 'confirmed')
           and a.scheduled_at < $6 + make_interval(mins => $7)
           and a.scheduled_at + make_interval(mins => a.minutes) > $6)
       on conflict (user_id, scheduled_at) where status in ('booked', 'confirmed') do nothing
       returning ${columns.join(', ')}`,
      [
        row.userId,
        row.serviceId,
        row.serviceName,
        row.agency,
        row.location,
        row.scheduledAt,
        row.minutes,
        row.note,
        row.now,
        row.serviceNameEn,
        row.agencyEn,
      ],
      'appointments.insert',
    ),
  )) as AppointmentRow | undefined;

const ofPerson = statement('appointments.of_person', (p: { userId: string }) =>
  sqlFor
    .selectFrom('appointments')
    .select(columns)
    .where('user_id', '=', p.userId)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(1000),
);
export const listAppointments = async (db: Reader, userId: string): Promise<AppointmentRow[]> =>
  (await db.run(ofPerson({ userId }))) as unknown as AppointmentRow[];

const own = statement('appointments.own', (p: { id: string; userId: string }) =>
  sqlFor.selectFrom('appointments').select(columns).where('id', '=', p.id).where('user_id', '=', p.userId),
);
export const findOwnAppointment = async (
  db: Reader,
  id: string,
  userId: string,
): Promise<AppointmentRow | undefined> =>
  (await db.first(own({ id, userId }))) as unknown as AppointmentRow | undefined;

const cancel = statement('appointments.cancel', (p: { id: string; userId: string }) =>
  sqlFor
    .updateTable('appointments')
    .set({ status: 'cancelled' })
    .where('id', '=', p.id)
    .where('user_id', '=', p.userId)
    .where('status', 'in', ['booked', 'confirmed'])
    .returning(columns),
);
export const cancelOwn = async (tx: Tx, id: string, userId: string): Promise<AppointmentRow | undefined> =>
  (await tx.first(cancel({ id, userId }))) as unknown as AppointmentRow | undefined;

export const completePast = (tx: Tx, now: Date): Promise<number> =>
  tx.change(
    raw(
      `update appointments set status = 'completed'
       where status in ('booked', 'confirmed') and scheduled_at < $1
         and scheduled_at + make_interval(mins => minutes) <= $1`,
      [now],
    ),
  );

const coming = statement('appointments.coming', (p: { userId: string; now: string }) =>
  sqlFor
    .selectFrom('appointments')
    .select(columns)
    .where('user_id', '=', p.userId)
    .where('status', 'in', ['booked', 'confirmed'])
    .where('scheduled_at', '>', p.now)
    .orderBy('scheduled_at')
    .limit(100),
);
export const listComing = async (db: Reader, userId: string, now: Date): Promise<AppointmentRow[]> =>
  (await db.run(coming({ userId, now: now.toISOString() }))) as unknown as AppointmentRow[];
