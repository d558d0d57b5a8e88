import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { type ErrorDefinition, fail } from '../../kernel/http/errors.ts';
import { type Refused, refused } from '../../kernel/http/row.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { RecordsError, type RecordsFailure } from './records-port.ts';

/** What 403, 404 and 409 mean for the call at hand; one that is not named is a failure of the provider. */
type Meanings = Partial<Record<RecordsFailure, ErrorDefinition>>;

function explain(error: RecordsError, meanings: Meanings): never {
  if (error.failure === 'unavailable')
    fail(errors.upstream_unavailable, { detail: error.message, retryAfterSeconds: 5 });
  fail(meanings[error.failure] ?? ownMeanings[error.failure] ?? errors.upstream_failed, {
    detail: error.message,
  });
}

/** These failures mean the same for every call. */
const ownMeanings: Meanings = {
  reauth: errors.reauth_required,
  read_only: errors.managed_upstream,
  not_configured: errors.not_configured,
};

/** How any call of the records may fail. */
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

/** A reading call whose 404 says that there is nothing to read. */
export async function askOrElse<T>(call: () => Promise<T>, nothing: T, meanings: Meanings): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof RecordsError && error.failure === 'not_found') return nothing;
    if (error instanceof RecordsError) explain(error, meanings);
    throw error;
  }
}

/** A change whose end is not known: no answer, or one that cannot be read. It may have happened. */
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

/** Keeps the trace of a change that may have happened, and answers with what went wrong. */
export function recordUnconfirmed(
  tx: WriteTx,
  { what, regNo }: { what: string; regNo: string },
  { error, detail }: Unconfirmed,
): Refused {
  tx.audit(events.unconfirmed, { metadata: { change: what, reg_no: regNo } });
  return refused(error, { detail, retryAfterSeconds: 5 });
}
