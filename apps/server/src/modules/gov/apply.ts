import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import type { FieldError } from '../../kernel/http/validation.ts';
import { drawNumber, numberTries } from '../../kernel/public-number.ts';
import { requestPayment } from '../payments/index.ts';
import { findOwnReference, type ReferenceView, viewReference } from '../references/index.ts';
import { viewApplication } from './applications.ts';
import { isAssured } from './assurance.ts';
import { takeOverPapers } from './drafts/files.ts';
import { lockDraft } from './drafts/store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { settleTransition } from './moves.ts';
import { explainMissing, listMissing, listUnasked } from './papers/slots.ts';
import { listFiles } from './papers/store.ts';
import { writePayload } from './payload.ts';
import type { ApplicationView, ApplyBody } from './schemas.ts';
import { checkAnswers } from './services/form.ts';
import type { Schema } from './services/form-rules.ts';
import type { ServiceCatalogue } from './services/services.ts';
import { type GovServiceRow, serviceById } from './services/store.ts';
import { findTransition, type Transition } from './state-machine.ts';
import { insertApplication, type OpenedRow } from './store.ts';

export interface ApplyDeps {
  services: ServiceCatalogue;
  enforceAssurance: boolean;
  /** How long an application waits for a fee without which nothing can be done. */
  feeExpiryDays: number;
}

export interface Applied {
  application: ApplicationView;
  reference: ReferenceView | null;
  auto_issued: boolean;
}

export async function apply(
  deps: ApplyDeps,
  tx: WriteTx,
  actor: Actor,
  body: ApplyBody,
  language: Language,
): Promise<Applied> {
  const { row, transition, unasked } = await register(deps, tx, actor, body, language);
  tx.audit(events.apply, {
    target: row.id,
    metadata: { reference_no: row.reference_no, service: row.service_code, to: row.status },
  });
  if (row.draft_id !== null) await takeOverPapers(tx, row.draft_id, row.id, unasked);
  if (row.fee > 0)
    await requestPayment(tx, {
      userId: row.user_id,
      title: { mn: `Хураамж: ${row.service_name.mn}`, en: `Fee: ${row.service_name.en}` },
      category: 'fee',
      amount: row.fee,
      dueAt: row.fee_due_at === null ? null : new Date(row.fee_due_at),
      applicationId: row.id,
      referenceNo: row.reference_no,
    });
  const referenceId = await settleTransition(tx, transition, row, '');
  const reference = referenceId === null ? undefined : await findOwnReference(tx, referenceId, actor.userId);
  return {
    application: viewApplication(
      { ...row, output_ref_id: referenceId, payment: row.fee > 0 ? 'pending' : 'none' },
      language,
    ),
    reference: reference === undefined ? null : viewReference(reference, language, tx.now),
    auto_issued: reference !== undefined,
  };
}

const dayMs = 24 * 3_600_000;

/** The service is known from memory; should it have changed meanwhile, the statement makes nothing and it is read. */
async function register(
  deps: ApplyDeps,
  tx: WriteTx,
  actor: Actor,
  body: ApplyBody,
  language: Language,
): Promise<{ row: OpenedRow; transition: Transition; unasked: string[] }> {
  let service = (await deps.services.find(body.service_id)) ?? (await readActive(tx, body.service_id));
  const payload = writePayload(body.payload ?? {}, language);
  for (let attempt = 0; attempt < numberTries; attempt += 1) {
    if (deps.enforceAssurance && !(await isAssured(tx, actor.sessionId, service.assurance_level)))
      fail(errors.assurance_too_low);
    const answers = body.payload ?? {};
    const wrong = [
      ...checkAnswers(service, answers, { language, now: tx.now }),
      ...(await checkPapers(tx, service, { userId: actor.userId, answers, language })),
    ];
    if (wrong.length > 0) fail(kernelErrors.validation_failed, { data: { errors: wrong } });
    const transition = chooseOpening(service);
    const row = await insertApplication(tx, {
      id: randomUUID(),
      serviceId: service.id,
      serviceVersion: service.version,
      referenceNo: drawNumber('APP', tx.now, attempt),
      status: transition.to,
      result: transition.results[0] ?? '',
      event: transition.event,
      note: body.note ?? '',
      payload,
      fulfilment: transition.lane === 'auto' ? 'auto' : 'manual',
      feeDueAt: new Date(tx.now.getTime() + deps.feeExpiryDays * dayMs),
      now: tx.now,
    });
    if (row !== undefined) return { row, transition, unasked: listUnasked(service.form, answers) };
    service = await readActive(tx, body.service_id);
  }
  throw new Error('no free application number was found');
}

/** The draft is held still, so that no paper leaves it between this check and the application. */
async function checkPapers(
  tx: WriteTx,
  { id, form }: GovServiceRow,
  { userId, answers, language }: { userId: string; answers: Schema; language: Language },
): Promise<FieldError[]> {
  if (listMissing(form, answers, []).length === 0) return [];
  const draft = await lockDraft(tx, userId, id);
  const files = draft === undefined ? [] : await listFiles(tx, { kind: 'draft', id: draft.id });
  return explainMissing(listMissing(form, answers, files), language);
}

async function readActive(tx: WriteTx, id: string): Promise<GovServiceRow> {
  const service = (await serviceById(tx, id)) ?? fail(kernelErrors.not_found);
  if (!service.enabled || service.lifecycle !== 'active') fail(errors.service_inactive);
  return service;
}

/** What needs judgement is never automatic, even where a row of the catalogue says so. */
function chooseOpening(service: GovServiceRow): Transition {
  const isAuto = service.fulfilment === 'auto' && !service.has_discretion && !service.has_assessment;
  return isAuto
    ? findTransition('apply', service.fee > 0 ? 'fee' : 'free', 'auto')
    : findTransition('apply', undefined, 'manual');
}
