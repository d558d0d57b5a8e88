import { type Outbox, unitOfWork } from '../../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../../kernel/db/database.ts';
import type { DbIdentity } from '../../../kernel/db/identity.ts';
import type { Language, Text } from '../../../kernel/http/language.ts';
import { strict } from '../../../kernel/http/schemas.ts';
import { localMinute } from '../../../kernel/local-day.ts';
import { listAppointments, viewAppointment } from '../../appointments/index.ts';
import { accessEvents, recordAssistantRead } from '../../audit-log/index.ts';
import { listApplications } from '../../gov/index.ts';
import { listNotifications } from '../../notifications/index.ts';
import { listOwnPayments } from '../../payments/index.ts';
import { listReferences, viewReference } from '../../references/index.ts';
import { publishedIn } from '../languages.ts';
import { defineTool, type PersonalCall, type Tool } from './tool.ts';

export interface PersonalToolDeps {
  readonly database: Database;
  readonly outbox: Outbox;
}

const itemLimit = 10;
const time = (at: string | null) => (at === null ? null : localMinute(new Date(at)));

interface Reading {
  readonly name: string;
  readonly description: string;
  readonly matter: Text;
  readonly read: (
    db: Reader,
    person: { userId: string; language: Language; now: Date },
  ) => Promise<readonly object[]>;
}

/** Each reads through the function of the person's own page; none of them writes. */
const readings: readonly Reading[] = [
  {
    name: 'my_applications',
    description: 'The applications of the person who asks: service, number, state, dates, open payment.',
    matter: { mn: 'Хүсэлтүүд', en: 'Applications' },
    read: async (db, { userId, language }) =>
      (await listApplications(db, userId, { limit: itemLimit }, language)).items.map((item) => ({
        service: item.service_name,
        number: item.reference_no,
        status: item.status,
        result: item.result,
        submitted: time(item.submitted_at),
        due: time(item.due_at),
        fee_due: time(item.fee_due_at),
        decision_note: item.decision_note,
        page: `/applications/${item.id}`,
      })),
  },
  {
    name: 'my_payments',
    description: 'The payments of the person who asks: amount, what for, whether paid, until when.',
    matter: { mn: 'Төлбөрүүд', en: 'Payments' },
    read: async (db, { userId, language }) =>
      (await listOwnPayments(db, { userId }, language)).items.map((item) => ({
        title: item.title,
        amount: item.amount,
        currency: item.currency,
        status: item.status,
        due: time(item.due_date),
        paid: time(item.paid_at),
        page: '/payments',
      })),
  },
  {
    name: 'my_appointments',
    description: 'The appointments of the person who asks: service, place and time.',
    matter: { mn: 'Цаг захиалга', en: 'Appointments' },
    read: async (db, { userId, language }) =>
      (await listAppointments(db, userId))
        .map((row) => viewAppointment(row, language))
        .map((item) => ({
          service: item.service_name,
          agency: item.agency,
          location: item.location,
          time: time(item.scheduled_at),
          minutes: item.minutes,
          status: item.status,
          page: '/appointments',
        })),
  },
  {
    name: 'my_documents',
    description: 'The certificates and documents that were issued to the person who asks.',
    matter: { mn: 'Лавлагаа, баримт', en: 'Documents' },
    read: async (db, { userId, language, now }) =>
      (await listReferences(db, userId))
        .map((row) => viewReference(row, language, now))
        .map((item) => ({
          title: item.title,
          number: item.reference_no,
          status: item.status,
          issued: time(item.issued_at),
          valid_until: time(item.valid_until),
          page: '/references',
        })),
  },
  {
    name: 'my_notifications',
    description: 'The latest notifications of the person who asks.',
    matter: { mn: 'Мэдэгдлүүд', en: 'Notifications' },
    read: async (db, { userId, language }) =>
      (await listNotifications(db, userId, { limit: itemLimit }, language)).items.map((item) => ({
        title: item.title,
        body: item.body,
        read: item.read,
        time: time(item.created_at),
        page: '/notifications',
      })),
  },
];

export function personalTools({ database, outbox }: PersonalToolDeps): readonly Tool<PersonalCall>[] {
  return readings.map(({ name, description, matter, read }) =>
    defineTool({
      name,
      description,
      parameters: strict({}),
      isProof: true,
      run: async (_args, { actor, lang, now, requestId }: PersonalCall) => {
        // An officer or administrator is here as a citizen: row-level security shows their own rows alone.
        const identity: DbIdentity = { userId: actor.userId, role: 'user' };
        const person = { userId: actor.userId, language: publishedIn(lang), now };
        const all = await read(database.reader(identity), person);
        await unitOfWork(
          { database, outbox },
          { identity, actorUserId: actor.userId, requestId, now },
          { what: `ai.${name}`, events: [accessEvents.personRead], auditRequired: () => true },
          async (tx) => recordAssistantRead(tx, actor, { id: name, number: '', title: matter }),
        );
        const items = all.slice(0, itemLimit);
        return { data: { items, count: all.length }, count: all.length };
      },
    }),
  );
}
