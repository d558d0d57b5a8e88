import { randomUUID } from 'node:crypto';
import { type Answers, listMissingSlots } from '@tamga/forms';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, ownerOf, type Party } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import type { FieldError } from '../../kernel/http/validation.ts';
import { drawNumber, numberTries } from '../../kernel/public-number.ts';
import { isAllowed } from '../acting/index.ts';
import type { FileStorage } from '../files/index.ts';
import { requestPayment } from '../payments/index.ts';
import { findOwnReference, isRegisterType, type ReferenceView, viewReference } from '../references/index.ts';
import { findUser } from '../users/index.ts';
import { readFacts, requireApplicant } from './applicant-facts.ts';
import { nameIn, viewApplication } from './applications.ts';
import { isAssured } from './assurance.ts';
import { type Certificate, type CertifyDeps, certifyService, requireCertificate } from './certificates.ts';
import { requireRevision } from './drafts/drafts.ts';
import { adoptPapers } from './drafts/files.ts';
import { lockDraft } from './drafts/store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { requireFacts, useFacts } from './facts/use.ts';
import { applySideEffects, notifyApplicant } from './moves.ts';
import { explainMissing, isUsable, listUnasked } from './papers/slots.ts';
import { listFiles } from './papers/store.ts';
import { writePayload } from './payload.ts';
import type { ApplicationView, ApplyBody } from './schemas.ts';
import { checkAnswers } from './services/check-answers.ts';
import type { GovServiceRow } from './services/service-fields.ts';
import type { ServiceCatalogue } from './services/services.ts';
import { serviceById } from './services/store.ts';
import { findTransition, type Transition } from './state-machine.ts';
import { type Applicant, insertApplication, type OpenedRow } from './store.ts';

export interface ApplyDeps extends CertifyDeps {
  services: ServiceCatalogue;
  files: Pick<FileStorage, 'stateOf'>;
  enforceAssurance: boolean;
  /** Days until an application that only waits for its fee expires. */
  feeExpiryDays: number;
}

export interface Applied {
  application: ApplicationView;
  reference: ReferenceView | null;
  auto_issued: boolean;
}

export interface ApplyCall {
  actor: Actor;
  body: ApplyBody;
  language: Language;
}

/** The state register's answer for an automatic service. */
export interface PreparedApply {
  certificate?: Certificate;
  /** The register is down: the application is registered now and issued when the register answers. */
  waits: boolean;
}

/**
 * Asks the state register before anything is registered or charged. Skips the register for input that the handler will
 * reject, so that an invalid form causes no register call.
 */
export async function prepareApply(
  deps: ApplyDeps,
  db: Reader,
  { actor, body, language, now }: ApplyCall & { now: Date },
): Promise<PreparedApply> {
  const service = (await deps.services.find(body.service_id)) ?? (await serviceById(db, body.service_id));
  if (service === undefined || !isAutomatic(service) || !isRegisterType(service.output_ref_type))
    return { waits: false };
  if (isOther(service, body)) return { waits: false };
  requireApplicant(service, actor);
  const payload = body.payload ?? {};
  if (checkAnswers(service.form, payload, { language, now }).length > 0) return { waits: false };
  if (deps.enforceAssurance && !(await isAssured(db, actor.sessionId, service.assurance_level)))
    return { waits: false };
  if (actor.party !== undefined && actor.party.civilId === null)
    fail(errors.not_certifiable, { data: { reason: aboutPeople[language] } });
  const civilId = actor.party === undefined ? await civilIdOf(db, actor.userId) : actor.party.civilId;
  const certified = await certifyService(deps, service, { civilId, payload }, now);
  if (certified?.outcome === 'unavailable') return { waits: true };
  const certificate = requireCertificate(certified, language);
  return certificate === undefined ? { waits: false } : { certificate, waits: false };
}

const aboutPeople: Text = {
  mn: 'Энэ лавлагаа хүний тухай байдаг. Төлөөлөхөө зогсоогоод өөрийн нэрээр аваарай.',
  en: 'This certificate is about a person. Stop acting for others and get it in your own name.',
};

const civilIdOf = async (db: Reader, userId: string): Promise<string | null> =>
  (await findUser(db, userId))?.civil_id ?? null;

export async function apply(
  deps: ApplyDeps,
  tx: WriteTx,
  { actor, body, language, prepared }: ApplyCall & { prepared: PreparedApply },
): Promise<Applied> {
  const { row, transition, unasked } = await register(deps, tx, { actor, body, language, prepared });
  tx.audit(events.apply, {
    target: row.id,
    metadata: { reference_no: row.reference_no, service: row.service_code, to: row.status },
  });
  if (row.draft_id !== null) {
    await adoptPapers(tx, row.draft_id, row.id, unasked);
    await useFacts(tx, { ids: body.facts ?? [], applicationId: row.id, draftId: row.draft_id });
  }
  if (row.fee > 0) {
    await requestPayment(tx, {
      userId: row.user_id,
      payer: payerOf(row),
      title: { mn: `Хураамж: ${row.service_name.mn}`, en: `Fee: ${row.service_name.en}` },
      category: 'fee',
      amount: row.fee,
      dueAt: row.fee_due_at === null ? null : new Date(row.fee_due_at),
      applicationId: row.id,
      referenceNo: row.reference_no,
    });
    // Nobody would learn of the fee otherwise: an authorisation without the right to pay does not show it.
    if (actor.party !== undefined && !isAllowed(actor.party, 'pay', row.service_id))
      await notifyApplicant(tx, row, 'fee_of_party', '', {
        act: 'pay',
        notToActor: true,
      });
  }
  const referenceId = await applySideEffects(tx, transition, row, {
    detail: '',
    certificate: prepared.certificate,
  });
  const reference =
    referenceId === null ? undefined : await findOwnReference(tx, referenceId, ownerOf(actor));
  return {
    application: viewApplication(
      { ...row, output_ref_id: referenceId, payment: row.fee > 0 ? 'pending' : 'none' },
      language,
    ),
    reference: reference === undefined ? null : viewReference(reference, language, tx.now),
    auto_issued: reference !== undefined,
  };
}

