import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { completeFields } from '../../kernel/http/fields.ts';
import { compareTexts, type Language } from '../../kernel/http/language.ts';
import type { ExchangeEvidence } from '../gov/index.ts';
import { announceChange } from './changes.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  type EvidenceFacts,
  evidenceFields,
  type LifeEventFacts,
  lifeEventFields,
} from './passport-fields.ts';
import { nameIn, refuseShared } from './passports.ts';
import type { CreateLifeEvent, RegistryEvidence, RegistryLifeEvent, ReplaceEvidence } from './schemas.ts';
import {
  deleteEvidence,
  findExchangeEvidences,
  insertEvidence,
  insertLifeEvent,
  listEvidences,
  listLifeEvents,
  updateEvidence,
} from './vocabulary-store.ts';

export async function readEvidences(
  db: Reader,
  language: Language,
): Promise<{ items: RegistryEvidence[]; total: number }> {
  const items = (await listEvidences(db)).sort(
    (a, b) => compareTexts(nameIn(a, language), nameIn(b, language), language) || (a.code < b.code ? -1 : 1),
  );
  return { items, total: items.length };
}

export async function readLifeEvents(db: Reader): Promise<{ items: RegistryLifeEvent[]; total: number }> {
  const items = (await listLifeEvents(db)).sort(
    (a, b) => a.sort_order - b.sort_order || compareTexts(a.name, b.name, 'mn'),
  );
  return { items, total: items.length };
}

export async function createEvidence(
  tx: WriteTx,
  body: ReplaceEvidence & { code: string },
): Promise<RegistryEvidence> {
  await refuseShared(tx);
  const made = await insertEvidence(tx, {
    id: randomUUID(),
    code: body.code.toUpperCase(),
    facts: completeEvidence(body),
    now: tx.now,
  });
  if (made === undefined) fail(errors.code_exists, { data: { field: 'code' } });
  tx.audit(events.evidenceCreated, { target: made.id, metadata: { code: made.code, in_khur: made.in_khur } });
  return made;
}

export async function replaceEvidence(
  tx: WriteTx,
  id: string,
  body: ReplaceEvidence,
): Promise<RegistryEvidence> {
  await refuseShared(tx);
  const changed = await updateEvidence(tx, id, completeEvidence(body), tx.now);
  if (changed === undefined) fail(kernelErrors.not_found);
  tx.audit(events.evidenceChanged, {
    target: id,
    metadata: { code: changed.code, in_khur: changed.in_khur },
  });
  return changed;
}

export async function removeEvidence(tx: WriteTx, id: string): Promise<void> {
  await refuseShared(tx);
  const removed = await deleteEvidence(tx, id);
  if (removed === undefined) fail(kernelErrors.not_found);
  if (removed === 'in_use') fail(errors.in_use);
  tx.audit(events.evidenceDeleted, { target: id, metadata: removed });
}

/** The required evidences of a published passport that exist in the state exchange. */
export async function listExchangeEvidences(
  db: Reader | Tx,
  passportId: string,
): Promise<ExchangeEvidence[]> {
  const rows = await findExchangeEvidences(db, passportId);
  return rows.map((row) => ({
    code: row.code,
    name: { mn: row.name, en: row.name_en || row.name },
    holder: { mn: row.holder_agency, en: row.holder_agency_en || row.holder_agency },
    exchangeCode: row.khur_service_code,
  }));
}

export function completeEvidence(body: ReplaceEvidence): EvidenceFacts {
  const facts = completeFields(evidenceFields, body);
  if (facts.in_khur && facts.khur_service_code === '')
    fail(errors.exchange_code_required, { data: { field: 'khur_service_code' } });
  return facts;
}

export async function createLifeEvent(tx: WriteTx, body: CreateLifeEvent): Promise<RegistryLifeEvent> {
  await refuseShared(tx);
  const made = await insertLifeEvent(tx, { id: randomUUID(), facts: completeLifeEvent(body), now: tx.now });
  if (made === undefined) fail(errors.code_exists, { data: { field: 'code' } });
  tx.audit(events.lifeEventCreated, { target: made.id, metadata: { code: made.code } });
  announceChange(tx);
  return made;
}

export function completeLifeEvent(body: CreateLifeEvent): LifeEventFacts & { code: string } {
  return { code: body.code.toUpperCase(), ...completeFields(lifeEventFields, body) };
}
