import type { Reader, Tx } from '../../kernel/db/database.ts';
import type { Access } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import { errors } from './errors.ts';
import type { MemberRole } from './schemas.ts';
import { findMyRole } from './store.ts';

/** Tells every instance that who belongs to an organisation, or as what, has changed. */
export const membersChanged = 'organisation.members_changed';

/** The app that the rows about people belong to; what it is made of is another module's matter. */
export interface MembersApp {
  /** Admits members of the organisation in the path while it has the app switched on; 404 for everybody else. */
  readonly access: Access<Actor>;
  isOn(db: Reader | Tx, orgId: string): Promise<boolean>;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The organisation a call is for: the header X-Org-Id. Undefined when there is none or it cannot be an id. */
export function readOrgId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && uuid.test(header) ? header.toLowerCase() : undefined;
}

/** The same, for rows that cannot go on without one; each lists `organisation_required` among its errors. */
export function orgIdOf(request: Pick<RequestFacts, 'header'>): string {
  return readOrgId(request.header('x-org-id')) ?? fail(errors.organisation_required);
}

/** The caller's role; to others the organisation does not exist. */
export async function requireMember(db: Reader | Tx, orgId: string): Promise<MemberRole> {
  return (await findMyRole(db, orgId)) ?? fail(kernelErrors.not_found);
}

/** For what owners and administrators of the organisation alone may do. */
export async function requireManager(db: Reader | Tx, orgId: string): Promise<'owner' | 'admin'> {
  const role = await requireMember(db, orgId);
  return role === 'member' ? fail(kernelErrors.forbidden, { detail: 'is an ordinary member' }) : role;
}
