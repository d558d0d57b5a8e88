import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../kernel/db/row-shape.ts';

const swept = columnsOf('authorisations', 'id canonical grantor_id receiver_id accepted_at');
export type SweptRow = RowOf<typeof swept>;
/** The rest waits for the next run. */
const perRun = sql`limit 500 for update skip locked`;
const returned = sql`returning id, canonical, grantor_id, receiver_id, accepted_at`;

const ending = statement(
  'authorisations.take_ending',
  swept,
  (p: { now: Date; soon: Date }) => sql`
    update authorisations set warned_at = ${p.now} where id in (
      select id from authorisations
      where state = 'accepted' and warned_at is null and valid_until > ${p.now} and valid_until <= ${p.soon}
        and accepted_at < valid_until - interval '7 days'
      order by valid_until ${perRun})
    ${returned}`,
);
/** Those accepted within their last week are left out: both sides have just read when it ends. */
export const takeEnding = (tx: Tx, now: Date, soon: Date): Promise<SweptRow[]> =>
  tx.run(ending({ now, soon }));

const ended = statement(
  'authorisations.take_ended',
  swept,
  (p: { now: Date }) => sql`
    update authorisations set state = 'expired',
      ended_at = case when accepted_at is null then answer_until else valid_until end
    where id in (
      select id from authorisations
      where state in ('offered', 'accepted') and (valid_until <= ${p.now}
        or (state = 'offered' and answer_until <= ${p.now}))
      order by valid_until ${perRun})
    ${returned}`,
);
export const takeEnded = (tx: Tx, now: Date): Promise<SweptRow[]> => tx.run(ended({ now }));

const forget = statement(
  'authorisations.forget',
  (p: { before: Date }) => sql`
    delete from authorisations where accepted_at is null and ended_at < ${p.before}`,
);
export const forgetUnaccepted = (tx: Tx, before: Date): Promise<number> => tx.change(forget({ before }));

const closed = columnsOf('authorisations', 'id state');
const endOf = statement(
  'authorisations.end_of_person',
  closed,
  (p: { userId: string; now: Date }) => sql`
    update authorisations set ended_at = ${p.now},
      state = case when grantor_id = ${p.userId} and organisation_id is null then 'revoked' else 'given_up' end
    where state in ('offered', 'accepted') and ((grantor_id = ${p.userId} and organisation_id is null)
      or receiver_id = ${p.userId})
    returning id, state`,
);
/** Those of an organisation that the person signed are the organisation's, and stay. Runs as system. */
export const endOfPerson = (tx: Tx, userId: string, now: Date): Promise<RowOf<typeof closed>[]> =>
  tx.run(endOf({ userId, now }));
