import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../../kernel/db/query.ts';

export interface NewStepUp {
  sidHash: string;
  sessionId: string;
  userId: string;
  clientId: string;
  statement: string;
  digest: string;
  sealed: string;
  now: Date;
  expiresAt: Date;
}

const insert = statement('oidc.step_up.insert', (p: NewStepUp) =>
  sqlFor.insertInto('oidc_step_ups').values({
    sid_hash: p.sidHash,
    session_id: p.sessionId,
    user_id: p.userId,
    client_id: p.clientId,
    statement: p.statement,
    digest: p.digest,
    sealed: p.sealed,
    created_at: p.now,
    expires_at: p.expiresAt,
  }),
);
export const insertStepUp = (tx: Tx, stepUp: NewStepUp): Promise<number> => tx.change(insert(stepUp));

const find = statement('oidc.step_up.find', (p: { sidHash: string; sessionId: string; clientId: string }) =>
  sqlFor
    .selectFrom('oidc_step_ups')
    .select(['sid_hash', 'session_id', 'client_id', 'state', 'reason', 'digest', 'sealed', 'expires_at'])
    .where('sid_hash', '=', p.sidHash)
    .where('session_id', '=', p.sessionId)
    .where('client_id', '=', p.clientId),
);
export type StepUpRow = RowFrom<typeof find>;
export const findStepUp = (
  db: Reader | Tx,
  key: { sidHash: string; sessionId: string; clientId: string },
): Promise<StepUpRow | undefined> => db.first(find(key));

export interface StepUpEnd {
  state: 'confirmed' | 'refused' | 'expired';
  reason: string | null;
  signature: string | null;
  certificate: string | null;
  certificateSerial: string | null;
}

const finish = statement('oidc.step_up.end', (p: StepUpEnd & { sidHash: string; now: Date }) =>
  sqlFor
    .updateTable('oidc_step_ups')
    .set({
      state: p.state,
      reason: p.reason,
      sealed: null,
      signature: p.signature,
      certificate: p.certificate,
      certificate_serial: p.certificateSerial,
      ended_at: p.now,
    })
    .where('sid_hash', '=', p.sidHash)
    .where('state', '=', 'pending'),
);
/** Ends a pending confirmation exactly once: of concurrent callers one gets true. */
export const endStepUp = async (tx: Tx, sidHash: string, end: StepUpEnd, now: Date): Promise<boolean> =>
  (await tx.change(finish({ ...end, sidHash, now }))) === 1;
