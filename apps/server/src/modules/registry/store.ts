import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import {
  column,
  columnsOf,
  computed,
  computedJson,
  computedWord,
  except,
  selectionOf,
} from '../../kernel/db/row-shape.ts';
import { completeFields, namesOf } from '../../kernel/http/fields.ts';
import { type PassportFacts, passportFields } from './passport-fields.ts';
import { type EvidenceLink, RegistryService, RegistryVersion, type ServicesQuery } from './schemas.ts';

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'registry_services.form': NonNullable<RegistryService['form']>;
    'registry_versions.snapshot': RegistryService;
  }
}

const written = sql.raw(['authority_id', ...namesOf(passportFields)].join(', '));
const {
  life_event_ids: _events,
  evidences: _links,
  authority: _authority,
  authority_en: _authorityEn,
  ...ownProperties
} = RegistryService.properties;
const service = {
  ...columnsOf('registry_services', namesOf(ownProperties)),
  output_type: computedWord<RegistryService['output_type']>(),
  authority: column('authorities', 'name'),
  authority_en: column('authorities', 'name_en'),
  life_event_ids: computed('_text'),
  evidences: computedJson<EvidenceLink[]>('json'),
};
/** Every property of the view is the column of the same name, except those computed here. */
const select = (expressions: Partial<Record<keyof RegistryService, string>>) =>
  sql.raw(
    namesOf(service)
      .map((name) => `${expressions[name] ?? `s.${name}`} as ${name}`)
      .join(', '),
  );
const life_event_ids = `array(select e.life_event_id::text
  from registry_service_events e join registry_life_events l on l.id = e.life_event_id
  where e.service_id = s.id order by l.sort_order, l.name, l.id)`;
const evidences = `(select coalesce(json_agg(json_build_object('evidence_id', e.id, 'code', e.code, 'name', e.name, 'name_en', e.name_en,
    'required', k.required, 'from_citizen', k.from_citizen, 'in_khur', e.in_khur,
    'once_only_violation', k.from_citizen and e.in_khur, 'note', k.note,
    'note_en', k.note_en) order by k.position), '[]')
  from registry_service_evidences k join registry_evidences e on e.id = k.evidence_id where k.service_id = s.id)`;
const names = { authority: 'a.name', authority_en: 'a.name_en' };
const listed = select({ ...names, life_event_ids, form: 'null::json', evidences: `'[]'::json` });
const detailed = select({ ...names, life_event_ids, evidences });
const passports = sql`registry_services s join authorities a on a.id = s.authority_id`;

const services = statement(
  'registry.services',
  service,
  (p: {
    status: 'draft' | 'published' | 'archived' | null;
    authority: string | null;
    life_event_id: string | null;
    proactivity: 'information' | 'online' | 'once_only' | 'proactive' | null;
  }) => sql`
    select ${listed} from ${passports}
    where (${p.status}::text is null or s.status = ${p.status}) and (${p.authority}::text is null or ${p.authority} in (a.name, a.id::text))
      and (${p.life_event_id}::uuid is null or exists (select from registry_service_events e
        where e.service_id = s.id and e.life_event_id = ${p.life_event_id}))
      and (${p.proactivity}::text is null or s.proactivity = ${p.proactivity})`,
);
export const listServices = (
  db: Reader,
  query: Pick<ServicesQuery, 'status' | 'authority' | 'life_event_id' | 'proactivity'>,
): Promise<RegistryService[]> =>
  db.run(
    services({
      status: query.status ?? null,
      authority: query.authority ?? null,
      life_event_id: query.life_event_id ?? null,
      proactivity: query.proactivity ?? null,
    }),
  );

const byId = statement(
  'registry.service',
  service,
  (p: { id: string }) => sql`
    select ${detailed} from ${passports} where s.id = ${p.id}`,
);
export const findService = (db: Reader | Tx, id: string): Promise<RegistryService | undefined> =>
  db.first(byId({ id }));

const lock = statement(
  'registry.service.lock',
  (p: { id: string }) => sql`select from registry_services where id = ${p.id} for update`,
);
/** Serializes changes of a passport: the row is read after the lock, so that the last change is visible. */
export async function lockService(tx: Tx, id: string): Promise<RegistryService | undefined> {
  await tx.run(lock({ id }));
  return findService(tx, id);
}

const insert = statement(
  'registry.service.insert',
  (p: { id: string; code: string; facts: string; now: Date; demo: boolean }) => sql`
    insert into registry_services (id, code, ${written}, demo, created_at)
    select ${p.id}, ${p.code}, ${written}, ${p.demo}, ${p.now} from json_populate_record(null::registry_services, ${p.facts}::json)
    on conflict (code) do nothing`,
);
/** False if the code is taken. */
export const insertService = async (
  tx: Tx,
  service: { id: string; code: string; facts: PassportFacts; demo: boolean; now: Date },
): Promise<boolean> => (await tx.change(insert({ ...service, facts: JSON.stringify(service.facts) }))) === 1;

