import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed } from '../../kernel/db/row-shape.ts';
import type { ClientFacts } from './store.ts';

interface Origin {
  origin: 'document' | 'dynamic';
  documentUrl: string | null;
  now: Date;
}

type Params = Omit<ClientFacts, 'options'> & Origin & { id: string };
const paramsOf = (id: string, { options: _none, ...facts }: ClientFacts, by: Origin): Params => ({
  ...facts,
  ...by,
  id,
});

const insert = statement(
  'applications.insert_assistant',
  (p: Params) => sql`
    insert into applications (id, name, type, auth_method, grant_types, scopes, redirect_uris, limit_per_minute,
      limit_burst, created_at, origin, document_url)
    values (${p.id}, ${p.name}, ${p.type}, ${p.auth_method}, ${p.grant_types}, ${p.scopes}, ${p.redirect_uris},
      ${p.limit_per_minute}, ${p.limit_burst}, ${p.now}, ${p.origin}, ${p.documentUrl})
    on conflict do nothing`,
);
/** False if it is stored already. */
export const insertAssistant = async (tx: Tx, id: string, facts: ClientFacts, by: Origin): Promise<boolean> =>
  (await tx.change(insert(paramsOf(id, facts, by)))) === 1;

const refresh = statement(
  'applications.refresh_document',
  (p: Pick<Params, 'id' | 'name' | 'redirect_uris' | 'grant_types' | 'now'>) => sql`
    update applications set name = ${p.name}, redirect_uris = ${p.redirect_uris}, grant_types = ${p.grant_types},
      updated_at = ${p.now}
    where id = ${p.id} and origin = 'document'`,
);
export const refreshDocument = (tx: Tx, id: string, facts: ClientFacts, now: Date): Promise<number> => {
  const { name, redirect_uris, grant_types } = facts;
  return tx.change(refresh({ id, name, redirect_uris, grant_types, now }));
};

const count = statement(
  'applications.count_dynamic',
  { count: computed('int8') },
  () => sql`select count(*) as count from applications where origin = 'dynamic'`,
);
export const countDynamic = async (tx: Tx): Promise<number> => Number((await tx.first(count()))?.count ?? 0);

const unused = statement(
  'applications.unused_assistants',
  columnsOf('applications', 'id'),
  (p: { before: Date }) => sql`
    select id from applications a where origin <> 'registered' and enabled and created_at < ${p.before}
      and not exists (select from oidc_consents c where c.client_id = a.id)
      and not exists (select from oidc_grants g where g.client_id = a.id)
    order by id limit 500`,
);
/**
 * A consent and a grant with a refresh token live for thirty days after their last use, so an assistant without
 * either was not used for that long. A disabled one stays, because its row is the refusal.
 */
export const listUnused = (tx: Tx, before: Date): Promise<{ id: string }[]> => tx.run(unused({ before }));
