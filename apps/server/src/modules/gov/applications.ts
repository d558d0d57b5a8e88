import { type Answers, type KnownFacts, listMissingSlots } from '@tamga/forms';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, ownerOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { cutPage, readPageQuery, writePlace } from '../../kernel/http/time-cursor.ts';
import type { FieldError } from '../../kernel/http/validation.ts';
import type { WhenPaid } from '../payments/index.ts';
import { readFacts } from './applicant-facts.ts';
import { listApplicationFacts } from './facts/store.ts';
import { issueQueue } from './issue-job.ts';
import { move } from './moves.ts';
import { explainMissing, isUsable } from './papers/slots.ts';
import { listFiles } from './papers/store.ts';
import { type Change, mergeAnswers, writePayload } from './payload.ts';
import type {
  ApplicationPage,
  ApplicationQuery,
  ApplicationView,
  EventView,
  ProvideBody,
} from './schemas.ts';
import { checkAnswers } from './services/check-answers.ts';
import type { GovServiceRow } from './services/service-fields.ts';
import { serviceOf } from './services/store.ts';
import { findTransition } from './state-machine.ts';
import {
  type Applicant,
  type ApplicationRow,
  appendEvent,
  findApplication,
  findOwnApplication,
  listEvents,
  listOwn,
  startClock,
} from './store.ts';

/** The applicant never sees which officer holds or decided the case. */
export function viewApplication(row: ApplicationRow, language: Language): ApplicationView {
  return {
    id: row.id,
    service_id: row.service_id,
    service_code: row.service_code,
    service_name: row.service_name[language],
    service_version: row.service_version,
    reference_no: row.reference_no,
    status: row.status,
    result: row.result,
    note: row.note,
    payload: row.payload,
    evidence: row.evidence,
    decision_note: row.decision_note,
    due_at: row.due_at,
    fee_due_at: row.fee_due_at,
    sla_breached: row.sla_breached,
    suspended: row.suspended_at !== null,
    suspended_at: row.suspended_at,
    info_due_at: row.info_due_at,
    assigned: row.assigned_to !== null,
    tacit: row.tacit,
    signature_required: row.signature_required,
    output_ref_id: row.output_ref_id,
    decided_at: row.decided_at,
    submitted_at: row.submitted_at,
    answered_at: row.answered_at,
    updated_at: row.updated_at,
    fee: row.fee,
    payment: row.payment,
    ...onBehalfOf(row, language),
  };
}

function onBehalfOf(row: ApplicationRow, language: Language): Pick<ApplicationView, 'on_behalf_of'> {
  const { party_id: partyId, applicant, filed_by: filer } = row;
  if (partyId === null) return {};
  return {
    on_behalf_of: {
      party_id: partyId,
      kind: applicant.kind ?? 'organisation',
      name: nameIn(applicant, language),
      filed_by: filer === null ? '' : nameIn(filer, language),
    },
  };
}

export const nameIn = (name: Pick<Applicant, 'full_name' | 'full_name_en'>, language: Language): string =>
  (language === 'en' && name.full_name_en) || name.full_name;

export async function list(
  db: Reader,
  owner: string,
  query: ApplicationQuery,
  language: Language,
): Promise<ApplicationPage> {
  const page = readPageQuery(query);
  const found = await listOwn(db, owner, {
    ...page,
    status: query.status ?? null,
    words: query.q ?? null,
    serviceId: query.service_id ?? null,
    isOpen: query.open ?? false,
  });
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.submitted_at, row.seq));
  return { items: items.map((row) => viewApplication(row, language)), ...rest };
}

export async function show(
  db: Reader,
  owner: string,
  id: string,
  language: Language,
): Promise<ApplicationView> {
  const row = (await findOwnApplication(db, id, owner)) ?? fail(kernelErrors.not_found);
  return viewApplication(row, language);
}