const update = statement(
  'registry.service.update',
  (p: { id: string; facts: string; now: Date }) => sql`
    update registry_services set (${written}) =
      (select ${written} from json_populate_record(null::registry_services, ${p.facts}::json)),
      demo = false, updated_at = ${p.now}
    where id = ${p.id} and status <> 'archived'`,
);
/** The passport must be locked and not archived. */
export const updateService = (tx: Tx, id: string, facts: PassportFacts, now: Date): Promise<number> =>
  tx.change(update({ id, facts: JSON.stringify(facts), now }));

const lockEvents = statement(
  'registry.events.hold',
  columnsOf('registry_life_events', 'id'),
  (p: { ids: readonly string[] }) => sql`
    select id from registry_life_events where id = any(${p.ids}::uuid[]) order by id for key share`,
);
/** Returns the ids that exist; these events stay locked until commit. */
export const lockLifeEvents = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (await tx.run(lockEvents({ ids }))).map(({ id }) => id);

const dropEvents = statement(
  'registry.service.events.drop',
  (p: { serviceId: string; ids: readonly string[] }) => sql`
    delete from registry_service_events where service_id = ${p.serviceId} and life_event_id <> all(${p.ids}::uuid[])`,
);
const addEvents = statement(
  'registry.service.events.add',
  (p: { serviceId: string; ids: readonly string[] }) => sql`
    insert into registry_service_events (service_id, life_event_id) select ${p.serviceId}, unnest(${p.ids}::uuid[])
    on conflict do nothing`,
);
export async function setLifeEvents(tx: Tx, serviceId: string, ids: readonly string[]): Promise<void> {
  await tx.change(dropEvents({ serviceId, ids }));
  await tx.change(addEvents({ serviceId, ids }));
}

export type NewLink = Pick<EvidenceLink, 'evidence_id' | 'required' | 'from_citizen' | 'note' | 'note_en'>;

const lockEvidences = statement(
  'registry.evidences.hold',
  (p: { evidence_ids: string[] }) => sql`
    select from registry_evidences where id = any(${p.evidence_ids}::uuid[]) order by id for key share`,
);
const dropLinks = statement(
  'registry.links.drop',
  (p: { serviceId: string }) => sql`
    delete from registry_service_evidences where service_id = ${p.serviceId}`,
);
const addLinks = statement(
  'registry.links.add',
  (p: { serviceId: string; set: string }) => sql`
    insert into registry_service_evidences (service_id, evidence_id, position, required, from_citizen, note, note_en)
    select ${p.serviceId}, (link->>'evidence_id')::uuid, at, (link->>'required')::boolean, (link->>'from_citizen')::boolean,
      link->>'note', link->>'note_en'
    from json_array_elements(${p.set}::json) with ordinality as given (link, at)`,
);
/**
 * Replaces the whole set; false if one of the evidences is missing. The found ones stay locked until commit.
 */
export async function setEvidences(tx: Tx, serviceId: string, set: readonly NewLink[]): Promise<boolean> {
  const found = await tx.run(lockEvidences({ evidence_ids: set.map((link) => link.evidence_id) }));
  if (found.length !== set.length) return false;
  await tx.change(dropLinks({ serviceId }));
  await tx.change(addLinks({ serviceId, set: JSON.stringify(set) }));
  return true;
}

const touch = statement(
  'registry.service.touch',
  (p: { id: string; now: Date }) => sql`
    update registry_services set demo = false, updated_at = ${p.now} where id = ${p.id}`,
);
export const touchService = (tx: Tx, id: string, now: Date): Promise<number> => tx.change(touch({ id, now }));

const remove = statement(
  'registry.service.delete',
  columnsOf('registry_services', 'code status'),
  (p: { id: string }) => sql`
    delete from registry_services where id = ${p.id} and status <> 'published' returning code, status`,
);
/** A published service must be archived first. */
export const deleteService = (tx: Tx, id: string): Promise<{ code: string; status: string } | undefined> =>
  tx.first(remove({ id }));

const archive = statement(
  'registry.service.archive',
  columnsOf('registry_services', 'code'),
  (p: { id: string }) => sql`
    update registry_services set status = 'archived', archived_from = status
    where id = ${p.id} and status <> 'archived' returning code`,
);
/** `updated_at` stays: the text is unchanged, and so is the published version. */
export const archiveService = (tx: Tx, id: string): Promise<{ code: string } | undefined> =>
  tx.first(archive({ id }));

const restore = statement(
  'registry.service.restore',
  {
    ...columnsOf('registry_services', 'code'),
    status: except(column('registry_services', 'status'), 'archived'),
  },
  (p: { id: string }) => sql`
    update registry_services set status = coalesce(archived_from, 'draft'), archived_from = null
    where id = ${p.id} and status = 'archived' returning code, status`,
);
/**
 * Restores the state before archiving; rows archived before that state was stored become drafts. Undefined if
 * it is not archived.
 */
export const restoreService = (
  tx: Tx,
  id: string,
): Promise<{ code: string; status: 'draft' | 'published' } | undefined> => tx.first(restore({ id }));

