import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, selectionOf } from '../../kernel/db/row-shape.ts';
import { namesOf } from '../../kernel/http/fields.ts';
import {
  type EvidenceFacts,
  evidenceFields,
  type LifeEventFacts,
  lifeEventFields,
} from './passport-fields.ts';
import { RegistryEvidence, RegistryLifeEvent } from './schemas.ts';

/** Evidences and life events: the vocabulary of passports. */

const evidence = columnsOf('registry_evidences', namesOf(RegistryEvidence.properties));
const evidenceColumns = selectionOf(evidence);
const written = sql.raw(namesOf(evidenceFields).join(', '));
const lifeEvent = columnsOf('registry_life_events', namesOf(RegistryLifeEvent.properties));
const eventColumns = selectionOf(lifeEvent);
const eventFacts = sql.raw(namesOf(lifeEventFields).join(', '));

const evidences = statement(
  'registry.evidences',
  evidence,
  () => sql`select ${evidenceColumns} from registry_evidences`,
);
export const listEvidences = (db: Reader): Promise<RegistryEvidence[]> => db.run(evidences());

const inExchange = statement(
  'registry.evidences.in_exchange',
  columnsOf('registry_evidences', 'code name name_en holder_agency holder_agency_en khur_service_code'),
  (p: { passportId: string }) => sql`
    select e.code, e.name, e.name_en, e.holder_agency, e.holder_agency_en, e.khur_service_code
    from registry_services s
    join registry_versions v on v.service_id = s.id and v.version = s.version
    cross join json_array_elements(v.snapshot -> 'evidences') as link
    join registry_evidences e on e.id = (link ->> 'evidence_id')::uuid
    where s.id = ${p.passportId} and s.status = 'published' and (link ->> 'required')::boolean
      and e.in_khur and e.khur_service_code <> ''`,
);
/** Links of the newest published version: what a registrar changes reaches citizens by publishing. */
export const findExchangeEvidences = (db: Reader | Tx, passportId: string) =>
  db.run(inExchange({ passportId }));

const insert = statement(
  'registry.evidence.insert',
  evidence,
  (p: { id: string; code: string; facts: string; now: Date }) => sql`
    insert into registry_evidences (id, code, ${written}, created_at)
    select ${p.id}, ${p.code}, ${written}, ${p.now} from json_populate_record(null::registry_evidences, ${p.facts}::json)
    on conflict (code) do nothing returning ${evidenceColumns}`,
);
/** Undefined if the code is taken. */
export const insertEvidence = (
  tx: Tx,
  evidence: { id: string; code: string; facts: EvidenceFacts; now: Date },
): Promise<RegistryEvidence | undefined> =>
  tx.first(insert({ ...evidence, facts: JSON.stringify(evidence.facts) }));

const update = statement(
  'registry.evidence.update',
  evidence,
  (p: { id: string; facts: string; now: Date }) => sql`
    update registry_evidences set (${written}) =
      (select ${written} from json_populate_record(null::registry_evidences, ${p.facts}::json)), updated_at = ${p.now}
    where id = ${p.id} returning ${evidenceColumns}`,
);
export const updateEvidence = (
  tx: Tx,
  id: string,
  facts: EvidenceFacts,
  now: Date,
): Promise<RegistryEvidence | undefined> => tx.first(update({ id, facts: JSON.stringify(facts), now }));

const lock = statement(
  'registry.evidence.lock',
  columnsOf('registry_evidences', 'code'),
  (p: { id: string }) => sql`select code from registry_evidences where id = ${p.id} for update`,
);
const remove = statement(
  'registry.evidence.delete',
  (p: { id: string }) => sql`
    delete from registry_evidences e where id = ${p.id}
    and not exists (select from registry_service_evidences k where k.evidence_id = e.id)`,
);
/** The lock comes first: a passport that is being linked to it waits, and then does not find it. */
export async function deleteEvidence(tx: Tx, id: string): Promise<{ code: string } | 'in_use' | undefined> {
  const [found] = await tx.run(lock({ id }));
  if (found === undefined) return undefined;
  const removed = await tx.change(remove({ id }));
  return removed === 1 ? found : 'in_use';
}

const lifeEvents = statement(
  'registry.life_events',
  lifeEvent,
  () => sql`select ${eventColumns} from registry_life_events`,
);
export const listLifeEvents = (db: Reader | Tx): Promise<RegistryLifeEvent[]> => db.run(lifeEvents());

const addLifeEvent = statement(
  'registry.life_event.insert',
  lifeEvent,
  (p: { id: string; facts: string; now: Date }) => sql`
    insert into registry_life_events (id, code, ${eventFacts}, created_at)
    select ${p.id}, code, ${eventFacts}, ${p.now} from json_populate_record(null::registry_life_events, ${p.facts}::json)
    on conflict (code) do nothing returning ${eventColumns}`,
);
/** Undefined if the code is taken. */
export const insertLifeEvent = (
  tx: Tx,
  event: { id: string; facts: LifeEventFacts & { code: string }; now: Date },
): Promise<RegistryLifeEvent | undefined> =>
  tx.first(addLifeEvent({ id: event.id, facts: JSON.stringify(event.facts), now: event.now }));

const changeLifeEvent = statement(
  'registry.life_event.update',
  lifeEvent,
  (p: { id: string; facts: string; now: Date }) => sql`
    update registry_life_events set (${eventFacts}) =
      (select ${eventFacts} from json_populate_record(null::registry_life_events, ${p.facts}::json)), updated_at = ${p.now}
    where id = ${p.id} returning ${eventColumns}`,
);
export const updateLifeEvent = (
  tx: Tx,
  id: string,
  facts: LifeEventFacts,
  now: Date,
): Promise<RegistryLifeEvent | undefined> =>
  tx.first(changeLifeEvent({ id, facts: JSON.stringify(facts), now }));

const removeLifeEvent = statement(
  'registry.life_event.delete',
  columnsOf('registry_life_events', 'code'),
  (p: { id: string }) => sql`delete from registry_life_events where id = ${p.id} returning code`,
);
export const deleteLifeEvent = (tx: Tx, id: string): Promise<{ code: string } | undefined> =>
  tx.first(removeLifeEvent({ id }));
