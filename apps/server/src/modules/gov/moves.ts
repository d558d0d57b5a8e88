import type { AuditEvent } from '../../kernel/audit/events.ts';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail } from '../../kernel/http/errors.ts';
import { localDay, writeDay } from '../../kernel/local-day.ts';
import { type News, tellOwner } from '../acting/index.ts';
import { appointmentEvents, endCollections } from '../appointments/index.ts';
import { paymentEvents, withdrawPayment } from '../payments/index.ts';
import { issueReference, referenceEvents } from '../references/index.ts';
import { type Certificate, certificateFor } from './certificates.ts';
import { errors } from './errors.ts';
import { eventOf } from './events.ts';
import { type MessageName, messages } from './messages.ts';
import { type Move, type MovedRow, moveRow } from './move-store.ts';
import type { Action, Result, Transition } from './state-machine.ts';
import { type ApplicationRow, type ChangedRow, findApplication, setOutputReference } from './store.ts';

export type MoveOrder = Pick<
  Move,
  'transition' | 'id' | 'actorId' | 'leaseFrom' | 'assignee' | 'answers' | 'before' | 'infoDueAt'
> & {
  /** The actor's text, shown in the timeline and sent to the applicant. */
  detail?: string;
  result?: Result;
  recorded?: Record<string, string | number>;
  /** The state register's answer, requested before the transaction. */
  certificate?: Certificate | undefined;
};

/** Events that a row with these actions may record. */
export function recordedBy(...actions: readonly Action[]): readonly AuditEvent[] {
  return [
    ...actions.map(eventOf),
    referenceEvents.issued,
    paymentEvents.requested,
    paymentEvents.withdrawn,
    appointmentEvents.ended,
  ].filter((event, at, all) => all.indexOf(event) === at);
}

/**
 * Applies a transition of the table with its side effects. Undefined when the state does not allow it, for example
 * after a lost race.
 */
export async function tryMove(tx: WriteTx, order: MoveOrder): Promise<MovedRow | undefined> {
  const { transition } = order;
  // Lock order: the fee before the application, as an incoming payment does; the reverse order would deadlock.
  if (transition.withdrawsFee === true) await withdrawPayment(tx, order.id);
  const moved = await moveRow(tx, {
    transition,
    id: order.id,
    actorId: order.actorId,
    detail: order.detail ?? '',
    result: order.result ?? transition.results[0],
    now: tx.now,
    ...(order.leaseFrom === undefined ? {} : { leaseFrom: order.leaseFrom }),
    ...(order.assignee === undefined ? {} : { assignee: order.assignee }),
    ...(order.answers === undefined ? {} : { answers: order.answers }),
    ...(order.before === undefined ? {} : { before: order.before }),
    ...(order.infoDueAt === undefined ? {} : { infoDueAt: order.infoDueAt }),
  });
  if (moved === undefined) return undefined;
  tx.audit(eventOf(transition.action), {
    target: moved.id,
    metadata: { from: moved.from_status, to: moved.status, ...order.recorded },
  });
  const issued = await applySideEffects(tx, transition, moved, {
    detail: order.detail ?? '',
    certificate: order.certificate,
  });
  if (moved.from_status === 'approved' && moved.status !== 'approved') await endCollections(tx, moved.id);
  const deed = deeds[transition.action];
  if (deed !== undefined && order.actorId !== null)
    await notifyApplicant(tx, moved, deed.name, '', {
      did: { what: deed.what, by: order.actorId },
      notToActor: true,
    });
  return { ...moved, output_ref_id: issued ?? moved.output_ref_id };
}

/** Issues the certificate and sends the notification of a transition; returns the certificate's id. */
export async function applySideEffects(
  tx: WriteTx,
  transition: Transition,
  row: ChangedRow,
  { detail, certificate }: { detail: string; certificate: Certificate | undefined },
): Promise<string | null> {
  const issued =
    transition.issues === true && row.output_ref_type !== ''
      ? await issueReference(tx, {
          userId: row.user_id,
          partyId: row.party_id,
          requestedBy: row.filed_by,
          certificate: await certificateFor(tx, row, certificate, tx.now),
          holder: row.applicant,
          applicationId: row.id,
          serviceCode: row.service_code,
          title: row.service_name,
        })
      : undefined;
  if (issued !== undefined) await setOutputReference(tx, row.id, issued.id);
  if (transition.notifies !== undefined) await notifyApplicant(tx, row, transition.notifies, detail);
  return issued?.id ?? null;
}

export async function notifyApplicant(
  tx: WriteTx,
  row: Pick<
    ApplicationRow,
    'id' | 'user_id' | 'party_id' | 'service_id' | 'service_name' | 'reference_no' | 'info_due_at'
  > & { channels?: readonly string[] | null },
  name: MessageName,
  detail = '',
  more: Partial<Pick<News, 'act' | 'did' | 'notToActor'>> = {},
): Promise<void> {
  const { category, title, body } = messages[name];
  // The limit is the end of the day, so the day is the one before the midnight.
  const answerBy =
    row.info_due_at === null ? undefined : writeDay(localDay(new Date(Date.parse(row.info_due_at) - 1)));
  const text = body(detail, answerBy);
  const about = (service: string) => `${service} (${row.reference_no}).`;
  await tellOwner(tx, {
    userId: row.user_id,
    partyId: row.party_id,
    act: 'apply',
    serviceId: row.service_id,
    did: { what: 'applied', by: row.user_id },
    category,
    title,
    body: {
      mn: `${about(row.service_name.mn)} ${text.mn}`,
      en: `${about(row.service_name.en)} ${text.en}`,
    },
    link: `/applications/${row.id}`,
    ...(row.channels == null ? {} : { channels: row.channels }),
    ...more,
  });
}

/** What somebody did with a record of a party; the others who may act for it are told. */
const deeds: Partial<Record<Action, { name: MessageName; what: News['did']['what'] }>> = {
  cancel: { name: 'withdrawn', what: 'withdrew' },
  provide_info: { name: 'answered', what: 'answered' },
};

const movesHolder: ReadonlySet<Action> = new Set(['assign', 'reassign', 'release']);

/** Like `tryMove`, but fails with 409 and a reason that a person can act on. */
export async function move(tx: WriteTx, order: MoveOrder): Promise<MovedRow> {
  const moved = await tryMove(tx, order);
  if (moved !== undefined) return moved;
  const { transition } = order;
  requireMovable(transition, await findApplication(tx, order.id));
  fail(movesHolder.has(transition.action) ? errors.already_assigned : errors.invalid_transition);
}

/** Fails with the reason why this state, lane or fee does not allow the transition. */
export function requireMovable(transition: Transition, row: ApplicationRow | undefined): void {
  const fits =
    row !== undefined &&
    transition.from.includes(row.status) &&
    (transition.lane === 'any' || transition.lane === row.fulfilment);
  if (!fits)
    fail(errors.invalid_transition, { detail: `${transition.action} from ${row?.status ?? 'nothing'}` });
  if (isUnpaid(transition, row)) fail(errors.payment_required);
}

function isUnpaid(transition: Transition, row: ApplicationRow): boolean {
  const waits =
    transition.waitsForFee === 'review or issue'
      ? row.payment_before !== 'none'
      : transition.waitsForFee === 'review' && row.payment_before === 'review';
  return waits && row.payment !== 'paid';
}
