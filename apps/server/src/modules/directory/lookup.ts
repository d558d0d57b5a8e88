import { createHmac } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import type { Language } from '../../kernel/http/language.ts';
import { type Refused, refused } from '../../kernel/http/row.ts';
import { recordAccess } from '../audit-log/index.ts';
import { findUserByNationalId } from '../users/index.ts';
import { DirectoryError, type DirectoryPerson, type DirectoryPort } from './directory-port.ts';
import { errors, notices } from './errors.ts';
import { events } from './events.ts';

export interface DirectoryDeps {
  /** Undefined when no directory is configured. */
  directory: DirectoryPort | undefined;
  hashKey: string;
}

export type Outcome<R> =
  | { kind: 'found'; record: R }
  | { kind: 'nothing' | 'unconfigured' }
  | { kind: 'unavailable' | 'failed'; detail: string };

/** A failure is an outcome too, so that a failed search is also recorded. */
export async function ask<R extends object>(
  directory: DirectoryPort | undefined,
  search: (port: DirectoryPort) => Promise<R | undefined>,
): Promise<Outcome<R>> {
  if (directory === undefined) return { kind: 'unconfigured' };
  try {
    const record = await search(directory);
    return record === undefined ? { kind: 'nothing' } : { kind: 'found', record };
  } catch (error) {
    if (error instanceof DirectoryError) return { kind: error.kind, detail: error.message };
    throw error;
  }
}

export function conclude<R extends object>(
  deps: Pick<DirectoryDeps, 'hashKey'>,
  tx: WriteTx,
  outcome: Outcome<R>,
  search: { what: 'person' | 'organisation'; text: string; language: Language },
): R | { message: string } | Refused {
  const hash = createHmac('sha256', deps.hashKey)
    .update(`directory|${normalise(search.text)}`)
    .digest('hex');
  tx.audit(events.lookedUp, {
    metadata: { what: search.what, search_hash: hash, outcome: outcome.kind },
  });
  switch (outcome.kind) {
    case 'found':
      return outcome.record;
    case 'unavailable':
      return refused(errors.upstream_unavailable, { detail: outcome.detail, retryAfterSeconds: 5 });
    case 'failed':
      return refused(errors.upstream_failed, { detail: outcome.detail });
    default:
      return { message: notices[outcome.kind][search.language] };
  }
}

/** A person with an account here sees the lookup in their access log. */
export async function recordPersonAccess(
  tx: WriteTx,
  actor: Actor,
  outcome: Outcome<DirectoryPerson>,
): Promise<void> {
  const number = outcome.kind === 'found' ? outcome.record.reg_no : undefined;
  const person = number === undefined ? undefined : await findUserByNationalId(tx, number);
  if (person !== undefined) recordAccess(tx, { personId: person.id, actor, row: 'core.users' });
}

/** Different spellings of one search have the same hash, so that repeated lookups of one person are visible. */
function normalise(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toUpperCase();
}
