import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import { completeFields, namesOf } from '../../kernel/http/fields.ts';
import { type PassportFacts, passportFields } from './passport-fields.ts';
import { type EvidenceLink, RegistryService, RegistryVersion, type ServicesQuery } from './schemas.ts';

const written = namesOf(passportFields).join(', ');
/** Every property of the view is the column of its name, except those computed here. */
const select = (computed: Partial<Record<keyof RegistryService, string>>) =>
  namesOf(RegistryService.properties)
    .map((name) => `${computed[name] ?? `s.${name}`} as ${name}`)
    .join(', ');
const life_event_ids = `array(select e.life_event_id::text
  from registry_service_events e join registry_life_events l on l.id = e.life_event_id
  where e.service_id = s.id order by l.sort_order, l.name, l.id)`;
const evidences = `(select coalesce(json_agg(json_build_object('evidence_id', e.id, 'code', e.code, 'name', e.name, 'name_en', e.name_en,
    'required', k.required, 'from_citizen', k.from_citizen, 'in_khur', e.in_khur,
    'once_only_violation', k.from_citizen and e.in_khur, 'note', k.note,
    'note_en', k.note_en) order by k.position), '[]')
  from registry_service_evidences k join registry_evidences e on e.id = k.evidence_id where k.service_id = s.id)`;
const listed = select({ life_event_ids, form: 'null::json', evidences: `'[]'::json` });
const detailed = select({ life_event_ids, evidences });

export const listServices = (
  db: Reader,
  query: Pick<ServicesQuery, 'status' | 'authority' | 'life_event_id' | 'proactivity'>,
): Promise<RegistryService[]> =>
  db.run(
    raw<RegistryService>(
      `select ${listed} from registry_services s
       where ($1::text is null or s.status = $1) and ($2::text is null or s.authority = $2)
         and ($3::uuid is null or exists (select from registry_service_events e
           where e.service_id = s.id and e.life_event_id = $3))
         and ($4::text is null or s.proactivity = $4)`,
      [query.status ?? null, query.authority ?? null, query.life_event_id ?? null, query.proactivity ?? null],
      'registry.services',
    ),
  );

export const findService = (db: Reader | Tx, id: string): Promise<RegistryService | undefined> =>
  db.first(
    raw<RegistryService>(
      `select ${detailed} from registry_services s where s.id = $1`,
      [id],
      'registry.service',
    ),
  );

/** One change of a passport at a time; read after the lock was waited for, so that the last change is seen. */
export async function lockService(tx: Tx, id: string): Promise<RegistryService | undefined> {
  await tx.run(raw('select from registry_services where id = $1 for update', [id], 'registry.service.lock'));
  return findService(tx, id);
}

/** False when the code is taken. */
export const insertService = async (
  tx: Tx,
  service: { id: string; code: string; facts: PassportFacts; demo: boolean; now: Date },
): Promise<boolean> =>
  (await tx.change(
    raw(
      `insert into registry_services (id, code, ${written}, demo, created_at)
       select $1, $2, ${written}, $5, $4 from json_populate_record(null::registry_services, $3::json)
       on conflict (code) do nothing`,
      [service.id, service.code, JSON.stringify(service.facts), service.now, service.demo],
      'registry.service.insert',
    ),
  )) === 1;

/** Call with the passport locked and not archived. */
export const updateService = (tx: Tx, id: string, facts: PassportFacts, now: Date): Promise<number> =>
  tx.change(
    raw(
      `update registry_services set (${written}) =
         (select ${written} from json_populate_record(null::registry_services, $2::json)),
         demo = false, updated_at = $3
       where id = $1 and status <> 'archived'`,
      [id, JSON.stringify(facts), now],
      'registry.service.update',
    ),
  );

/** False when one of the events is not there. The others stay until this is committed. */
export const holdLifeEvents = async (tx: Tx, ids: readonly string[]): Promise<boolean> =>
  (
    await tx.run(
      raw(
        'select from registry_life_events where id = any($1::uuid[]) order by id for key share',
        [ids],
        'registry.events.hold',
      ),
    )
  ).length === ids.length;

/** The whole set at once. */
export async function setLifeEvents(tx: Tx, serviceId: string, ids: readonly string[]): Promise<void> {
  await tx.change(
    raw(
      'delete from registry_service_events where service_id = $1 and life_event_id <> all($2::uuid[])',
      [serviceId, ids],
      'registry.service.events.drop',
    ),
  );
  await tx.change(
    raw(
      `insert into registry_service_events (service_id, life_event_id) select $1, unnest($2::uuid[])
       on conflict do nothing`,
      [serviceId, ids],
      'registry.service.events.add',
    ),
  );
}

export type NewLink = Pick<EvidenceLink, 'evidence_id' | 'required' | 'from_citizen' | 'note' | 'note_en'>;

/** The whole set at once; false when one of the evidences is not there. They stay until this is committed. */
export async function setEvidences(tx: Tx, serviceId: string, set: readonly NewLink[]): Promise<boolean> {
  const found = await tx.run(
    raw(
      'select from registry_evidences where id = any($1::uuid[]) order by id for key share',
      [set.map((link) => link.evidence_id)],
      'registry.evidences.hold',
    ),
  );
  if (found.length !== set.length) return false;
  await tx.change(
    raw('delete from registry_service_evidences where service_id = $1', [serviceId], 'registry.links.drop'),
  );
  await tx.change(
    raw(
      `insert into registry_service_evidences (service_id, evidence_id, position, required, from_citizen, note, note_en)
       select $1, (link->>'evidence_id')::uuid, at, (link->>'required')::boolean, (link->>'from_citizen')::boolean,
         link->>'note', link->>'note_en'
       from json_array_elements($2::json) with ordinality as given (link, at)`,
      [serviceId, JSON.stringify(set)],
      'registry.links.add',
    ),
  );
  return true;
}

