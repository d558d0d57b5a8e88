import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Outbox, unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { statement } from '../../../kernel/db/query.ts';
import type { Text } from '../../../kernel/http/language.ts';
import { bookAppointment, hall, listSlots } from '../../appointments/index.ts';
import { markNotificationsRead, notify } from '../../notifications/index.ts';
import { markPaid, requestPayment } from '../../payments/index.ts';

export interface DemoDeps {
  database: Database;
  outbox: Outbox;
}

const dayMs = 24 * 3_600_000;

const govOverviewSeedDemo = statement(
  'gov.overview.seed_demo',
  (p: { userId: string; now: Date }) => sql`
    insert into gov_demo_seeds (user_id, seeded_at) values (${p.userId}, ${p.now}) on conflict (user_id) do nothing`,
);
/**
 * Demonstration data for a new person: once, and never in production. A failure is only logged, because the data are
 * not what the person asked for. Returns true when rows were created.
 */
export async function seedDemo(
  deps: DemoDeps,
  userId: string,
  now: Date,
  log: Pick<Logger, 'warn'>,
): Promise<boolean> {
  try {
    return await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: userId, requestId: null, now },
      { what: 'gov.demo', auditRequired: (seeded: boolean) => seeded },
      async (tx) => {
        // A concurrent first read waits here for the other one, then inserts nothing.
        const first = await tx.change(govOverviewSeedDemo({ userId, now }));
        if (first === 0) return false;
        await seedAppointment(tx, userId);
        await seedNotifications(tx, userId);
        await seedPayments(tx, userId);
        return true;
      },
    );
  } catch (error) {
    log.warn({ err: error }, 'could not create demonstration rows');
    return false;
  }
}

/** Every row is marked as an example, so that nobody takes it for a real debt or appointment. */
const sample = (mn: string, en: string): Text => ({ mn: `Жишээ: ${mn}`, en: `Example: ${en}` });

const visit = sample('иргэнийг хүлээн авах', 'visit to the citizens’ hall');
const places = {
  serviceById: async () => undefined,
  collectionOf: async () => undefined,
  requireApplicant: () => undefined,
  hall: { ...hall, name: visit.mn, name_en: visit.en },
};

/** The first free slot about five days ahead; the booking also creates the notification that is marked as read. */
async function seedAppointment(tx: WriteTx, userId: string): Promise<void> {
  for (let ahead = 5; ahead < 10; ahead += 1) {
    const date = new Date(tx.now.getTime() + ahead * dayMs).toISOString().slice(0, 10);
    const free = (await listSlots(places, tx, { date }, tx.now)).items.find((slot) => slot.free > 0);
    if (free === undefined) continue;
    await bookAppointment(places, tx, { userId }, { scheduled_at: free.starts_at }, 'mn');
    return;
  }
}

async function seedNotifications(tx: WriteTx, userId: string): Promise<void> {
  markNotificationsRead(tx, userId, tx.now);
  await notify(tx, {
    userId,
    category: 'success',
    title: { mn: 'Тавтай морилно уу', en: 'Welcome' },
    body: {
      mn: 'Таны цахим бүртгэл идэвхжлээ. Үйлчилгээгээ эндээс сонгоорой.',
      en: 'Your account is ready. Choose a service to begin.',
    },
    link: '/services',
  });
  await notify(tx, {
    userId,
    category: 'warning',
    title: sample('төлбөрийн хугацаа дөхөж байна', 'a payment is due soon'),
    body: {
      mn: 'Жишээ татварын төлбөрийн хугацаа 20 хоногийн дараа дуусна. Жинхэнэ өр биш.',
      en: 'The example tax payment is due in 20 days. You do not owe it.',
    },
    link: '/payments',
  });
}

async function seedPayments(tx: WriteTx, userId: string): Promise<void> {
  const inDays = (days: number) => new Date(tx.now.getTime() + days * dayMs);
  const common = { userId, applicationId: null };
  await requestPayment(tx, {
    ...common,
    title: sample('үл хөдлөх хөрөнгийн албан татвар', 'real-estate tax'),
    category: 'tax',
    amount: 45_000,
    dueAt: inDays(20),
  });
  await requestPayment(tx, {
    ...common,
    // Not a fee of a catalogue service: an applicant would be asked for the same fee twice.
    title: sample('хог хаягдлын хураамж', 'waste collection fee'),
    category: 'fee',
    amount: 35_000,
    dueAt: inDays(10),
  });
  const fine = await requestPayment(tx, {
    ...common,
    title: sample('зогсоолын торгууль', 'parking fine'),
    category: 'fine',
    amount: 30_000,
    dueAt: null,
  });
  await markPaid(tx, fine, tx.now);
}
