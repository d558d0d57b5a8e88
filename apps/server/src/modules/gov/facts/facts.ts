import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import { fail, failUnknown, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Language, Text } from '../../../kernel/http/language.ts';
import { recordAsked } from '../../audit-log/index.ts';
import type { Exchange } from '../../relay/index.ts';
import { findUser } from '../../users/index.ts';
import { isAssured } from '../assurance.ts';
import { recordSaved, requireActive } from '../drafts/drafts.ts';
import { openDraft } from '../drafts/store.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import type { GovServiceRow } from '../services/service-fields.ts';
import { serviceById } from '../services/store.ts';
import { findOwnApplication } from '../store.ts';
import type { DraftFacts, FactOffer, FactView } from './schemas.ts';
import {
  acceptFact,
  countFacts,
  type FactRow,
  findOwnFact,
  insertFact,
  listApplicationFacts,
  listDraftFacts,
  lockPerson,
  refuseFact,
} from './store.ts';

/** An evidence of the published passport that exists in the state exchange. */
export interface ExchangeEvidence {
  code: string;
  name: Text;
  holder: Text;
  exchangeCode: string;
}

export interface FactDeps {
  exchange: Exchange;
  /** The required evidences of a published passport that the state exchange has. */
  exchangeEvidences: (db: Reader | Tx, passportId: string) => Promise<ExchangeEvidence[]>;
  enforceAssurance: boolean;
  /** Hours until an answer that is not used is erased. */
  factHours: number;
}

/** More than any application needs, and too few to use the exchange as a lookup service. */
const askedPerDay = 20;
const dayMs = 24 * 3_600_000;

interface Offer {
  slot: string;
  evidence: ExchangeEvidence;
  platform: string;
  slaMinutes: number;
}

/** Papers of the form that a routed agency has; the handle has the system identity, which alone sees routes. */
async function listOffers(deps: FactDeps, db: Reader | Tx, service: GovServiceRow): Promise<Offer[]> {
  const slots = (service.form?.['x-papers'] ?? []).filter(({ evidence }) => evidence !== undefined);
  if (slots.length === 0) return [];
  const evidences = await deps.exchangeEvidences(db, service.passport_id);
  const offers: Offer[] = [];
  for (const { key, evidence: code } of slots) {
    const evidence = evidences.find((each) => each.code === code);
    const route = evidence && (await deps.exchange.route(db, evidence.exchangeCode));
    if (evidence !== undefined && route !== undefined)
      offers.push({ slot: key, evidence, platform: route.platformName, slaMinutes: route.slaMinutes });
  }
  return offers;
}

export async function showDraftFacts(
  deps: FactDeps,
  db: Reader,
  call: { userId: string; serviceId: string; language: Language; now: Date },
): Promise<DraftFacts> {
  const { userId, serviceId, language, now } = call;
  const service = (await serviceById(db, serviceId)) ?? fail(kernelErrors.not_found);
  const offers = await listOffers(deps, db, service);
  const facts = await listDraftFacts(db, userId, serviceId);
  return {
    offers: offers.map((offer) => viewOffer(offer, service, language)),
    facts: facts.map((fact) => viewFact(fact, language, now)),
  };
}

const viewOffer = (
  { slot, evidence, platform, slaMinutes }: Offer,
  service: GovServiceRow,
  language: Language,
): FactOffer => ({
  slot,
  evidence_code: evidence.code,
  evidence_name: evidence.name[language],
  agency: evidence.holder[language],
  platform,
  service_name: nameOf(service)[language],
  sla_minutes: slaMinutes,
});

const nameOf = ({ name, name_en }: GovServiceRow): Text => ({ mn: name, en: name_en || name });

export function viewFact(row: FactRow, language: Language, now: Date): FactView {
  return {
    id: row.id,
    slot: row.slot,
    evidence_code: row.evidence_code,
    evidence_name: row.evidence_name[language],
    agency: row.agency[language],
    state: row.state,
    failure: row.failure,
    agreed_at: row.agreed_at,
    due_at: row.due_at,
    late: row.state === 'asked' && new Date(row.due_at) < now,
    expires_at: row.expires_at,
    answered_at: row.answered_at,
    decided_at: row.decided_at,
    answer: row.content?.map(({ name, value }) => ({ name: name[language], value: value[language] })) ?? null,
    provenance: {
      relay_request_id: row.relay_request_id,
      platform: row.platform_code,
      answer_digest: row.answer_digest,
      receipt_digest: row.receipt_digest,
    },
  };
}

