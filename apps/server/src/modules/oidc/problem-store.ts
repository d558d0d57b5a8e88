import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';

const problemRow = columnsOf('oidc_problems', 'endpoint error description count first_at last_at');
export type ProblemRow = RowOf<typeof problemRow>;

export interface Problem {
  clientId: string;
  endpoint: string;
  error: string;
  description: string;
  now: Date;
}

const upsert = statement(
  'oidc.problems.upsert',
  (p: Problem) => sql`
    insert into oidc_problems as kept (client_id, endpoint, error, description, first_at, last_at)
    select id, ${p.endpoint}, ${p.error}, ${p.description}, ${p.now}, ${p.now} from applications
    where id = ${p.clientId} and ((select count(*) from oidc_problems where client_id = ${p.clientId}) < 50
      or exists (select from oidc_problems where client_id = ${p.clientId} and endpoint = ${p.endpoint}
        and error = ${p.error} and description = ${p.description}))
    on conflict (client_id, endpoint, error, description)
      do update set count = kept.count + 1, last_at = excluded.last_at`,
);
/** At most fifty problems a client: some texts name an origin that any caller can choose. */
export const upsertProblem = (db: Reader, problem: Problem): Promise<unknown> => db.run(upsert(problem));

const list = statement(
  'oidc.problems.list',
  problemRow,
  (p: { clientId: string }) => sql`
    select endpoint, error, description, count, first_at, last_at from oidc_problems
    where client_id = ${p.clientId} order by last_at desc, endpoint, error limit 50`,
);
export const listProblems = (db: Reader | Tx, clientId: string): Promise<ProblemRow[]> =>
  db.run(list({ clientId }));

const lastSignIn = statement(
  'oidc.clients.last_sign_in',
  { at: nullable(computed('timestamptz')) },
  (p: { clientId: string }) => sql`
    select greatest((select max(created_at) from oidc_grants where client_id = ${p.clientId}),
      (select max(granted_at) from oidc_consents where client_id = ${p.clientId})) as at`,
);
/** As far as it is still stored: a grant or a consent of the last thirty days. */
export const readLastSignIn = async (db: Reader, clientId: string): Promise<string | null> =>
  (await db.first(lastSignIn({ clientId })))?.at ?? null;

const removeOld = statement(
  'oidc.problems.delete_old',
  (p: { before: Date }) => sql`delete from oidc_problems where last_at < ${p.before}`,
);
export const deleteOldProblems = (tx: Tx, before: Date): Promise<number> => tx.change(removeOld({ before }));
