import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, nullable, type RowOf } from '../../kernel/db/row-shape.ts';

const notice = {
  ...columnsOf('authorisations', 'id grantor_id canonical told_at accepted_at'),
  receiver: nullable(column('users', 'id')),
};
export type NoticeRow = RowOf<typeof notice>;

const one = statement(
  'authorisations.notice',
  notice,
  (p: { id: string }) => sql`
    select a.id, a.grantor_id, a.canonical, a.told_at, a.accepted_at, u.id as receiver
    from authorisations a left join users u on u.national_id = a.receiver_register and u.active and u.deleted_at is null
    where a.id = ${p.id}`,
);
export const findForNotice = (tx: Tx, id: string): Promise<NoticeRow | undefined> => tx.first(one({ id }));

const untold = statement(
  'authorisations.take_untold',
  { ...columnsOf('authorisations', 'id canonical'), receiver: column('users', 'id') },
  (p: { id: string | null; now: Date }) => sql`
    update authorisations a set told_at = ${p.now} from users u
    where (${p.id}::uuid is null or a.id = ${p.id}::uuid) and a.state = 'offered' and a.told_at is null
      and a.answer_until > ${p.now} and u.national_id = a.receiver_register and u.active and u.deleted_at is null
    returning a.id, a.canonical, u.id as receiver`,
);
/** Offers whose receiver has an account and was not notified; each is taken once. */
export const takeUntold = (
  tx: Tx,
  id: string | null,
  now: Date,
): Promise<{ id: string; canonical: string; receiver: string }[]> => tx.run(untold({ id, now }));
