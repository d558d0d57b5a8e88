import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { type ErrorDefinition, fail } from '../../kernel/http/errors.ts';
import { type Refused, refused } from '../../kernel/http/row.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { RecordsError, type RecordsFailure } from './records-port.ts';

/** Maps 403, 404 and 409 for one call; an unmapped failure counts as a provider failure. */
type Meanings = Partial<Record<RecordsFailure, ErrorDefinition>>;

function explain(error: RecordsError, meanings: Meanings): never {
  if (error.failure === 'unavailable')
    fail(errors.upstream_unavailable, { detail: error.message, retryAfterSeconds: 5 });
  fail(meanings[error.failure] ?? ownMeanings[error.failure] ?? errors.upstream_failed, {
    detail: error.message,
  });
}

const ownMeanings: Meanings = {
  reauth: errors.reauth_required,
  read_only: errors.managed_upstream,
  not_configured: errors.not_configured,
};

export const recordsErrors = [
  errors.reauth_required,
  errors.upstream_failed,
  errors.upstream_unavailable,
  errors.not_configured,
];

export async function ask<T>(call: () => Promise<T>, meanings: Meanings): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof RecordsError) explain(error, meanings);
    throw error;
  }
}

/** For reads where a 404 means "no records". */
export async function askOrElse<T>(call: () => Promise<T>, nothing: T, meanings: Meanings): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof RecordsError && error.failure === 'not_found') return nothing;
    if (error instanceof RecordsError) explain(error, meanings);
    throw error;
  }
}

/** The outcome of the change is unknown (no answer, or an unreadable one): it may have happened. */
export interface Unconfirmed {
  known: false;
  error: ErrorDefinition;
  detail: string;
}

export type Change<T> = { known: true; answer: T } | Unconfirmed;

export async function change<T>(call: () => Promise<T>, meanings: Meanings): Promise<Change<T>> {
  try {
    return { known: true, answer: await call() };
  } catch (error) {
    if (!(error instanceof RecordsError)) throw error;
    if (error.failure === 'unavailable')
      return { known: false, error: errors.upstream_unavailable, detail: error.message };
    if (error.failure === 'failed')
      return { known: false, error: errors.upstream_failed, detail: error.message };
    explain(error, meanings);
  }
}

/** Audits a change that may have happened, and answers with the error. */
export function recordUnconfirmed(
  tx: WriteTx,
  { what, regNo }: { what: string; regNo: string },
  { error, detail }: Unconfirmed,
): Refused {
  tx.audit(events.unconfirmed, { metadata: { change: what, reg_no: regNo } });
  return refused(error, { detail, retryAfterSeconds: 5 });
}
