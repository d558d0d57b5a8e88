import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';

const checked = {
  ...columnsOf('authorisations', 'id grantor_id organisation_id receiver_id canonical'),
  entitled: computed('bool'),
};
export type CheckedRow = RowOf<typeof checked>;

/** Proven without a break since the signature: a signer who is named again signs again. */
const isEntitled = sql`exists (
  select from organisation_members m join organisations o on o.id = m.org_id
  where o.id = a.organisation_id and o.verified and m.user_id = a.grantor_id and m.role = 'owner'
    and m.proven_at <= a.created_at)`;

const one = statement(
  'authorisations.is_entitled',
  { entitled: computed('bool') },
  (p: { id: string }) => sql`select ${isEntitled} as entitled from authorisations a where a.id = ${p.id}`,
);
/** Whether the signer of an organisation's authorisation may still give it. Runs as system. */
export const isSignerEntitled = async (db: Reader, id: string): Promise<boolean> =>
  (await db.first(one({ id })))?.entitled === true;

const toCheck = statement(
  'authorisations.to_check',
  checked,
  (p: { most: number }) => sql`
    select a.id, a.grantor_id, a.organisation_id, a.receiver_id, a.canonical, ${isEntitled} as entitled
    from authorisations a where a.organisation_id is not null and a.state in ('offered', 'accepted')
    order by a.checked_at nulls first, a.id limit ${p.most}`,
);
/** The longest unchecked first. */
export const listToCheck = (db: Reader, most: number): Promise<CheckedRow[]> => db.run(toCheck({ most }));

const mark = statement(
  'authorisations.mark_checked',
  (p: { id: string; now: Date }) => sql`update authorisations set checked_at = ${p.now} where id = ${p.id}`,
);
export const markChecked = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.change(mark({ id, now }));
};

const lapseOne = statement(
  'authorisations.lapse',
  (p: { id: string; now: Date }) => sql`
    update authorisations set state = 'lapsed', ended_at = ${p.now}
    where id = ${p.id} and state in ('offered', 'accepted')`,
);
export const lapse = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.change(lapseOne({ id, now }))) === 1;