export async function timeline(
  db: Reader,
  owner: string,
  id: string,
): Promise<{ items: EventView[]; total: number }> {
  if ((await findOwnApplication(db, id, owner)) === undefined) fail(kernelErrors.not_found);
  const items = await listEvents(db, id);
  return { items, total: items.length };
}

export async function cancel(
  tx: WriteTx,
  actor: Actor,
  call: { id: string; reason: string; language: Language },
): Promise<ApplicationView> {
  if ((await findOwnApplication(tx, call.id, ownerOf(actor))) === undefined) fail(kernelErrors.not_found);
  const row = await move(tx, {
    transition: findTransition('cancel'),
    id: call.id,
    actorId: actor.userId,
    detail: call.reason,
  });
  return viewApplication(row, call.language);
}

const maxEvidence = 200;

/** Only papers that the new answers lead to are required; older ones were checked with the older answers. */
async function checkReply(
  tx: WriteTx,
  service: GovServiceRow,
  reply: {
    before: ApplicationRow;
    payload: Answers;
    changes: readonly Change[];
    facts: KnownFacts;
    language: Language;
  },
): Promise<FieldError[]> {
  const { before, payload, changes, facts, language } = reply;
  const changed = new Set(changes.map(({ field }) => field));
  const files = (await listFiles(tx, { kind: 'application', id: before.id })).filter(isUsable);
  const fetched = (await listApplicationFacts(tx, before.id)).map(({ slot }) => slot);
  const lacking = listMissingSlots(service.form, before.payload, files, fetched).map(({ key }) => key);
  const missing = listMissingSlots(service.form, payload, files, fetched).filter(
    ({ key }) => !lacking.includes(key),
  );
  return [
    ...checkAnswers(service.form, payload, { language, now: tx.now, changed, facts }),
    ...explainMissing(missing, language),
  ];
}

export async function provideInfo(
  tx: WriteTx,
  actor: Actor,
  id: string,
  body: ProvideBody,
  language: Language,
): Promise<ApplicationView> {
  const before = (await findOwnApplication(tx, id, ownerOf(actor))) ?? fail(kernelErrors.not_found);
  const transition = findTransition('provide_info');
  const service = body.payload === undefined ? undefined : await serviceOf(tx, before);
  const questions = service?.form?.properties;
  const { payload, changes } = mergeAnswers(
    before.payload,
    body.payload ?? {},
    (field) => questions === undefined || Object.hasOwn(questions, field),
  );
  const given = (body.evidence ?? []).map((each) => ({ ...each, provided_at: tx.now.toISOString() }));
  if (before.evidence.length + given.length > maxEvidence) fail(kernelErrors.payload_too_large);
  if (transition.from.includes(before.status) && service !== undefined) {
    const facts = await readFacts(tx, actor);
    const wrong = await checkReply(tx, service, { before, payload, changes, facts, language });
    if (wrong.length > 0) fail(kernelErrors.validation_failed, { data: { errors: wrong } });
  }
  const row = await move(tx, {
    transition,
    id,
    actorId: actor.userId,
    answers: {
      payload: writePayload(payload, language),
      evidence: JSON.stringify(given),
      changes: JSON.stringify(changes),
      seenAt: before.updated_at,
    },
    recorded: { evidence: given.length, changed: changes.length },
  });
  const note = body.note?.trim() ?? '';
  if (note !== '')
    await appendEvent(tx, row, {
      actor: 'user',
      actorId: actor.userId,
      type: 'info_note',
      detail: note,
      now: tx.now,
    });
  return viewApplication(row, language);
}

/**
 * Starts a review that waited for its fee. An automatic service is issued by the job, because the state register must
 * be asked first, and a register outage must not block the booking of the payment.
 */
export const whenPaid: WhenPaid = async (tx, payment) => {
  if (payment.application_id === null) return;
  const row = await findApplication(tx, payment.application_id);
  if (row?.fulfilment === 'auto') tx.enqueue(issueQueue, { application_id: row.id });
  else if (row !== undefined) await startClock(tx, row.id, tx.now);
};
