import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, computedWord, nullable, present } from '../../kernel/db/row-shape.ts';
import type { Schema } from '../../kernel/db/schema.ts';
import type { Text } from '../../kernel/http/language.ts';
import type { PaymentView } from './schemas.ts';

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'gov_payments.title': Text;
    'gov_payments.payer': Text;
  }
}

const columns = [
  'id',
  'user_id',
  'party_id',
  'payer',
  'title',
  'category',
  'amount',
  'status',
  'due_date',
  'paid_at',
  'application_id',
  'reference_no',
  'created_at',
  'attempt',
  'invoice_id',
  'checkout_url',
  'qr',
] as const;
export type PaymentRow = Pick<Selectable<Schema['gov_payments']>, (typeof columns)[number]>;
/** With the columns that only the owner sees. */
export type OwnPaymentRow = RowFrom<typeof own>;

export interface NewPayment {
  id: string;
  userId: string;
  payer: string | null;
  title: string;
  category: PaymentView['category'];
  amount: number;
  dueDate: Date | null;
  applicationId: string | null;
  referenceNo: string;
  now: Date;
}

const insert = statement('payments.insert', (p: NewPayment) =>
  sqlFor.insertInto('gov_payments').values({
    id: p.id,
    user_id: p.userId,
    payer: p.payer,
    title: p.title,
    category: p.category,
    amount: p.amount,
    due_date: p.dueDate,
    application_id: p.applicationId,
    reference_no: p.referenceNo,
    created_at: p.now,
  }),
);
export const insertPayment = (tx: Tx, payment: NewPayment): Promise<number> => tx.change(insert(payment));

/** Money that is due for refund settled nothing, so it gives no receipt. */
const receiptNo = sql<string | null>`(select r.invoice_id from gov_payment_receipts r
  where r.payment_id = gov_payments.id and not r.refund_due limit 1)`.as('receipt_no');

/** Whose fees a caller pays: `person` adds those that the person behind the party owes themselves. */
export interface Payer {
  owner: string;
  person: boolean;
}
const isOwedBy = ({ owner, person }: Payer) =>
  sql<boolean>`owner_id = any(array_append(owners_of(${owner}), case when ${person} then party_person(${owner}) end))`;

const ofPerson = statement('payments.of_person', (p: Payer) =>
  sqlFor
    .selectFrom('gov_payments')
    .select(columns)
    .select(receiptNo)
    .where(isOwedBy(p))
    .where('status', '<>', 'cancelled')
    // Unpaid first.
    .orderBy(sql`status = 'paid'`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1000),
);
export const listPayments = (db: Reader, payer: Payer): Promise<OwnPaymentRow[]> => db.run(ofPerson(payer));

const own = statement('payments.own', (p: Payer & { id: string }) =>
  sqlFor
    .selectFrom('gov_payments')
    .select(columns)
    .select(receiptNo)
    .where('id', '=', p.id)
    .where(isOwedBy(p))
    .where('status', '<>', 'cancelled'),
);
export const findOwnPayment = (db: Reader, id: string, payer: Payer): Promise<OwnPaymentRow | undefined> =>
  db.first(own({ ...payer, id }));

export interface KeptInvoice {
  id: string;
  attempt: number;
  invoiceId: string;
  checkoutUrl: string;
  qr: string;
  now: Date;
}

const keep = statement('payments.keep_invoice', (p: KeptInvoice) =>
  sqlFor
    .updateTable('gov_payments')
    .set({
      attempt: p.attempt,
      invoice_id: p.invoiceId,
      checkout_url: p.checkoutUrl,
      qr: p.qr,
      invoiced_at: p.now,
    })
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    // Two concurrent calls made the same invoice, because it has one reference; the later call changes
    // nothing.
    .where((row) =>
      row.or([
        row('attempt', '<', p.attempt),
        row.and([row('attempt', '=', p.attempt), row('invoice_id', '<>', p.invoiceId)]),
      ]),
    ),
);
export const keepInvoice = async (tx: Tx, invoice: KeptInvoice): Promise<boolean> =>
  (await tx.change(keep(invoice))) === 1;

const pay = statement('payments.pay', (p: { id: string; paidAt: Date }) =>
  sqlFor
    .updateTable('gov_payments')
    .set({ status: 'paid', paid_at: p.paidAt })
    .where('id', '=', p.id)
    .where('status', '=', 'pending'),
);
export const markPaid = async (tx: Tx, id: string, paidAt: Date): Promise<boolean> =>
  (await tx.change(pay({ id, paidAt }))) === 1;