const publish = statement(
  'registry.service.publish',
  (p: { id: string; version: number; now: Date }) => sql`
    update registry_services set status = 'published', version = ${p.version}, published_at = ${p.now}
    where id = ${p.id} and status <> 'archived' and version = ${p.version} - 1`,
);
export const markPublished = (tx: Tx, id: string, version: number, now: Date): Promise<number> =>
  tx.change(publish({ id, version, now }));

export type VersionFacts = Omit<RegistryVersion, 'id'>;
const versionRow = columnsOf('registry_versions', namesOf(RegistryVersion.properties));
const versionColumns = selectionOf(versionRow);
const { id: _, ...keptFacts } = versionRow;
const keptColumns = selectionOf(keptFacts);

const addVersion = statement(
  'registry.version.insert',
  versionRow,
  (p: { version: string }) => sql`
    insert into registry_versions (${keptColumns})
    select ${keptColumns} from json_populate_record(null::registry_versions, ${p.version}::json)
    returning ${versionColumns}`,
);
export const insertVersion = (tx: Tx, version: VersionFacts): Promise<RegistryVersion | undefined> =>
  tx.first(addVersion({ version: JSON.stringify(version) }));

export type Baseline = Pick<RegistryVersion, 'steps_count' | 'documents_count' | 'max_days' | 'fee'>;
const baseline = columnsOf('registry_versions', 'steps_count documents_count max_days fee');

const baselineOf = statement(
  'registry.version.baseline',
  baseline,
  (p: { serviceId: string }) => sql`
    select steps_count, documents_count, max_days, fee from registry_versions where service_id = ${p.serviceId} and is_baseline`,
);
export const findBaseline = (tx: Tx, serviceId: string): Promise<Baseline | undefined> =>
  tx.first(baselineOf({ serviceId }));

const versions = statement(
  'registry.versions',
  versionRow,
  (p: { serviceId: string }) => sql`
    select ${versionColumns} from registry_versions where service_id = ${p.serviceId} order by version desc limit 1000`,
);
export const listVersions = async (db: Reader, serviceId: string): Promise<RegistryVersion[]> =>
  (await db.run(versions({ serviceId }))).map(withDefaults);

const oneVersion = statement(
  'registry.version',
  versionRow,
  (p: { serviceId: string; version: number }) => sql`
    select ${versionColumns} from registry_versions where service_id = ${p.serviceId} and version = ${p.version}`,
);
export const findVersion = async (
  db: Reader | Tx,
  serviceId: string,
  version: number,
): Promise<RegistryVersion | undefined> => {
  const found = await db.first(oneVersion({ serviceId, version }));
  return found === undefined ? undefined : withDefaults(found);
};

const published = statement(
  'registry.published',
  {
    ...columnsOf('registry_versions', 'snapshot'),
    authority: column('authorities', 'name'),
    authority_en: column('authorities', 'name_en'),
  },
  () => sql`
    select v.snapshot, a.name as authority, a.name_en as authority_en from registry_services s
    join registry_versions v on v.service_id = s.id and v.version = s.version
    join authorities a on a.id = (v.snapshot ->> 'authority_id')::uuid
    where s.status = 'published'`,
);
/** The citizens' view: the newest published version of each passport, with the present name of its authority. */
export const readPublished = async (db: Reader | Tx): Promise<RegistryService[]> =>
  (await db.run(published())).map(({ authority, authority_en, ...row }) => ({
    ...withDefaults(row).snapshot,
    authority,
    authority_en,
  }));

const newerFields = { ...completeFields(passportFields, {}), authority_en: '', demo: false };
const newerLinkFields = { name_en: '', note_en: '' };

/** Versions are immutable: a snapshot from before a field existed gets the default of that field. */
function withDefaults<V extends { snapshot: RegistryService }>(version: V): V {
  const { snapshot } = version;
  const links = snapshot.evidences.map((link) => ({ ...newerLinkFields, ...link }));
  return { ...version, snapshot: { ...newerFields, ...snapshot, evidences: links } };
}

const ofEvent = statement(
  'registry.services.of_event',
  (p: { eventId: string }) => sql`
    select from registry_services s where s.life_event_id = ${p.eventId} or s.status = 'published'
      or exists (select from registry_service_events e where e.service_id = s.id and e.life_event_id = ${p.eventId})
    order by s.id for update`,
);
/**
 * Passports are locked before the event, in the same order as in passport writes; the reverse order would
 * deadlock.
 */
export const lockServicesOfEvent = (tx: Tx, eventId: string): Promise<unknown[]> =>
  tx.run(ofEvent({ eventId }));

const lockDemo = statement(
  'registry.lock_demo',
  () => sql`select pg_advisory_xact_lock(hashtext('tamga.registry.demo'))`,
);
const isEmpty = statement(
  'registry.is_empty',
  { empty: computed('bool') },
  () => sql`
    select not exists (select from registry_services) and not exists (select from registry_evidences)
    and not exists (select from registry_life_events) as empty`,
);
/** True in an untouched registry. An advisory lock serializes concurrent seeds. */
export async function isEmptyRegistry(tx: Tx): Promise<boolean> {
  await tx.run(lockDemo());
  const [found] = await tx.run(isEmpty());
  return found?.empty === true;
}
