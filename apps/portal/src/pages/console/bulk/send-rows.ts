import type { BulkOrganisation, BulkOutcome } from '../../../api/console.ts';
import { ApiError, readFailure } from '../../../api/errors.ts';
import { type BulkRow, type Outcome, ROWS_PER_CALL, withReason } from './rows.ts';

export interface SendOptions {
  rows: readonly BulkRow[];
  commonReason: string;
  create(organisations: BulkOrganisation[]): Promise<BulkOutcome[]>;
  /** Outcomes by row id, as soon as they are known. */
  onOutcomes(outcomes: ReadonlyMap<string, Outcome>): void;
}

/**
 * Sends the rows in calls of two hundred, one after another, and stops at the first failed call, because the next
 * would fail for the same reason. Resolves to that failure, or to null.
 */
export async function sendRows({ rows, commonReason, create, onOutcomes }: SendOptions): Promise<unknown> {
  for (let at = 0; at < rows.length; at += ROWS_PER_CALL) {
    const sent = rows.slice(at, at + ROWS_PER_CALL);
    try {
      const answers = await create(sent.map((row) => toOrganisation(row, commonReason)));
      onOutcomes(new Map(sent.map((row, index) => [row.id, readOutcome(answers[index])])));
    } catch (error) {
      onOutcomes(readFailedCall(error, sent));
      return error;
    }
  }
  return null;
}

function toOrganisation(row: BulkRow, commonReason: string): BulkOrganisation {
  const { admin_user_id, ...values } = withReason(row.values, commonReason);
  return admin_user_id === '' ? values : { ...values, admin_user_id };
}

function readOutcome(answer: BulkOutcome | undefined): Outcome {
  switch (answer?.result) {
    case 'created':
      return { kind: 'created', tenantId: answer.tenant_id ?? null, invited: answer.invited === true };
    case 'exists':
      return { kind: 'exists' };
    case 'error':
      return { kind: 'refused', text: answer.message ?? answer.error ?? '' };
    case undefined:
      return { kind: 'unknown' };
  }
}

function readFailedCall(error: unknown, sent: readonly BulkRow[]): Map<string, Outcome> {
  const { kind } = readFailure(error);
  // Without an answer from the server the rows may still have been created.
  if (kind === 'network' || kind === 'timeout' || kind === 'unavailable')
    return new Map(sent.map((row) => [row.id, { kind: 'unknown' }]));
  // The whole call was refused; if the answer names rows, those have the errors.
  const data = error instanceof ApiError ? error.data : null;
  const named = (data as { rows?: unknown } | null)?.rows;
  const text = error instanceof ApiError ? error.serverText : '';
  const wrong = Array.isArray(named) ? sent.filter((_, index) => named.includes(index)) : [];
  return new Map(wrong.map((row) => [row.id, { kind: 'refused', text }]));
}
