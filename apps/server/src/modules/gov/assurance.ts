import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';
import type { GovServiceRow } from './services/service-fields.ts';

const order = ['low', 'substantial', 'high'] as const;
type Level = (typeof order)[number];

const assurance = statement(
  'gov.assurance',
  { ...columnsOf('sessions', 'method'), ...columnsOf('users', 'kyc_level') },
  (p: { sessionId: string }) => sql`
    select s.method, u.kyc_level from sessions s join users u on u.id = s.user_id where s.id = ${p.sessionId}`,
);
/** Assurance level of the session; only an eID sign-in proves more than that an account exists. */
export async function isAssured(
  db: Reader | Tx,
  sessionId: string,
  needed: GovServiceRow['assurance_level'],
): Promise<boolean> {
  const session = await db.first(assurance({ sessionId }));
  return order.indexOf(levelOf(session)) >= order.indexOf(needed);
}

function levelOf(session: { method: string; kyc_level: string | null } | undefined): Level {
  // A second factor does not prove identity, so only the sign-in method counts.
  if (session?.method !== 'eid') return 'low';
  if (session.kyc_level === 'QUALIFIED' || session.kyc_level === 'QSCD') return 'high';
  return session.kyc_level === 'ADVANCED' ? 'substantial' : 'low';
}
