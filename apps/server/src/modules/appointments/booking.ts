import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type Actor, ownerOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { localSecond, writeMinute } from '../../kernel/local-day.ts';
import { type News, tellOwner } from '../acting/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { AppointmentView, BookBody, SlotList, SlotQuery } from './schemas.ts';
import {
  type AppointmentRow,
  cancelOwn,
  countBooked,
  type EndedRow,
  endOpenCollections,
  type Hours,
  hasCollection,
  insertAppointment,
  listSlots,
  lockBookings,
  readHours,
  releasePlace,
  takePlace,
} from './store.ts';

/** Port to the public-services module. */
export type ServiceById = (db: Reader | Tx, id: string) => Promise<Place | undefined>;

/** An authority has its own calendar; the citizens' hall, which belongs to none, has the common one. */
export interface Place {
  authority_id: string | null;
  name: string;
  name_en: string;
  agency: string;
  agency_en: string;
  /** For whom the service is. */
  applicants: string[];
}

/** Where and from when the result of an application is collected; undefined if there is none to collect. */
export type CollectionOf = (
  db: Reader | Tx,
  owner: string,
  applicationId: string,
) => Promise<{ serviceId: string; readyOn: string; location: Text } | undefined>;

export interface BookingDeps {
  serviceById: ServiceById;
  collectionOf: CollectionOf;
  /** Refuses a service that is not for whoever the actor acts for. */
  requireApplicant: (service: Place, actor: Pick<Actor, 'party'>) => void;
  /** Used when a booking names no service; defaults to the citizens' hall. */
  hall?: Place;
}

const dayMs = 24 * 3_600_000;
const yearMs = 366 * dayMs;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
/** Stops one person from booking an agency's whole calendar. */
const maxBooked = 20;
/** Default for bookings without a service, with the common hours. */
export const hall: Place = {
  authority_id: null,
  name: '',
  name_en: '',
  agency: 'Иргэний үйлчилгээний танхим',
  agency_en: 'Citizens’ service hall',
  applicants: ['person', 'organisation', 'child'],
};

async function placeOf(deps: BookingDeps, db: Reader | Tx, serviceId: string | undefined) {
  const service =
    serviceId === undefined
      ? (deps.hall ?? hall)
      : ((await deps.serviceById(db, serviceId)) ?? fail(kernelErrors.not_found));
  const hours = (await readHours(db, service.authority_id)) ?? fail(errors.not_a_slot);
  return { service, hours };
}

export async function slots(deps: BookingDeps, db: Reader, query: SlotQuery, now: Date): Promise<SlotList> {
  const { service, hours } = await placeOf(deps, db, query.service_id);
  const day = new Date(`${query.date}T12:00:00Z`);
  // Date reads February 30 as March 2.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== query.date)
    fail(errors.bad_request, { detail: 'date' });
  const ahead = day.getTime() - now.getTime();
  // One extra day on each side, because the agency's day differs from the UTC day; PostgreSQL also has no year zero.
  if (!hours.weekdays.includes(day.getUTCDay() || 7) || ahead < -2 * dayMs || ahead > yearMs + 2 * dayMs)
    return { items: [], total: 0 };
  const items = (await listSlots(db, hours, service.authority_id, query.date))
    .filter(({ starts_at }) => isBookable(new Date(starts_at), now))
    .map(({ starts_at, free }) => ({ starts_at, minutes: hours.slot_minutes, free: Math.max(0, free) }));
  return { items, total: items.length };
}

