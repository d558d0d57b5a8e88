import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, failField, failUnknown } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { type Refused, refused } from '../../kernel/http/row.ts';
import { localDay } from '../../kernel/local-day.ts';
import {
  type ApplicationRow,
  type Certified,
  type CertifyDeps,
  certifyApplication,
  findApplication,
  findTransition,
  govErrors,
  move,
  requireCertificate,
  requireMovable,
  type Transition,
} from '../gov/index.ts';
import { keepDigest } from '../signing/index.ts';
import { errors } from './errors.ts';
import {
  type Desk,
  endOfDay,
  findCase,
  leaseStart,
  recordCaseAccess,
  refuseHidden,
  viewItem,
} from './queue.ts';
import type { DecideBody, DecisionBody, QueueItem, SigningView } from './schemas.ts';
import {
  beginSignature,
  type Decision,
  keepWithDecision,
  requireSignature,
  type SignatureOfDecision,
  type SigningDeps,
} from './signed-decision.ts';

const dayMs = 24 * 3_600_000;

interface CaseCall {
  actor: Actor;
  id: string;
  desk: Desk;
}

/** A note of invisible characters, such as zero-width spaces, is no reason. */
const hasVisibleText = (note: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(note);

/** Takes an unassigned case, renews the caller's lease, or takes over an expired lease. */
export async function assign(tx: WriteTx, call: CaseCall): Promise<QueueItem> {
  const before = await findCase(tx, call.actor, call.id);
  const other = before.assigned_to !== null && before.assigned_to !== call.actor.userId;
  const row = await move(tx, {
    transition: findTransition('assign'),
    id: call.id,
    actorId: call.actor.userId,
    leaseFrom: leaseStart(tx.now, call.desk),
    ...(other && before.assigned_to !== null ? { recorded: { taken_over_from: before.assigned_to } } : {}),
  });
  return viewItem(row, call.desk);
}

/** The deadline is suspended until the applicant answers. */
export async function requestInfo(
  tx: WriteTx,
  call: CaseCall & { note: string; answerBy: string | undefined },
): Promise<QueueItem> {
  const note = call.note.trim();
  if (!hasVisibleText(note)) fail(govErrors.reason_required);
  const answerBy = readAnswerDay(call.answerBy, tx.now, call.desk);
  await findCase(tx, call.actor, call.id);
  const row = await move(tx, {
    transition: findTransition('request_info'),
    id: call.id,
    actorId: call.actor.userId,
    detail: note,
    infoDueAt: answerBy === undefined ? null : endOfDay(answerBy, tx.now),
    ...(answerBy === undefined ? {} : { recorded: { answer_by: answerBy } }),
  });
  return viewItem(row, call.desk);
}

/** The applicant does not have to answer any more, and the deadline continues. */
export async function withdrawInfo(tx: WriteTx, call: CaseCall): Promise<QueueItem> {
  await findCase(tx, call.actor, call.id);
  const row = await move(tx, {
    transition: findTransition('withdraw_info'),
    id: call.id,
    actorId: call.actor.userId,
  });
  return viewItem(row, call.desk);
}

const wrongDay = {
  mn: 'Ирээдүйн, нэг жилийн доторх өдөр сонгоно уу.',
  en: 'must be a day after today and within a year',
};

/** The chosen day, or the limit of the installation; undefined waits for ever. */
function readAnswerDay(given: string | undefined, now: Date, { infoExpiryDays }: Desk): string | undefined {
  const dayAfter = (days: number) => localDay(new Date(now.getTime() + days * dayMs));
  if (given === undefined) return infoExpiryDays === 0 ? undefined : dayAfter(infoExpiryDays);
  if (given <= localDay(now) || given > dayAfter(365)) failField('answer_by', wrongDay);
  return given;
}

/** What was gathered before the transaction: the register's answer, and the officer's signature where it is required. */
export interface PreparedDecision {
  certified: Certified | undefined;
  signature: SignatureOfDecision | undefined;
}

interface DecisionCall {
  actor: Actor;
  id: string;
  body: DecideBody;
  now: Date;
}

/** The table's transition with its result; a refusal needs a reason. */
function readDecision(body: DecisionBody, row: ApplicationRow): Decision & { transition: Transition } {
  const note = body.note?.trim() ?? '';
  if (!body.approve && !hasVisibleText(note)) fail(govErrors.reason_required);
  const transition = body.approve
    ? findTransition('approve', row.output_ref_type === '' ? 'issues no reference' : 'issues a reference')
    : findTransition('reject');
  const result =
    body.result === undefined
      ? transition.results[0]
      : transition.results.find((allowed) => allowed === body.result);
  if (result === undefined) failUnknown('result');
  return { approve: body.approve, note, result, transition };
}

/** Runs before the transaction, because it calls the state register and the eID provider. */
export async function prepareDecision(
  deps: CertifyDeps & SigningDeps,
  db: Reader,
  call: DecisionCall & { signal: AbortSignal },
): Promise<PreparedDecision> {
  const row = await findApplication(db, call.id);
  if (row === undefined || row.user_id === call.actor.userId)
    return { certified: undefined, signature: undefined };
  const { sid } = call.body;
  if (sid !== undefined && !row.signature_required) fail(errors.signature_not_required);
  const signature = row.signature_required
    ? await requireSignature(deps, db, { ...call, row, sid, decision: readDecision(call.body, row) })
    : undefined;
  return { certified: await askRegister(deps, db, row, call), signature };
}

/** A decision that will be rejected must not look the person up in the register. */
async function askRegister(
  deps: CertifyDeps,
  db: Reader,
  row: ApplicationRow,
  { body, now }: { body: DecisionBody; now: Date },
): Promise<Certified | undefined> {
  const transition = findTransition('approve', 'issues a reference');
  const isPaid = row.payment_before === 'none' || row.payment === 'paid';
  if (!body.approve || !isPaid || row.fulfilment !== 'manual' || !transition.from.includes(row.status))
    return undefined;
  return certifyApplication(deps, db, row, now);
}

/** Nobody is asked to sign a decision that cannot be made. */
export async function prepareSigning(
  deps: CertifyDeps & SigningDeps,
  db: Reader,
  call: Omit<DecisionCall, 'body'> & { body: DecisionBody; language: Language },
) {
  const row = (await findApplication(db, call.id)) ?? (await refuseHidden(db, call.id));
  if (row.user_id === call.actor.userId) fail(govErrors.own_application);
  if (!row.signature_required) fail(errors.signature_not_required);
  const decision = readDecision(call.body, row);
  requireMovable(decision.transition, row);
  const certified = await askRegister(deps, db, row, call);
  if (certified?.outcome === 'contradicted') return { row, certified };
  requireCertificate(certified, call.language);
  return { row, begun: await beginSignature(deps, db, { ...call, row, decision }) };
}

export async function startSigning(
  tx: WriteTx,
  actor: Actor,
  language: Language,
  prepared: Awaited<ReturnType<typeof prepareSigning>>,
): Promise<SigningView | Refused> {
  if (prepared.begun === undefined)
    return refuseContradicted(tx, actor, prepared.row, prepared.certified, language);
  const { session, text } = prepared.begun;
  await keepDigest(tx, actor.userId, session);
  return {
    sid: session.id,
    verification_code: session.verificationCode,
    text,
    expires_at: session.sealedExpiresAt.toISOString(),
  };
}

/** An officer who learns the register's data leaves an entry in the person's access log. */
function refuseContradicted(
  tx: WriteTx,
  actor: Actor,
  row: ApplicationRow,
  { reason }: Extract<Certified, { outcome: 'contradicted' }>,
  language: Language,
): Refused {
  recordCaseAccess(tx, actor, row);
  return refused(govErrors.not_certifiable, { data: { reason: reason[language] } });
}

/** Any officer may decide, also while another holds the case. Nothing is granted against the register. */
export async function decide(
  tx: WriteTx,
  call: CaseCall & { body: DecideBody; prepared: PreparedDecision },
): Promise<QueueItem | Refused> {
  const { actor, body, desk } = call;
  const { certified, signature } = call.prepared;
  const before = await findCase(tx, actor, call.id);
  const { transition, note, result } = readDecision(body, before);
  if (certified?.outcome === 'contradicted')
    return refuseContradicted(tx, actor, before, certified, desk.language);
  const certificate = requireCertificate(certified, desk.language);
  if (before.signature_required && signature === undefined) fail(errors.signature_required);
  const row = await move(tx, {
    transition,
    id: call.id,
    actorId: actor.userId,
    detail: note,
    result,
    recorded: { result, ...(signature === undefined ? {} : { signature: signature.sid }) },
    certificate,
  });
  if (signature !== undefined) await keepWithDecision(tx, actor.userId, row.id, signature);
  return viewItem(row, desk);
}

export async function complete(tx: WriteTx, call: CaseCall): Promise<QueueItem> {
  await findCase(tx, call.actor, call.id);
  const row = await move(tx, {
    transition: findTransition('complete'),
    id: call.id,
    actorId: call.actor.userId,
  });
  return viewItem(row, call.desk);
}
