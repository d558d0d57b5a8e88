import type { AuditEvent } from '../../kernel/audit/events.ts';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import {
  type Refused,
  type RequestFacts,
  refused,
  type Unchanged,
  unchanged,
} from '../../kernel/http/row.ts';
import {
  type EidFacts,
  findUser,
  findUserByCivilId,
  findUserByNationalId,
  insertUserFromEid,
  isLocked,
  refreshUserFromEid,
  type UserRow,
  viewUser,
} from '../users/index.ts';
import { type AdmissionDeps, type Arrival, admit, turnAway } from './admission.ts';
import { endOf, type FlowDeps, type Observed, settle } from './eid-flow.ts';
import type { EidIdentity } from './eid-port.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { recordFailedAttempt } from './failed-attempts.ts';
import { pairHash } from './known-browser.ts';
import type { SessionView } from './schemas.ts';
import { type EidSessionRow, readAccessMode, rememberBrowser } from './store.ts';

export type SocialLink = 'linked' | 'already_linked_elsewhere' | 'another_linked' | 'expired';

/** Port to social: links an identity proven before the eID sign-in to the account. */
export interface LinkOnSignIn {
  /** Events that `link` may record. */
  readonly events: readonly AuditEvent[];
  /** Consumes the token and returns the outcome: a failed link never blocks the sign-in. */
  link(tx: WriteTx, userId: string, token: string): Promise<SocialLink>;
}

export interface FinishDeps extends AdmissionDeps, FlowDeps {
  /** Keys the hashes of browsers. */
  hashKey: string;
  defaultAccessMode: 'public' | 'private';
  /** Hook for work that waits for the person's sign-in, such as a role that needs their approval. */
  afterSignIn: (tx: WriteTx, userId: string) => Promise<void>;
  linkOnSignIn: LinkOnSignIn;
  /** A closed platform admits a person who is invited. */
  isInvited: (tx: WriteTx, nationalId: string) => Promise<boolean>;
}

export interface PollAnswer extends Partial<SessionView> {
  state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED';
  reason?: string;
  scanned?: boolean;
  return_required?: boolean;
  mfa_required?: true;
  mfa_token?: string;
  social_link?: SocialLink;
}

export interface ConcludeContext {
  request: RequestFacts;
  linkToken?: string | undefined;
  /** The id of the browser that polls, if the sign-in is bound to it. */
  browserId?: string | undefined;
}

export async function conclude(
  deps: FinishDeps,
  tx: WriteTx,
  observed: Observed,
  asking: ConcludeContext,
): Promise<PollAnswer | Unchanged<PollAnswer> | Refused> {
  const settled = await settle(tx, observed);
  switch (settled.state) {
    case 'PENDING':
      return unchanged({
        state: 'PENDING',
        scanned: settled.scanned,
        ...(settled.returnRequired ? { return_required: true } : {}),
      });
    case 'COMPLETE':
      return complete(deps, tx, settled.identity, asking);
    default: {
      const answer: PollAnswer = { state: settled.state, reason: settled.reason };
      if (!settled.isNews) return unchanged(answer);
      await recordFailedAttempt(deps, tx, settled, settled.push, asking.request);
      return answer;
    }
  }
}

async function complete(
  deps: FinishDeps,
  tx: WriteTx,
  identity: EidIdentity,
  asking: ConcludeContext,
): Promise<PollAnswer | Refused> {
  const arrival: Arrival = { method: 'eid', request: asking.request };
  const found = await findOrCreate(deps, tx, identity);
  if (found === 'private') {
    await turnAway(tx, undefined, errors.private_platform, arrival);
    return refused(errors.private_platform);
  }
  const { user, created } = found;
  const admission = await admit(deps, tx, user, arrival);
  if (admission.kind === 'refused') return refused(admission.error);
  await deps.afterSignIn(tx, user.id);
  const proven = { flow: identity.flowType, level: identity.level };
  if (admission.kind === 'second-factor') {
    tx.audit(events.secondFactorAsked, { target: user.id, subject: user.id });
    return { state: 'COMPLETE', mfa_required: true, mfa_token: admission.token };
  }
  tx.audit(events.signedIn, {
    target: user.id,
    subject: user.id,
    metadata: {
      ...proven,
      session_id: admission.sessionId,
      new_account: created,
      new_device: admission.isNewDevice,
    },
  });
  const { linkToken, browserId } = asking;
  if (browserId !== undefined && identity.nationalId !== null)
    await rememberBrowser(tx, {
      hash: pairHash(deps.hashKey, browserId, identity.nationalId),
      userId: user.id,
      now: tx.now,
    });
  if (linkToken === undefined) return { state: 'COMPLETE', ...admission.view };
  const social_link = await deps.linkOnSignIn.link(tx, user.id, linkToken);
  // Linking may have filled in the e-mail address.
  const linked = social_link === 'linked' ? await findUser(tx, user.id) : undefined;
  return {
    state: 'COMPLETE',
    ...admission.view,
    ...(linked === undefined ? {} : viewUser(linked)),
    social_link,
  };
}

/** Looks up by civil_id, then by a row registered with the register number; otherwise creates a person with role user. */
async function findOrCreate(
  deps: FinishDeps,
  tx: WriteTx,
  identity: EidIdentity,
): Promise<{ user: UserRow; created: boolean } | 'private'> {
  const facts = factsOf(identity, tx.now);
  const known = await findKnown(tx, facts);
  if (known === undefined) {
    const isOpen = ((await readAccessMode(tx)) ?? deps.defaultAccessMode) === 'public';
    const isInvited = facts.nationalId !== null && !isOpen && (await deps.isInvited(tx, facts.nationalId));
    if (!isOpen && !isInvited) return 'private';
    const id = await insertUserFromEid(tx, facts);
    const user = id === undefined ? await findKnown(tx, facts) : await findUser(tx, id);
    if (user === undefined) throw new Error('the inserted account is missing');
    return { user, created: id !== undefined };
  }
  // Do not update a disabled or locked account on a failed sign-in.
  if (!known.active || known.deleted_at !== null || isLocked(known, tx.now))
    return { user: known, created: false };
  await refreshUserFromEid(tx, known, facts);
  const user = await findUser(tx, known.id);
  if (user === undefined) throw new Error('the account disappeared during the sign-in');
  return { user, created: false };
}

async function findKnown(tx: WriteTx, facts: EidFacts): Promise<UserRow | undefined> {
  const byCivilId = await findUserByCivilId(tx, facts.civilId);
  if (byCivilId !== undefined || facts.nationalId === null) return byCivilId;
  const registered = await findUserByNationalId(tx, facts.nationalId);
  // Never take over a row that belongs to another civil_id.
  return registered?.civil_id === null ? registered : undefined;
}

function factsOf(identity: EidIdentity, now: Date): EidFacts {
  return {
    civilId: identity.civilId,
    nationalId: identity.nationalId,
    firstName: identity.givenName,
    lastName: identity.surname,
    firstNameEn: identity.givenNameEn,
    lastNameEn: identity.surnameEn,
    kycLevel: identity.level,
    documentNumber: identity.documentNumber,
    certSerial: identity.certificate.serial,
    certNotBefore: identity.certificate.notBefore,
    certNotAfter: identity.certificate.notAfter,
    certIssuer: identity.certificate.issuer,
    certKeyType: identity.certificate.keyType,
    now,
  };
}

/** For the holder of the sid: only the state, never tokens. */
export function stateOf(row: EidSessionRow): PollAnswer {
  return row.state === 'complete' ? { state: 'COMPLETE' } : endOf(row);
}
