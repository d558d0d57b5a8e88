import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import { namesOf } from '../../kernel/http/fields.ts';
import {
  type EvidenceFacts,
  evidenceFields,
  type LifeEventFacts,
  lifeEventFields,
} from './passport-fields.ts';
import { RegistryEvidence, RegistryLifeEvent } from './schemas.ts';

/** Evidences and life events: the words that passports are written in. */

const written = namesOf(evidenceFields).join(', ');
const evidenceColumns = namesOf(RegistryEvidence.properties).join(', ');
const eventFacts = namesOf(lifeEventFields).join(', ');
const eventColumns = namesOf(RegistryLifeEvent.properties).join(', ');

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
      `insert into registry_evidences (id, code, ${written}, created_at)
       select $1, $2, ${written}, $4 from json_populate_record(null::registry_evidences, $3::json)
       on conflict (code) do nothing returning ${evidenceColumns}`,
      [evidence.id, evidence.code, JSON.stringify(evidence.facts), evidence.now],
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
      `update registry_evidences set (${written}) =
         (select ${written} from json_populate_record(null::registry_evidences, $2::json)), updated_at = $3
       where id = $1 returning ${evidenceColumns}`,
      [id, JSON.stringify(facts), now],
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

export const listLifeEvents = (db: Reader | Tx): Promise<RegistryLifeEvent[]> =>
  db.run(
    raw<RegistryLifeEvent>(`select ${eventColumns} from registry_life_events`, [], 'registry.life_events'),
  );

/** Undefined when the code is taken. */
export const insertLifeEvent = (
  tx: Tx,
  event: { id: string; facts: LifeEventFacts & { code: string }; now: Date },
): Promise<RegistryLifeEvent | undefined> =>
  tx.first(
    raw<RegistryLifeEvent>(
      `insert into registry_life_events (id, code, ${eventFacts}, created_at)
       select $1, code, ${eventFacts}, $3 from json_populate_record(null::registry_life_events, $2::json)
       on conflict (code) do nothing returning ${eventColumns}`,
      [event.id, JSON.stringify(event.facts), event.now],
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
