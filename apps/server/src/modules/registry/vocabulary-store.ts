import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import type { RegistryEvidence, RegistryLifeEvent } from './schemas.ts';

/** Evidences and life events: the words that passports are written in. */

export type EvidenceFacts = Omit<RegistryEvidence, 'id' | 'code' | 'created_at' | 'updated_at'>;
export type LifeEventFacts = Omit<RegistryLifeEvent, 'id' | 'created_at'>;

const evidenceFacts = `name, name_en, description, description_en, holder_agency, holder_agency_en, source_system,
  in_khur, khur_service_code`;
const evidenceColumns = `id, code, ${evidenceFacts}, created_at, updated_at`;
const valuesOf = (facts: EvidenceFacts) => [
  facts.name,
  facts.name_en,
  facts.description,
  facts.description_en,
  facts.holder_agency,
  facts.holder_agency_en,
  facts.source_system,
  facts.in_khur,
  facts.khur_service_code,
];

export const listEvidences = (db: Reader): Promise<RegistryEvidence[]> =>
  db.run(
    raw<RegistryEvidence>(`select ${evidenceColumns} from registry_evidences`, [], 'registry.evidences'),
  );

/** Undefined when the code is taken. */
export const insertEvidence = (
  tx: Tx,
  evidence: { id: string; code: string; facts: EvidenceFacts; now: Date },
): Promise<RegistryEvidence | undefined> =>
  tx.first(
    raw<RegistryEvidence>(
      `insert into registry_evidences (id, code, ${evidenceFacts}, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (code) do nothing returning ${evidenceColumns}`,
      [evidence.id, evidence.code, ...valuesOf(evidence.facts), evidence.now],
      'registry.evidence.insert',
    ),
  );

export const updateEvidence = (
  tx: Tx,
  id: string,
  facts: EvidenceFacts,
  now: Date,
): Promise<RegistryEvidence | undefined> =>
  tx.first(
    raw<RegistryEvidence>(
      `update registry_evidences set (${evidenceFacts}, updated_at) =
         ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11) where id = $1 returning ${evidenceColumns}`,
      [id, ...valuesOf(facts), now],
      'registry.evidence.update',
    ),
  );

/** Locked first: a passport that is being linked to it at this moment waits, and then does not find it. */
export async function deleteEvidence(tx: Tx, id: string): Promise<{ code: string } | 'in_use' | undefined> {
  const [found] = await tx.run(
    raw<{ code: string }>(
      'select code from registry_evidences where id = $1 for update',
      [id],
      'registry.evidence.lock',
    ),
  );
  if (found === undefined) return undefined;
  const gone = await tx.change(
    raw(
      `delete from registry_evidences e where id = $1
         and not exists (select from registry_service_evidences k where k.evidence_id = e.id)`,
      [id],
      'registry.evidence.delete',
    ),
  );
  return gone === 1 ? found : 'in_use';
}

const eventColumns =
  'id, code, name, kind, description, description_en, lead_agency, lead_agency_en, eu_code, en_label, sort_order, created_at';

export const listLifeEvents = (db: Reader | Tx): Promise<RegistryLifeEvent[]> =>
  db.run(
    raw<RegistryLifeEvent>(`select ${eventColumns} from registry_life_events`, [], 'registry.life_events'),
  );

/** Undefined when the code is taken. */
export const insertLifeEvent = (
  tx: Tx,
  event: { id: string; facts: LifeEventFacts; now: Date },
): Promise<RegistryLifeEvent | undefined> =>
  tx.first(
    raw<RegistryLifeEvent>(
      `insert into registry_life_events (${eventColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (code) do nothing returning ${eventColumns}`,
      [
        event.id,
        event.facts.code,
        event.facts.name,
        event.facts.kind,
        event.facts.description,
        event.facts.description_en,
        event.facts.lead_agency,
        event.facts.lead_agency_en,
        event.facts.eu_code,
        event.facts.en_label,
        event.facts.sort_order,
        event.now,
      ],
      'registry.life_event.insert',
    ),
  );

export const deleteLifeEvent = (tx: Tx, id: string): Promise<{ code: string } | undefined> =>
  tx.first(
    raw<{ code: string }>(
      'delete from registry_life_events where id = $1 returning code',
      [id],
      'registry.life_event.delete',
    ),
  );
