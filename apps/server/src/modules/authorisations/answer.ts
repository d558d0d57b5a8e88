import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { AppError, fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { eidConsoleErrors } from '../eid-console/index.ts';
import { findUser, isCalled } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { noticeQueue } from './notices.ts';
import { isSignerEntitled } from './representation-store.ts';
import type { AuthorisationView } from './schemas.ts';
import { readStatement } from './statement.ts';
import { acceptOffer, declineOffer, giveUpAccepted, revokeGiven } from './store.ts';
import type { TermsDeps } from './terms.ts';
import { readAuthorisation, requireAuthorisation } from './views.ts';

interface Call {
  id: string;
  userId: string;
  language: Language;
}

export interface AnswerDeps extends Pick<TermsDeps, 'confirmRepresentative'> {
  database: Database;
}

/** The signer may have left the organisation since; the receiver cannot read their account, so the platform asks. */
export async function prepareAccepting(
  deps: AnswerDeps,
  db: Reader,
  { id, now, signal }: { id: string; now: Date; signal: AbortSignal },
): Promise<void> {
  const row = await requireAuthorisation(db, id, now);
  if (!row.received || row.organisation_id === null) return;
  const system = deps.database.reader(systemIdentity);
  if (!(await isSignerEntitled(system, id))) fail(errors.representation_ended);
  const { register_number: regNo } = readStatement(row.canonical).grantor;
  const call = { userId: row.grantor_id, regNo, signal };
  await deps.confirmRepresentative(system, call).catch((error: unknown) => {
    throw isNotRepresentative(error) ? new AppError(errors.representation_ended) : error;
  });
}

export const isNotRepresentative = (error: unknown): boolean =>
  error instanceof AppError && error.definition === eidConsoleErrors.not_representative;

/** Nothing holds before this. */
export async function accept(tx: WriteTx, { id, userId, language }: Call): Promise<AuthorisationView> {
  const { canonical } = await requireReceived(tx, id);
  await requireSameName(tx, userId, readStatement(canonical).receiver.name);
  if (!(await acceptOffer(tx, { id, userId, now: tx.now }))) fail(errors.already_answered);
  tx.audit(events.accepted, { target: id });
  tx.enqueue(noticeQueue, { kind: 'accepted', id });
  return readAuthorisation(tx, id, language, tx.now);
}

export async function decline(tx: WriteTx, { id, userId, language }: Call): Promise<AuthorisationView> {
  await requireReceived(tx, id);
  if (!(await declineOffer(tx, { id, userId, now: tx.now }))) fail(errors.already_answered);
  tx.audit(events.declined, { target: id });
  tx.enqueue(noticeQueue, { kind: 'declined', id });
  return readAuthorisation(tx, id, language, tx.now);
}

/** Either side, at once and without a reason. */
export async function end(tx: WriteTx, { id, userId, language }: Call): Promise<AuthorisationView> {
  const { received } = await requireAuthorisation(tx, id, tx.now);
  const change = { id, userId, now: tx.now };
  if (!(await (received ? giveUpAccepted(tx, change) : revokeGiven(tx, change)))) fail(errors.already_ended);
  tx.audit(received ? events.givenUp : events.revoked, { target: id });
  tx.enqueue(noticeQueue, { kind: received ? 'given_up' : 'revoked', id });
  return readAuthorisation(tx, id, language, tx.now);
}

/** The grantor cannot answer their own offer, and for everybody else it does not exist. */
async function requireReceived(tx: WriteTx, id: string) {
  const row = await requireAuthorisation(tx, id, tx.now);
  return row.received ? row : fail(kernelErrors.not_found);
}

/** One wrong digit names another person; the grantor's own word for the receiver finds that. */
async function requireSameName(tx: WriteTx, userId: string, written: string): Promise<void> {
  const user = (await findUser(tx, userId)) ?? fail(kernelErrors.not_found);
  if (!isCalled(user, written)) fail(errors.name_differs);
}
