import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { chooseLanguage } from '../../kernel/http/language.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Module } from '../../kernel/module.ts';
import { viewAppointment } from './booking.ts';
import { renderCalendar } from './calendar.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type AppointmentRowDeps, appointmentRows } from './routes.ts';
import { names } from './schemas.ts';
import { completePast, findOwnAppointment } from './store.ts';

export {
  book as bookAppointment,
  endCollections,
  hall,
  type ServiceById,
  slots as listSlots,
  viewAppointment,
} from './booking.ts';
export { events as appointmentEvents } from './events.ts';
export { AppointmentView } from './schemas.ts';
export {
  listAppointments,
  listComing as listComingAppointments,
  listComingOfParties,
} from './store.ts';

export interface AppointmentDeps extends AppointmentRowDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
}

export function appointments(deps: AppointmentDeps): Module {
  return {
    name: 'appointments',
    rows: appointmentRows(deps),
    mounts: [calendarMount(deps)],
    errors,
    events,
    schemas: names,
    jobs: [
      {
        name: 'appointments.complete',
        about: 'Completes appointments whose time has passed',
        schedule: '* * * * *',
        run: async (_data, { now }) => {
          await unitOfWork(
            deps,
            { identity: systemIdentity, actorUserId: null, requestId: null, now },
            {
              what: 'appointments.complete',
              events: [events.completed],
              auditRequired: (count: number) => count > 0,
            },
            async (tx) => {
              const count = await completePast(tx, now);
              if (count > 0) tx.audit(events.completed, { metadata: { count } });
              return count;
            },
          );
        },
      },
    ],
  };
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function calendarMount({ database, now }: AppointmentDeps): Mount {
  return {
    id: 'gov.appointments.calendar',
    methods: ['GET'],
    path: '/api/v1/gov/appointments/:id/calendar',
    access: signedIn,
    summary: 'Download the appointment as a calendar file',
    media: { gives: ['text/calendar'] },
    handle: async (request, reply, actor) => {
      const { id } = request.params as { id: string };
      const person = actor as Actor;
      const row = uuid.test(id)
        ? await findOwnAppointment(database.reader(identityOf(person)), id, person.userId)
        : undefined;
      if (row === undefined) fail(kernelErrors.not_found);
      return reply
        .header('content-type', 'text/calendar; charset=utf-8; method=PUBLISH')
        .header('content-disposition', 'attachment; filename="appointment.ics"')
        .header('cache-control', 'private, no-store')
        .send(
          renderCalendar(viewAppointment(row, chooseLanguage(request.headers['accept-language'])), {
            now: now(),
            host: 'tamga',
          }),
        );
    },
  };
}
