import type { WriteTx } from '../audit/unit-of-work.ts';
import type { Reader, Tx } from '../db/database.ts';
import type { Actor } from './actor.ts';
import { isWriting, type Mount, type Refused, type Row } from './row.ts';

/** Knows whether a person proved their identity within the last minutes, and asks for it (decision 27). */
export interface FreshProofs {
  has(db: Reader | Tx, actor: Actor, now: Date): Promise<boolean>;
  /** Records the question; the refusal says how to prove it. */
  ask(tx: WriteTx, actor: Actor): Promise<Refused>;
}

export const stepUpCode = 'step_up_required';
const askedAction = 'superadmin.mfa.asked_again';

/** When a row or mount asks for a fresh proof, for the access matrix; empty for one that never does. */
export function describeProof(row: Row | Mount): string {
  const own = 'freshProof' in row ? row.freshProof : undefined;
  if (own !== undefined) return own === 'always' ? 'always' : `when ${own.when}`;
  return row.access.freshProof === true ? 'always' : '';
}

/** A row that asks without saying so would be missing in the access matrix; one that cannot ask would answer 500. */
export function findProofProblems(row: Row): string[] {
  const asks = row.errors.some(({ code }) => code === stepUpCode);
  if (asks !== (describeProof(row) !== ''))
    return [`${row.id}: set freshProof and list the error ${stepUpCode}, or neither`];
  if (!isWriting(row) || row.freshProof === undefined) return [];
  if ('notAudited' in row.audit || !row.audit.some(({ action }) => action === askedAction))
    return [`${row.id} asks for a fresh proof: add the event ${askedAction}`];
  // Only people can prove their identity again.
  return row.freshProof === 'always' && row.access.kind !== 'person'
    ? [`${row.id} always asks for a fresh proof, but its callers are not people`]
    : [];
}