/** Agreement, question, message to the agency and the line in the access log commit together. */
export async function ask(
  deps: FactDeps,
  tx: WriteTx,
  call: { actor: Actor; serviceId: string; slot: string; language: Language },
): Promise<FactView> {
  const { actor, serviceId, slot, language } = call;
  const { userId } = actor;
  const service = await requireActive(tx, serviceId);
  if (!service.form?.['x-papers']?.some(({ key }) => key === slot)) failUnknown('slot');
  if (deps.enforceAssurance && !(await isAssured(tx, actor.sessionId, service.assurance_level)))
    fail(errors.assurance_too_low);
  const offer = (await listOffers(deps, tx, service)).find((each) => each.slot === slot);
  if (offer === undefined) fail(errors.not_fetchable);
  const civilId = (await findUser(tx, userId))?.civil_id ?? fail(errors.person_unknown);
  await lockPerson(tx, userId);
  const since = new Date(tx.now.getTime() - dayMs);
  const counts = await countFacts(tx, { userId, serviceId, slot, since });
  if (counts.open > 0) fail(errors.already_asked);
  if (counts.asked >= askedPerDay) fail(errors.too_many_questions);
  const draft = await openDraft(tx, { userId, serviceId, now: tx.now });
  if (draft.isNew) recordSaved(tx, { id: draft.id, service_id: serviceId, revision: 1 });
  const { evidence } = offer;
  const id = randomUUID();
  const { requestId, dueAt } = await deps.exchange.ask(tx, {
    serviceCode: evidence.exchangeCode,
    title: evidence.name.mn,
    payload: {
      evidence: evidence.code,
      subject: { civil_id: civilId },
      purpose: { service_code: service.code, service_name: nameOf(service), authority: service.agency },
      consent: { id, agreed_at: tx.now.toISOString() },
    },
  });
  const fact = await insertFact(tx, {
    id,
    userId,
    serviceId,
    draftId: draft.id,
    slot,
    evidenceCode: evidence.code,
    evidenceName: JSON.stringify(evidence.name),
    agency: JSON.stringify(evidence.holder),
    exchangeCode: evidence.exchangeCode,
    relayRequestId: requestId,
    now: tx.now,
    dueAt,
    expiresAt: new Date(tx.now.getTime() + deps.factHours * 3_600_000),
  });
  tx.audit(events.factAsked, {
    target: id,
    metadata: {
      service: service.code,
      draft_id: draft.id,
      evidence: evidence.code,
      agency: evidence.holder.mn,
      relay_request_id: requestId,
    },
  });
  recordAsked(tx, {
    personId: userId,
    office: evidence.holder.mn,
    matter: { id, number: service.code, title: joinNames(evidence.name, nameOf(service)) },
  });
  return viewFact(fact, language, tx.now);
}

const joinNames = (one: Text, other: Text): Text => ({
  mn: `${one.mn} – ${other.mn}`,
  en: `${one.en} – ${other.en}`,
});

interface Decision {
  userId: string;
  serviceId: string;
  id: string;
  language: Language;
}

/** The digest proves that the person's page had this answer. */
export async function accept(tx: WriteTx, call: Decision & { digest: string }): Promise<FactView> {
  const { digest, language, ...own } = call;
  const fact = (await acceptFact(tx, { ...own, digest, now: tx.now })) ?? (await explainGone(tx, own));
  tx.audit(events.factAccepted, {
    target: fact.id,
    metadata: { evidence: fact.evidence_code, answer_digest: digest },
  });
  return viewFact(fact, language, tx.now);
}

/** Also stops waiting: an answer that comes later is dropped. */
export async function refuse(tx: WriteTx, { language, ...own }: Decision): Promise<FactView> {
  const fact = (await refuseFact(tx, { ...own, now: tx.now })) ?? (await explainGone(tx, own));
  tx.audit(events.factRefused, {
    target: fact.id,
    metadata: { evidence: fact.evidence_code, state: fact.state },
  });
  return viewFact(fact, language, tx.now);
}

async function explainGone(tx: WriteTx, own: Omit<Decision, 'language'>): Promise<never> {
  return (await findOwnFact(tx, own)) === undefined ? fail(kernelErrors.not_found) : fail(errors.fact_gone);
}

export async function listFacts(
  db: Reader | Tx,
  applicationId: string,
  { language, now }: { language: Language; now: Date },
): Promise<FactView[]> {
  const rows = await listApplicationFacts(db, applicationId);
  return rows.map((row) => viewFact(row, language, now));
}

export async function listOwnFacts(
  db: Reader,
  userId: string,
  applicationId: string,
  shown: { language: Language; now: Date },
): Promise<{ items: FactView[]; total: number }> {
  if ((await findOwnApplication(db, applicationId, userId)) === undefined) fail(kernelErrors.not_found);
  const items = await listFacts(db, applicationId, shown);
  return { items, total: items.length };
}
