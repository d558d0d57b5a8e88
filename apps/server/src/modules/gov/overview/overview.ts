import { sql } from 'kysely';
import type { Reader } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { computed } from '../../../kernel/db/row-shape.ts';
import type { Language } from '../../../kernel/http/language.ts';
import { listOf, type Static, Type } from '../../../kernel/http/schemas.ts';
import { AppointmentView, listComingAppointments, viewAppointment } from '../../appointments/index.ts';
import { readNotificationCounts } from '../../notifications/index.ts';
import { readUnpaid } from '../../payments/index.ts';
import { countIssued } from '../../references/index.ts';
import { viewApplication } from '../applications.ts';
import { ApplicationView } from '../schemas.ts';
import { openStatuses } from '../state-machine.ts';
import { listRecent } from '../store.ts';

export const OverviewView = Type.Object({
  open_applications: Type.Integer(),
  unread_notifications: Type.Integer(),
  unpaid_count: Type.Integer(),
  unpaid_amount: Type.Integer(),
  upcoming_count: Type.Integer(),
  issued_references: Type.Integer(),
  recent_applications: listOf(ApplicationView).properties.items,
  upcoming_appointments: listOf(AppointmentView).properties.items,
});
export type OverviewView = Static<typeof OverviewView>;

const shown = 5;

const govOverviewOpen = statement(
  'gov.overview.open',
  { open: computed('int8') },
  (p: { openStatuses: unknown }) => sql`
    select count(*) as open from gov_applications where owner_id = any(owners_of(app_user_id())) and status = any(${p.openStatuses}::text[])`,
);
const countOpen = (db: Reader) => db.first(govOverviewOpen({ openStatuses }));

export interface Overview {
  view: OverviewView;
  /** True when the person has no data on the platform yet. */
  untouched: boolean;
}

export async function readOverview(
  db: Reader,
  userId: string,
  request: { language: Language; now: Date },
): Promise<Overview> {
  const [open, recent, told, unpaid, coming, issued] = await Promise.all([
    countOpen(db),
    listRecent(db, userId, shown),
    readNotificationCounts(db),
    readUnpaid(db),
    listComingAppointments(db, userId, request.now),
    countIssued(db, request.now),
  ]);
  return {
    view: {
      open_applications: open?.open ?? 0,
      unread_notifications: told.unread,
      unpaid_count: unpaid.count,
      unpaid_amount: unpaid.amount,
      upcoming_count: coming.length,
      issued_references: issued,
      recent_applications: recent.map((row) => viewApplication(row, request.language)),
      upcoming_appointments: coming.slice(0, shown).map((row) => viewAppointment(row, request.language)),
    },
    untouched: recent.length + told.last + unpaid.count + coming.length + issued === 0,
  };
}
