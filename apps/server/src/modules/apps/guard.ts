import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Access } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type MemberRole, membersChanged, readOrgId } from '../organisations/index.ts';
import { appsChanged } from './installations.ts';
import { findRoleWithApp } from './store.ts';

/** A member acting for an organisation that has the app enabled. */
export interface OrgActor extends Actor {
  readonly orgId: string;
  readonly orgRole: MemberRole;
}

/**
 * `access: needsApp('documents')` admits members of the organisation in X-Org-Id while the app is enabled; with
 * 'path', the organisation is `:id` in the path.
 */
export type NeedsApp = (slug: string, organisationIn?: 'header' | 'path') => Access<OrgActor>;

const cacheMs = 30_000;

interface CachedRole {
  readonly orgId: string;
  readonly role: MemberRole | undefined;
  readonly readAtMs: number;
}

/**
 * One 404 for every denial (no organisation, not a member, app missing or disabled), so that the row does not reveal
 * which. A cached role lives at most 30 seconds, is dropped on a bus message about apps or members, and is bypassed
 * while the bus is disconnected; a database failure denies access.
 */
export function createAppGuard(deps: { database: Database; bus: Bus; now: () => Date }): NeedsApp {
  const known = createBusCache<CachedRole>(deps.bus, async (key) => {
    const [orgId = '', userId = '', slug = ''] = key.split(' ');
    const reader = deps.database.reader({ userId, role: 'user' });
    return { orgId, role: await findRoleWithApp(reader, orgId, slug), readAtMs: deps.now().getTime() };
  });
  const forget = (payload: Record<string, unknown>) =>
    known.forgetWhere((value) => value.orgId === payload['org_id']);
  deps.bus.on(appsChanged, forget);
  deps.bus.on(membersChanged, forget);

  const roleOf = async (key: string): Promise<MemberRole | undefined> => {
    const kept = known.get(key);
    if (kept !== undefined && deps.now().getTime() - kept.readAtMs >= cacheMs) known.forget(key);
    return (await known.load(key)).role;
  };
  return (slug, organisationIn = 'header') => ({
    word: organisationIn === 'path' ? 'auth' : `app:${slug}`,
    why: `only while the organisation in ${organisationIn === 'path' ? 'the path' : 'X-Org-Id'} has the app ${slug} on`,
    kind: 'other',
    admit: async (gate, caller) => {
      const actor = await gate.authenticate(caller.headers.authorization);
      const named = organisationIn === 'path' ? idIn(caller.params) : caller.headers['x-org-id'];
      const orgId = readOrgId(named) ?? fail(kernelErrors.not_found);
      const orgRole =
        (await roleOf(`${orgId} ${actor.userId} ${slug}`)) ??
        fail(kernelErrors.not_found, { detail: `app ${slug} is not available to this caller` });
      return { ...actor, orgId, orgRole };
    },
  });
}

function idIn(params: unknown): string | undefined {
  return (params as { id?: string } | null | undefined)?.id;
}