/** A receipt of a party names the party, and the person who acted for it. */
function payerOf({ applicant, filed_by: filer }: OpenedRow): Text | undefined {
  if (filer === null) return undefined;
  const both = (language: Language) => `${nameIn(applicant, language)} (${nameIn(filer, language)})`;
  return { mn: both('mn'), en: both('en') };
}

const dayMs = 24 * 3_600_000;

/** The service comes from the cache; if it is stale, the insert matches no row and the loop reads the service again. */
async function register(
  deps: ApplyDeps,
  tx: WriteTx,
  { actor, body, language, prepared }: ApplyCall & { prepared: PreparedApply },
): Promise<{ row: OpenedRow; transition: Transition; unasked: string[] }> {
  const { service_id: serviceId, draft_revision: revision } = body;
  if (revision !== undefined)
    await requireRevision(deps.files, tx, { owner: ownerOf(actor), serviceId, revision });
  let service = (await deps.services.find(body.service_id)) ?? (await readActive(tx, body.service_id));
  const payload = writePayload(body.payload ?? {}, language);
  const facts = await readFacts(tx, actor);
  if (isOther(service, body)) service = await readActive(tx, serviceId);
  for (let attempt = 0; attempt < numberTries; attempt += 1) {
    if (isOther(service, body))
      fail(errors.service_changed, { data: { service_version: service.passport_version } });
    requireApplicant(service, actor);
    if (deps.enforceAssurance && !(await isAssured(tx, actor.sessionId, service.assurance_level)))
      fail(errors.assurance_too_low);
    const answers = body.payload ?? {};
    const wrong = [
      ...checkAnswers(service.form, answers, { language, now: tx.now, facts }),
      ...(await checkPapers(tx, service, {
        actor,
        answers,
        language,
        factIds: body.facts ?? [],
      })),
    ];
    if (wrong.length > 0) fail(kernelErrors.validation_failed, { data: { errors: wrong } });
    const transition = openingTransition(service, prepared);
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
      party: actor.party === undefined ? null : writeParty(actor.party),
      fulfilment: transition.lane === 'auto' ? 'auto' : 'manual',
      feeDueAt: new Date(tx.now.getTime() + deps.feeExpiryDays * dayMs),
      now: tx.now,
    });
    if (row !== undefined) return { row, transition, unasked: listUnasked(service.form, answers) };
    service = await readActive(tx, body.service_id);
  }
  throw new Error('no free application number was found');
}

/** Whether the person saw another version than this one; a program that names none takes what is published. */
const isOther = (service: GovServiceRow, body: ApplyBody): boolean =>
  body.service_version !== undefined && body.service_version !== service.passport_version;

/** Locks the draft, so that no paper or answer can leave it between this check and the insert. */
async function checkPapers(
  tx: WriteTx,
  service: GovServiceRow,
  call: { actor: Actor; answers: Answers; language: Language; factIds: readonly string[] },
): Promise<FieldError[]> {
  const { id, form } = service;
  const { actor, answers, language, factIds } = call;
  if (factIds.length === 0 && listMissingSlots(form, answers, []).length === 0) return [];
  const draft = await lockDraft(tx, ownerOf(actor), id);
  // What agencies answered is about the person, never about a party.
  if (factIds.length > 0 && actor.party !== undefined) fail(errors.fact_gone);
  const fetched = await requireFacts(tx, { ids: factIds, userId: actor.userId, service, answers });
  const files = draft === undefined ? [] : await listFiles(tx, { kind: 'draft', id: draft.id });
  return explainMissing(listMissingSlots(form, answers, files.filter(isUsable), fetched), language);
}

const writeParty = ({ kind, name, nameEn, civilId }: Party): string =>
  JSON.stringify({ full_name: name, full_name_en: nameEn, civil_id: civilId, kind } satisfies Applicant);

async function readActive(tx: WriteTx, id: string): Promise<GovServiceRow> {
  const service = (await serviceById(tx, id)) ?? fail(kernelErrors.not_found);
  if (!service.enabled || service.lifecycle !== 'active') fail(errors.service_inactive);
  return service;
}

/** A service that needs judgement is never automatic, even if its catalogue row says so. */
export const isAutomatic = (service: GovServiceRow): boolean =>
  service.fulfilment === 'auto' && !service.has_discretion && !service.has_assessment;

function openingTransition(service: GovServiceRow, { certificate }: PreparedApply): Transition {
  if (!isAutomatic(service)) return findTransition('apply', undefined, 'manual');
  if (service.fee > 0) return findTransition('apply', 'fee', 'auto');
  const isReady = !isRegisterType(service.output_ref_type) || certificate?.type === service.output_ref_type;
  return findTransition('apply', isReady ? 'free' : 'the register is away', 'auto');
}