const receipt = statement(
  'payments.receipt',
  (p: {
    invoiceId: string;
    paymentId: string;
    amount: number;
    paidAt: Date;
    now: Date;
    refundDue: boolean;
  }) =>
    sqlFor
      .insertInto('gov_payment_receipts')
      .values({
        invoice_id: p.invoiceId,
        payment_id: p.paymentId,
        amount: p.amount,
        paid_at: p.paidAt,
        received_at: p.now,
        refund_due: p.refundDue,
      })
      .onConflict((conflict) => conflict.column('invoice_id').doNothing()),
);
/** False if this invoice was booked before. */
export const keepReceipt = async (
  tx: Tx,
  row: { invoiceId: string; paymentId: string; amount: number; paidAt: Date; now: Date; refundDue: boolean },
): Promise<boolean> => (await tx.change(receipt(row))) === 1;

const owedBack = statement('payments.owed_back', (p: { invoiceId: string }) =>
  sqlFor
    .selectFrom('gov_payment_receipts')
    .select('invoice_id')
    .where('invoice_id', '=', p.invoiceId)
    .where('refund_due', '=', true),
);
export const isOwedBack = async (db: Reader, invoiceId: string): Promise<boolean> =>
  (await db.first(owedBack({ invoiceId }))) !== undefined;

/** A right to pay names services. */
const serviceId = sql<string | null>`application_service(application_id)`.as('service_id');

const lock = statement('payments.lock', (p: { id: string }) =>
  sqlFor.selectFrom('gov_payments').select(columns).select(serviceId).where('id', '=', p.id).forUpdate(),
);
export const lockPayment = (
  tx: Tx,
  id: string,
): Promise<(PaymentRow & { service_id: string | null }) | undefined> => tx.first(lock({ id }));

const withdraw = statement(
  'payments.withdraw',
  { id: computed('uuid'), amount: computed('int8'), invoice_id: nullable(computed('text')) },
  (p: { applicationId: string }) => sql`select id, amount, invoice_id from withdraw_fee(${p.applicationId})`,
);
export const cancelPending = (
  tx: Tx,
  applicationId: string,
): Promise<{ id: string; amount: number; invoice_id: string | null } | undefined> =>
  tx.first(withdraw({ applicationId }));

/** The results of the function `fee_state`. */
export const feeState = computedWord('none', 'pending', 'paid', 'cancelled');
export type FeeState = RowFrom<typeof fee>['state'];
const fee = statement(
  'payments.fee',
  { state: feeState },
  (p: { applicationId: string }) => sql`select fee_state(${p.applicationId}) as state`,
);
export const readFeeState = async (db: Reader | Tx, applicationId: string): Promise<FeeState> =>
  (await db.first(fee({ applicationId })))?.state ?? 'none';

const sums = statement(
  'payments.sums',
  { count: computed('int8'), amount: computed('int8') },
  () => sql`
    select count(*) as count, coalesce(sum(amount), 0)::bigint as amount from gov_payments
    where owner_id = any(owners_of(app_user_id())) and status = 'pending'`,
);
export const readUnpaid = async (db: Reader): Promise<{ count: number; amount: number }> =>
  (await db.first(sums())) ?? { count: 0, amount: 0 };

const dueOfParties = statement(
  'payments.due_of_parties',
  { party_id: computed('uuid'), count: computed('int8'), amount: computed('int8') },
  (p: { reach: string }) => sql`
    select reach.id as party_id, count(*) as count, coalesce(sum(due.amount), 0)::bigint as amount
    from jsonb_to_recordset(${p.reach}::jsonb) as reach (id uuid, limits jsonb)
      join gov_payments due on due.status = 'pending'
        and due.owner_id in (reach.id, case when reach.limits is not null then party_person(reach.id) end)
    where right_reaches(reach.limits, 'pay', application_service(due.application_id))
    group by reach.id`,
);
/** As system: `reach` holds the parties and limits that were checked for this request. */
export const listDueOfParties = (
  db: Reader,
  reach: string,
): Promise<{ party_id: string; count: number; amount: number }[]> => db.run(dueOfParties({ reach }));

const unsettled = statement(
  'payments.take_unsettled',
  { ...columnsOf('gov_payments', 'id'), invoice_id: present(column('gov_payments', 'invoice_id')) },
  (p: { before: Date; now: Date; limit: number }) => sql`
    update gov_payments set checked_at = ${p.now} where id in (
      select id from gov_payments
      where status = 'pending' and invoice_id is not null and invoiced_at < ${p.before}
        and (checked_at is null or checked_at < ${p.before} and checked_at + (checked_at - invoiced_at) / 10 < ${p.now})
      order by coalesce(checked_at, invoiced_at) limit ${p.limit} for update skip locked)
    returning id, invoice_id`,
  { plan: 'each call' },
);
/**
 * Takes up to `limit` unsettled invoices, the longest unchecked first, and marks them as checked. The
 * interval grows with the age of the invoice: unpaid invoices accumulate and must not delay fresh ones. No
 * invoice is dropped, because money may come late.
 */
export const takeUnsettled = (
  tx: Tx,
  before: Date,
  now: Date,
  limit: number,
): Promise<{ id: string; invoice_id: string }[]> => tx.run(unsettled({ before, now, limit }));
