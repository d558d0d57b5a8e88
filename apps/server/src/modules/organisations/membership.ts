import type { Reader, Tx } from '../../kernel/db/database.ts';
import type { Access } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import { errors } from './errors.ts';
import type { MemberRole } from './schemas.ts';
import { findMyRole, findRights } from './store.ts';

/** Bus channel: members or roles of an organisation changed. */
export const membersChanged = 'organisation.members_changed';

/** Port to the app that guards member management. */
export interface MembersApp {
  /** Admits members of the organisation in the path while the app is enabled; 404 for everyone else. */
  readonly access: Access<Actor>;
  isOn(db: Reader | Tx, orgId: string): Promise<boolean>;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Undefined without a valid id in the X-Org-Id header. */
export function readOrgId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && uuid.test(header) ? header.toLowerCase() : undefined;
}

/** Fails without the header; each row that calls it lists `organisation_required` in its errors. */
export function orgIdOf(request: Pick<RequestFacts, 'header'>): string {
  return readOrgId(request.header('x-org-id')) ?? fail(errors.organisation_required);
}

/** Answers 404 to a non-member, who must not learn that the organisation exists. */
export async function requireMember(db: Reader | Tx, orgId: string): Promise<MemberRole> {
  return (await findMyRole(db, orgId)) ?? fail(kernelErrors.not_found);
}

/**
 * In a proven organisation the right ends with the answer of the register: a row asks again before its transaction
 * (`Naming.refresh`), and an answer that is too old refuses.
 */
export async function requireManager(
  db: Reader | Tx,
  orgId: string,
  now: Date,
): Promise<{ role: 'owner' | 'admin'; appoints: boolean; isProven: boolean }> {
  const role = await requireMember(db, orgId);
  if (role === 'member') fail(kernelErrors.forbidden, { detail: 'has no right to manage' });
  const {
    verified,
    named_until: until,
    appoints,
  } = (await findRights(db, orgId)) ?? fail(kernelErrors.not_found);
  if (verified && (until === null || new Date(until) <= now)) fail(errors.representation_unconfirmed);
  return { role, appoints, isProven: verified };
}
