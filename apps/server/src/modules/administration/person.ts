import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { describeAgent, listOpenSessions } from '../account/index.ts';
import { readHistoryOf } from '../audit-log/index.ts';
import { countHeld, listDeskOf } from '../authorities/index.ts';
import type { ClientDirectory } from '../oauth-clients/index.ts';
import { viewConsents } from '../oidc/index.ts';
import { listOrganisations } from '../organisations/index.ts';
import { findRole } from '../rbac/index.ts';
import { findUser, type UserRow } from '../users/index.ts';
import { mayChange } from './authority.ts';
import type { AdminSession, AdminUserDetail } from './schemas.ts';
import { findLastSignIn } from './store.ts';
import { showAdminUser } from './view.ts';

export interface PersonDeps {
  clients: ClientDirectory;
}

/** Events that give or take a role. */
const roleActions = [
  'users.role.changed',
  'users.registered',
  'users.authorities.set',
  'admin.approval.given',
  'admin.invitation.accepted',
  'superadmin.create_admin',
  'superadmin.grant_admin',
  'superadmin.revoke_admin',
  'superadmin.onboarded',
] as const;

/**
 * Each part needs its own right: sessions that the reader could end, and for administrators alone what the person does
 * outside of the platform's administration, and the history, which comes from the audit log.
 */
export async function readPerson(
  deps: PersonDeps,
  db: Reader,
  actor: Actor,
  call: { id: string; now: Date; language: Language },
): Promise<AdminUserDetail> {
  const { id, now, language } = call;
  const user = await findUser(db, id);
  if (user === undefined || user.deleted_at !== null) fail(kernelErrors.not_found);
  const isAdministrator = actor.roleId <= roleIds.admin;
  const role = await findRole(db, user.role_id);
  return {
    ...(await showAdminUser(db, user)),
    ...viewLock(user, now),
    ...viewMoment('last_sign_in_at', await findLastSignIn(db, id)),
    permissions: [...(role?.permissions ?? [])],
    ...((await mayChange(db, actor, user)) ? { sessions: await readSessions(db, id, now) } : {}),
    ...(isAdministrator
      ? {
          applications: (await viewConsents(deps.clients, db, id, now)).items,
          organisations: await readOrganisations(db, id),
          role_history: await readHistoryOf(db, { target: id, actions: roleActions }, language),
          ...(await readDesk(db, id)),
        }
      : {}),
  };
}

async function readDesk(db: Reader, id: string): Promise<Pick<AdminUserDetail, 'desk'>> {
  const [held, authorities] = [await countHeld(db, id), await listDeskOf(db, id)];
  return held === 0 && authorities.length === 0 ? {} : { desk: { held, authorities } };
}

async function readSessions(db: Reader, userId: string, now: Date): Promise<AdminSession[]> {
  const rows = await listOpenSessions(db, userId, now);
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    ...describeAgent(row.user_agent),
    ip: row.ip ?? '',
    created_at: row.created_at,
    used_at: row.rotated_at,
    expires_at: row.expires_at,
  }));
}

async function readOrganisations(db: Reader, userId: string) {
  const rows = await listOrganisations(db, userId);
  return rows.map(({ id, name, name_latin, reg_no, verified, my_role }) => ({
    id,
    name,
    name_latin,
    reg_no,
    verified,
    role: my_role,
  }));
}

const viewLock = ({ locked_until }: UserRow, now: Date) =>
  locked_until !== null && new Date(locked_until) > now ? { locked_until } : {};

const viewMoment = <K extends string>(key: K, at: string | undefined) =>
  at === undefined ? {} : ({ [key]: at } as Record<K, string>);