export const touchService = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(
    raw(
      'update registry_services set demo = false, updated_at = $2 where id = $1',
      [id, now],
      'registry.service.touch',
    ),
  );

/** What was published is archived before it may go. */
export const deleteService = (tx: Tx, id: string): Promise<{ code: string; status: string } | undefined> =>
  tx.first(
    raw<{ code: string; status: string }>(
      "delete from registry_services where id = $1 and status <> 'published' returning code, status",
      [id],
      'registry.service.delete',
    ),
  );

/** `updated_at` stays: the text is the same, and what was published is still what was published. */
export const archiveService = (tx: Tx, id: string): Promise<{ code: string } | undefined> =>
  tx.first(
    raw<{ code: string }>(
      `update registry_services set status = 'archived', archived_from = status
       where id = $1 and status <> 'archived' returning code`,
      [id],
      'registry.service.archive',
    ),
  );

/** Back to what it was; what was archived before that was kept is a draft. Undefined when it is not archived. */
export const restoreService = (
  tx: Tx,
  id: string,
): Promise<{ code: string; status: 'draft' | 'published' } | undefined> =>
  tx.first(
    raw<{ code: string; status: 'draft' | 'published' }>(
      `update registry_services set status = coalesce(archived_from, 'draft'), archived_from = null
       where id = $1 and status = 'archived' returning code, status`,
      [id],
      'registry.service.restore',
    ),
  );

export const markPublished = (tx: Tx, id: string, version: number, now: Date): Promise<number> =>
  tx.change(
    raw(
      `update registry_services set status = 'published', version = $2, published_at = $3
       where id = $1 and status <> 'archived' and version = $2 - 1`,
      [id, version, now],
      'registry.service.publish',
    ),
  );

export type VersionFacts = Omit<RegistryVersion, 'id'>;
const versionColumns = namesOf(RegistryVersion.properties).join(', ');
const keptColumns = namesOf(RegistryVersion.properties)
  .filter((column) => column !== 'id')
  .join(', ');

export const insertVersion = (tx: Tx, version: VersionFacts): Promise<RegistryVersion | undefined> =>
  tx.first(
    raw<RegistryVersion>(
      `insert into registry_versions (${keptColumns})
       select ${keptColumns} from json_populate_record(null::registry_versions, $1::json)
       returning ${versionColumns}`,
      [JSON.stringify(version)],
      'registry.version.insert',
    ),
  );

export type Baseline = Pick<RegistryVersion, 'steps_count' | 'documents_count' | 'max_days' | 'fee'>;
export const findBaseline = (tx: Tx, serviceId: string): Promise<Baseline | undefined> =>
  tx.first(
    raw<Baseline>(
      `select steps_count, documents_count, max_days, fee from registry_versions where service_id = $1 and is_baseline`,
      [serviceId],
      'registry.version.baseline',
    ),
  );

export const listVersions = async (db: Reader, serviceId: string): Promise<RegistryVersion[]> =>
  (
    await db.run(
      raw<RegistryVersion>(
        `select ${versionColumns} from registry_versions where service_id = $1 order by version desc limit 1000`,
        [serviceId],
        'registry.versions',
      ),
    )
  ).map(withWholeSnapshot);

export const findVersion = async (
  db: Reader | Tx,
  serviceId: string,
  version: number,
): Promise<RegistryVersion | undefined> => {
  const found = await db.first(
    raw<RegistryVersion>(
      `select ${versionColumns} from registry_versions where service_id = $1 and version = $2`,
      [serviceId, version],
      'registry.version',
    ),
  );
  return found === undefined ? undefined : withWholeSnapshot(found);
};

/** What citizens see: of each published passport its newest version, as it was when it was published. */
export const readPublished = async (db: Reader | Tx): Promise<RegistryService[]> =>
  (
    await db.run(
      raw<{ snapshot: RegistryService }>(
        `select v.snapshot from registry_services s
         join registry_versions v on v.service_id = s.id and v.version = s.version
         where s.status = 'published'`,
        [],
        'registry.published',
      ),
    )
  ).map((row) => withWholeSnapshot(row).snapshot);

const newerFields = { ...completeFields(passportFields, {}), demo: false };
const newerLinkFields = { name_en: '', note_en: '' };

/** A version is never rewritten: a snapshot older than a field gets the default of that field. */
function withWholeSnapshot<V extends { snapshot: RegistryService }>(version: V): V {
  const { snapshot } = version;
  const links = snapshot.evidences.map((link) => ({ ...newerLinkFields, ...link }));
  return { ...version, snapshot: { ...newerFields, ...snapshot, evidences: links } };
}

/** Before the event itself is locked, as whoever writes a passport does it: the other way round they would meet. */
export const lockServicesOfEvent = (tx: Tx, eventId: string): Promise<unknown[]> =>
  tx.run(
    raw(
      `select from registry_services s where s.life_event_id = $1 or s.status = 'published'
         or exists (select from registry_service_events e where e.service_id = s.id and e.life_event_id = $1)
       order by s.id for update`,
      [eventId],
      'registry.services.of_event',
    ),
  );

/** True in a registry that nobody has touched. Waits for whoever else is asking. */
export async function isEmptyRegistry(tx: Tx): Promise<boolean> {
  await tx.run(raw("select pg_advisory_xact_lock(hashtext('tamga.registry.demo'))"));
  const [found] = await tx.run(
    raw<{ empty: boolean }>(
      `select not exists (select from registry_services) and not exists (select from registry_evidences)
         and not exists (select from registry_life_events) as empty`,
    ),
  );
  return found?.empty === true;
}