/** Concurrent requests for the last place: one succeeds, the others get 409. */
export async function book(
  deps: BookingDeps,
  tx: WriteTx,
  actor: Pick<Actor, 'userId' | 'party'>,
  body: BookBody,
  language: Language,
): Promise<AppointmentView> {
  const scheduledAt = rfc3339.test(body.scheduled_at) ? new Date(body.scheduled_at) : new Date(Number.NaN);
  if (!isBookable(scheduledAt, tx.now)) fail(errors.bad_request);
  const { userId, party } = actor;
  const applicationId = body.application_id ?? null;
  // Before the state is read: the application may end at the same moment, which ends its appointments.
  if (applicationId !== null) await lockBookings(tx, applicationId);
  const collection =
    applicationId === null
      ? undefined
      : ((await deps.collectionOf(tx, party?.id ?? userId, applicationId)) ?? fail(kernelErrors.not_found));
  const serviceId = collection?.serviceId ?? body.service_id;
  const { service, hours } = await placeOf(deps, tx, serviceId);
  // Who collects was allowed to apply.
  if (collection === undefined) deps.requireApplicant(service, actor);
  if (applicationId !== null && (await hasCollection(tx, applicationId, tx.now)))
    fail(errors.collection_booked);
  if (collection !== undefined && localSecond(scheduledAt, hours.timezone).slice(0, 10) < collection.readyOn)
    fail(errors.not_ready);
  if (!isSlot(hours, scheduledAt)) fail(errors.not_a_slot);
  await lockBookings(tx, userId);
  if ((await countBooked(tx, userId, tx.now)) >= maxBooked) fail(errors.too_many_appointments);
  const row =
    (await insertAppointment(tx, {
      userId,
      serviceId: serviceId ?? null,
      applicationId,
      serviceName: service.name,
      serviceNameEn: service.name_en,
      authorityId: service.authority_id,
      agency: service.agency,
      agencyEn: service.agency_en,
      location: collection?.location.mn || (body.location ?? ''),
      locationEn: collection?.location.en ?? '',
      scheduledAt,
      minutes: hours.slot_minutes,
      note: body.note ?? '',
      now: tx.now,
    })) ?? fail(errors.already_booked);
  const place = { authorityId: service.authority_id, startsAt: scheduledAt, capacity: hours.capacity };
  if (!(await takePlace(tx, place))) fail(errors.slot_taken);
  tx.audit(events.booked, {
    target: row.id,
    metadata: { agency: service.agency, scheduled_at: row.scheduled_at },
  });
  await tell(tx, row, {
    category: 'info',
    title: { mn: 'Цаг захиалагдлаа', en: 'Appointment booked' },
    did: { what: 'booked', by: userId },
  });
  return viewAppointment(row, language);
}

const tell = (
  tx: WriteTx,
  row: AppointmentRow | EndedRow,
  news: Pick<News, 'category' | 'title' | 'did' | 'notToActor'>,
): Promise<void> => {
  const when = writeMinute(new Date(row.scheduled_at));
  return tellOwner(tx, {
    ...news,
    userId: row.user_id,
    partyId: row.party_id,
    act: 'book',
    serviceId: row.service_id,
    body: { mn: `${row.agency}: ${when.mn}`, en: `${row.agency_en || row.agency}: ${when.en}` },
    link: '/appointments',
  });
};

/** A result that is no longer there to be collected needs no visit. */
export async function endCollections(tx: WriteTx, applicationId: string): Promise<void> {
  await lockBookings(tx, applicationId);
  for (const row of await endOpenCollections(tx, applicationId)) {
    tx.audit(events.ended, {
      target: row.id,
      metadata: { agency: row.agency, scheduled_at: row.scheduled_at },
    });
    await tell(tx, row, {
      category: 'info',
      title: {
        mn: 'Цаг цуцлагдлаа, ирэх шаардлагагүй',
        en: 'Appointment cancelled: you do not need to come',
      },
      did: { what: 'booked', by: row.user_id },
    });
  }
}

export async function cancel(
  tx: WriteTx,
  actor: Pick<Actor, 'userId' | 'party'>,
  id: string,
  language: Language,
): Promise<AppointmentView> {
  const row = (await cancelOwn(tx, id, ownerOf(actor))) ?? fail(kernelErrors.not_found);
  await releasePlace(tx, row.authority_id, row.scheduled_at);
  tx.audit(events.cancelled, {
    target: id,
    metadata: { agency: row.agency, scheduled_at: row.scheduled_at },
  });
  await tell(tx, row, {
    category: 'info',
    title: { mn: 'Цагийг цуцаллаа', en: 'Appointment cancelled' },
    did: { what: 'cancelled', by: actor.userId },
    notToActor: true,
  });
  return viewAppointment(row, language);
}

export function viewAppointment(
  { user_id: _, party_id: __, service_name_en, agency_en, location_en, ...row }: AppointmentRow,
  language: Language,
): AppointmentView {
  if (language === 'mn') return row;
  return {
    ...row,
    service_name: service_name_en || row.service_name,
    agency: agency_en || row.agency,
    location: location_en || row.location,
  };
}

/** An invalid Date compares false, so it is not bookable. */
function isBookable(time: Date, now: Date): boolean {
  const ahead = time.getTime() - now.getTime();
  return ahead > 0 && ahead <= yearMs;
}

/** Compares in the agency's time zone. */
export function isSlot(hours: Hours, time: Date): boolean {
  const local = localSecond(time, hours.timezone);
  const weekday = new Date(`${local.slice(0, 10)}T12:00:00Z`).getUTCDay() || 7;
  const minute = minutesOf(local.slice(11));
  const [opens, closes] = [minutesOf(hours.opens), minutesOf(hours.closes)];
  return (
    hours.weekdays.includes(weekday) &&
    time.getUTCSeconds() === 0 &&
    time.getUTCMilliseconds() === 0 &&
    minute >= opens &&
    minute + hours.slot_minutes <= closes &&
    (minute - opens) % hours.slot_minutes === 0
  );
}

function minutesOf(clock: string): number {
  const [hour = '0', minute = '0'] = clock.split(':');
  return Number(hour) * 60 + Number(minute);
}
