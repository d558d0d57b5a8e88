import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../kernel/db/row-shape.ts';

const secretRow = columnsOf('application_secrets', 'id created_at expires_at');
export type SecretRow = RowOf<typeof secretRow>;

const live = statement(
  'applications.live_secrets',
  secretRow,
  (p: { clientId: string; now: Date }) => sql`
    select id, created_at, expires_at from application_secrets
    where application_id = ${p.clientId} and (expires_at is null or expires_at > ${p.now})
    order by created_at desc`,
);
/** The newest first: the current one, and during a rotation the one that ends. */
export const listLiveSecrets = (db: Reader | Tx, clientId: string, now: Date): Promise<SecretRow[]> =>
  db.run(live({ clientId, now }));

const endOld = statement(
  'applications.end_old_secret',
  (p: { clientId: string; now: Date }) => sql`
    delete from application_secrets where application_id = ${p.clientId} and expires_at > ${p.now}`,
);
/** False if there was none. */
export const deleteOldSecret = async (tx: Tx, clientId: string, now: Date): Promise<boolean> =>
  (await tx.change(endOld({ clientId, now }))) === 1;

const endingRow = columnsOf('application_secrets', 'id application_id expires_at');
export type EndingRow = RowOf<typeof endingRow>;

const ending = statement(
  'applications.ending_secrets',
  endingRow,
  (p: { now: Date; before: Date }) => sql`
    select id, application_id, expires_at from application_secrets
    where expires_at > ${p.now} and expires_at <= ${p.before} and owners_told_at is null
    order by expires_at, id limit 500`,
);
/** Secrets that end soon and whose owners were not told. */
export const listEndingSecrets = (db: Reader, now: Date, before: Date): Promise<EndingRow[]> =>
  db.run(ending({ now, before }));

const told = statement(
  'applications.secret_owners_told',
  (p: { id: string; now: Date }) => sql`
    update application_secrets set owners_told_at = ${p.now} where id = ${p.id} and owners_told_at is null`,
);
/** False if another run was first. */
export const markOwnersTold = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.change(told({ id, now }))) === 1;
