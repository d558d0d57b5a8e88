import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Access } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type MemberRole, membersChanged, readOrgId } from '../organisations/index.ts';
import { appsChanged } from './installations.ts';
import { findRoleWithApp } from './store.ts';

/** A person acting in an organisation that has the app. */
export interface OrgActor extends Actor {
  readonly orgId: string;
  readonly orgRole: MemberRole;
}

/**
 * `access: needsApp('documents')`: for members of the organisation in X-Org-Id, while it has the app switched on;
 * with 'path', of the organisation that `:id` in the path names.
 */
export type NeedsApp = (slug: string, organisationIn?: 'header' | 'path') => Access<OrgActor>;

const keptMs = 30_000;

interface Known {
  readonly orgId: string;
  readonly role: MemberRole | undefined;
  readonly readAtMs: number;
}

/**
 * To everybody else the row does not exist: one 404 for no organisation, one of others, an app that is not installed
 * and one that is switched off. What was read is kept for 30 seconds at most, dropped when a message says that apps or
 * members changed, and read anew for each call while the bus is deaf; where the database fails too, nobody passes.
 */
export function createAppGuard(deps: { database: Database; bus: Bus; now: () => Date }): NeedsApp {
  const known = createBusCache<Known>(deps.bus, async (key) => {
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
    if (kept !== undefined && deps.now().getTime() - kept.readAtMs >= keptMs) known.forget(key);
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
        fail(kernelErrors.not_found, { detail: `app ${slug} is not there for this caller` });
      return { ...actor, orgId, orgRole };
    },
  });
}

function idIn(params: unknown): string | undefined {
  return (params as { id?: string } | null | undefined)?.id;
}
