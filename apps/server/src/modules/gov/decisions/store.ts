import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';

const signatureRow = columnsOf('gov_decision_signatures', 'canonical signature certificates');
export type SignatureRow = RowOf<typeof signatureRow>;

export interface NewSignature extends SignatureRow {
  sid: string;
  applicationId: string;
  officerId: string;
  now: Date;
}

const insert = statement(
  'gov.decision_signatures.insert',
  (p: NewSignature) => sql`
    insert into gov_decision_signatures (sid, application_id, user_id, party_id, officer_id, canonical, signature,
      certificates, created_at)
    select ${p.sid}, a.id, a.user_id, a.party_id, ${p.officerId}, ${p.canonical}, ${p.signature}, ${p.certificates}, ${p.now}
    from gov_applications a where a.id = ${p.applicationId}
    on conflict (sid) do nothing`,
);
/** False when the signature decided before. */
export const keepSignature = async (tx: Tx, signature: NewSignature): Promise<boolean> =>
  (await tx.change(insert(signature))) === 1;

const used = statement(
  'gov.decision_signatures.used',
  { used: computed('bool') },
  (p: { sid: string }) => sql`
    select exists (select from gov_decision_signatures where sid = ${p.sid}) as used`,
);
export const isSignatureUsed = async (db: Reader, sid: string): Promise<boolean> =>
  (await db.first(used({ sid })))?.used === true;

const ofApplication = statement(
  'gov.decision_signatures.of',
  signatureRow,
  (p: { applicationId: string; owner: string }) => sql`
    select ${selectionOf(signatureRow)} from gov_decision_signatures
    where application_id = ${p.applicationId} and coalesce(party_id, user_id) = any(owners_of(${p.owner}))`,
);
/** Of the person's own application. */
export const findOwnSignature = (
  db: Reader,
  applicationId: string,
  owner: string,
): Promise<SignatureRow | undefined> => db.first(ofApplication({ applicationId, owner }));

const ofCase = statement(
  'gov.decision_signatures.of_case',
  signatureRow,
  (p: { applicationId: string }) => sql`
    select ${selectionOf(signatureRow)} from gov_decision_signatures where application_id = ${p.applicationId}`,
);
/** Of any application visible under RLS. */
export const findSignature = (db: Reader | Tx, applicationId: string): Promise<SignatureRow | undefined> =>
  db.first(ofCase({ applicationId }));
