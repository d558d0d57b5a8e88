import { permission } from '../../kernel/http/access.ts';
import { type Row, unchanged, write } from '../../kernel/http/row.ts';
import { ById, Empty, Id, strict } from '../../kernel/http/schemas.ts';
import { EndedCount } from '../account/index.ts';
import { accessEvents, recordAccess } from '../audit-log/index.ts';
import { rbacErrors } from '../rbac/index.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { events } from './events.ts';
import { type PersonDeps, readPerson } from './person.ts';
import { endSessionOf, endSessionsOf } from './person-sessions.ts';
import { AdminUserDetail } from './schemas.ts';

const managePeople = permission('users.manage');
const { role_protected } = rbacErrors;
const { step_up_required } = superadminErrors;
const { stepUpAsked } = superadminEvents;
const asSystem =
  'a custom role may hold users.manage, but row-level security treats its holders as ordinary people';

export function personRows(deps: PersonDeps): readonly Row[] {
  return [
    write({
      id: 'admin.users.read',
      method: 'GET',
      path: '/admin/users/:id',
      access: managePeople,
      params: ById,
      reply: AdminUserDetail,
      errors: [],
      audit: [accessEvents.personRead],
      asSystem,
      noStore: true,
      summary:
        'One person; sessions where the caller could end them; applications, organisations and the history of roles for administrators',
      prepare: ({ actor, db, params, request }) =>
        readPerson(deps, db, actor, { id: params.id, now: request.now, language: request.language }),
      handler: async ({ actor, tx, prepared }) => {
        const access = { actor, row: 'admin.users.read', personId: prepared.id } as const;
        return recordAccess(tx, access).recorded ? prepared : unchanged(prepared);
      },
    }),
    write({
      id: 'admin.users.sessions.end',
      method: 'DELETE',
      path: '/admin/users/:id/sessions/:session_id',
      access: managePeople,
      params: strict({ id: Id, session_id: Id }),
      reply: Empty,
      errors: [role_protected, step_up_required],
      audit: [events.sessionEnded, stepUpAsked],
      asSystem,
      summary: 'Sign a person out on one device; the person is told',
      freshProof: 'always',
      handler: ({ actor, params, tx }) =>
        endSessionOf(tx, actor, { userId: params.id, sessionId: params.session_id }),
    }),
    write({
      id: 'admin.users.sessions.end_all',
      method: 'POST',
      path: '/admin/users/:id/sessions/end',
      access: managePeople,
      params: ById,
      reply: EndedCount,
      errors: [role_protected, step_up_required],
      audit: [events.sessionsEnded, stepUpAsked],
      asSystem,
      summary: 'Sign a person out on every device; the person is told',
      freshProof: 'always',
      handler: ({ actor, params, tx }) => endSessionsOf(tx, actor, params.id),
    }),
  ];
}
