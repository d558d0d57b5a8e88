import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { type Actor, identityOf } from '../../../kernel/http/actor.ts';
import { AppError, fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { canonicalRegNo } from '../../organisations/index.ts';
import { findUser } from '../../users/index.ts';
import type { BeginDeps } from '../begin.ts';
import { listParties, type PartyRow } from './party-store.ts';
import { findRequest, type RequestRow } from './store.ts';

export interface AccessDeps extends Pick<BeginDeps, 'representationsOf'> {
  database: Database;
}

/** A request as one person may see it. */
export interface Seat {
  request: RequestRow;
  parties: readonly PartyRow[];
  isSender: boolean;
  /** Parties that this person is, or represents now. */
  mine: readonly PartyRow[];
}

/**
 * Row-level security admits the sender and the people who are asked. Anybody else may only be a representative of an
 * organisation that is asked, which the eID provider confirms at the moment of use; for all others it does not exist.
 */
export async function openSeat(
  deps: AccessDeps,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<Seat> {
  const own = deps.database.reader(identityOf(actor));
  const system = deps.database.reader(systemIdentity);
  const visible = await findRequest(own, id);
  const request = visible ?? (await findRequest(system, id)) ?? fail(kernelErrors.not_found);
  const parties = await listParties(system, id);
  const national = (await findUser(own, actor.userId))?.national_id ?? null;
  const asksOrganisations = parties.some(({ kind }) => kind === 'organisation');
  const represented = asksOrganisations
    ? await organisationsOf(deps, actor, signal).catch((error: unknown) => {
        if (visible !== undefined && error instanceof AppError) return [];
        throw error;
      })
    : [];
  const mine = parties.filter(
    ({ kind, register, user_id: userId }) =>
      userId === actor.userId || (kind === 'person' ? register === national : represented.includes(register)),
  );
  if (visible === undefined && mine.length === 0) fail(kernelErrors.not_found);
  return { request, parties, isSender: request.sender_id === actor.userId, mine };
}

/** Fails while the provider is away; a provider that refuses to tell names none. */
export async function organisationsOf(
  deps: AccessDeps,
  actor: Actor,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const found = await deps.representationsOf(deps.database.reader(identityOf(actor)), actor.userId, signal);
    return found.map(({ regNo }) => canonicalRegNo(regNo));
  } catch (error) {
    if (error instanceof AppError && error.definition.status === 403) return [];
    throw error;
  }
}
