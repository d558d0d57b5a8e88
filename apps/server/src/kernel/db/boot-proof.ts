import { sql } from 'kysely';
import type { Database } from './database.ts';
import { nobody } from './identity.ts';
import { type Statement, statement } from './query.ts';
import { computed } from './row-shape.ts';

export class BootRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BootRefused';
  }
}

const roleFacts = statement(
  'boot.role',
  {
    current: computed('name'),
    login: computed('name'),
    current_powerful: computed('bool'),
    login_powerful: computed('bool'),
    owns: computed('bool'),
    login_owns: computed('bool'),
    makes_tables: computed('bool'),
  },
  () => sql`
    select current_user as current, session_user as login,
      (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as current_powerful,
      (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as login_powerful,
      exists (select from pg_class c where c.relnamespace = 'tamga'::regnamespace
        and pg_has_role(current_user, c.relowner, 'usage')) as owns,
      exists (select from pg_class c where c.relnamespace = 'tamga'::regnamespace
        and pg_has_role(session_user, c.relowner, 'usage')) as login_owns,
      has_database_privilege(current_user, current_database(), 'TEMPORARY, CREATE')
        or exists (select from pg_namespace n where n.nspname in ('tamga', 'pgboss', 'public')
          and has_schema_privilege(current_user, n.oid, 'CREATE')) as makes_tables`,
);
// Views count as tables, because they read with their owner's rights, and a partition is guarded only while
// its parent is the only access to it.
const openTables = statement(
  'boot.open_tables',
  { name: computed('name') },
  () => sql`
    select c.relname as name from pg_class c
    where c.relnamespace = 'tamga'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not c.relrowsecurity and coalesce(obj_description(c.oid, 'pg_class'), '') !~ '^shared: '
      and (not c.relispartition or has_table_privilege(c.oid, 'select, insert, update, delete'))`,
);
const guardedTables = statement(
  'boot.guarded_tables',
  { name: computed('name') },
  () => sql`
    select c.relname as name from pg_class c
    where c.relnamespace = 'tamga'::regnamespace and c.relrowsecurity
      and has_table_privilege(c.oid, 'select')`,
);

/** The first of these tables that shows a row; their names are known only at run time. */
const showsRows = (tables: readonly string[]): Statement<{ name: string }> => ({
  text: `${tables.map((_, at) => `select $${at + 1}::text as name where exists (select from "${tables[at]}")`).join(' union all ')} limit 1`,
  values: [...tables],
});

/**
 * Refuses to start on a database that does not isolate rows: the role must own nothing, must not bypass
 * row-level security, and every table must have a policy or state in its comment why it is shared.
 */
export async function proveRowLevelSecurity(database: Database, production: boolean): Promise<void> {
  const reader = database.reader(nobody);
  const facts = await reader.first(roleFacts());
  if (!facts || facts.current_powerful || facts.owns)
    throw new BootRefused(
      'the database role can pass row-level security; run `tamga migrate` and connect without ownership or BYPASSRLS',
    );
  if (production && facts.login_powerful)
    throw new BootRefused(
      'DATABASE_URL signs in as a superuser or with BYPASSRLS; give Tamga an ordinary role',
    );
  // RESET ROLE returns to the login: injected SQL would own the tables.
  if (production && facts.login_owns)
    throw new BootRefused(
      'DATABASE_URL signs in as the owner of the tables; let it sign in as tamga_app and give the owner to DATABASE_OWNER_URL',
    );
  if (facts.makes_tables)
    throw new BootRefused(
      `the database role may create tables, and with them triggers; as the database's owner run ` +
        `\`revoke temporary, create on database … from public\` and \`revoke create on schema public from public\``,
    );

  const open = await reader.run(openTables());
  if (open.length > 0)
    throw new BootRefused(
      `tables without row-level security: ${open.map((table) => table.name).join(', ')}; in its migration let each ` +
        '`enable row level security` and create a policy, or, if its rows are public, say why: ' +
        "`comment on table … is 'shared: …'`",
    );

  // Tables with personal data must show no row without an identity.
  const guarded = await reader.run(guardedTables());
  if (guarded.length === 0) return;
  const seen = await reader.first(showsRows(guarded.map(({ name }) => name)));
  if (seen !== undefined)
    throw new BootRefused(`table ${seen.name} shows rows to nobody: its policy does not hold`);
}
