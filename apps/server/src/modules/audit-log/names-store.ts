import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { computed } from '../../kernel/db/row-shape.ts';
import { type Named, type Names, nameKey } from './sentences/render.ts';
import type { Kind } from './sentences/template.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const roleNumber = /^\d{1,9}$/;

type Ids = Record<Kind, string[]>;

const named = {
  kind: computed('text'),
  id: computed('text'),
  name: computed('text'),
  name_en: computed('text'),
  can_open: computed('bool'),
};

/** The functions answer administrators and auditors alone. */
const namesOf = statement(
  'audit.names',
  named,
  (p: Ids) => sql`
    select 'person' as kind, id::text as id, name, name_en, can_open
    from audit_people(${p.person}::uuid[]) where not deleted
    union all
    select kind, id, name, name_en, can_open from audit_names(${p.application}::uuid[], ${p.organisation}::uuid[],
      ${p.service}::uuid[], ${p.passport}::uuid[], ${p.client}::text[], ${p.role}::integer[])`,
);

/** Resolves all names of a page in one statement. */
export async function findNames(db: Reader, wanted: readonly { kind: Kind; id: string }[]): Promise<Names> {
  const idsOf = (kind: Kind, shape: RegExp) => [
    ...new Set(wanted.filter((each) => each.kind === kind && shape.test(each.id)).map(({ id }) => id)),
  ];
  const ids: Ids = {
    person: idsOf('person', uuid),
    application: idsOf('application', uuid),
    organisation: idsOf('organisation', uuid),
    service: idsOf('service', uuid),
    passport: idsOf('passport', uuid),
    client: idsOf('client', /./),
    role: idsOf('role', roleNumber),
  };
  if (Object.values(ids).every((each) => each.length === 0)) return new Map();
  const rows = await db.run(namesOf(ids));
  return new Map(rows.map((row) => [nameKey(row.kind as Kind, row.id), row as Named]));
}

const known = statement(
  'audit.people',
  { id: computed('uuid') },
  (p: { ids: readonly string[] }) => sql`select id from audit_people(${p.ids}::uuid[])`,
);
/** The people among these ids, deleted ones included, with the ids as the database writes them. */
export const findPeople = (db: Reader | Tx, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.run(known({ ids }));

const matterIds = statement(
  'audit.matter_ids',
  { id: computed('text') },
  (p: { text: string }) => sql`select id from audit_matter_ids(${p.text}) as id`,
);
/** The targets that a number, a code or an id stands for. */
export const findMatterIds = async (db: Reader, text: string): Promise<string[]> =>
  (await db.run(matterIds({ text }))).map(({ id }) => id);
