import type { Database } from '../../kernel/db/database.ts';
import type { Access } from '../../kernel/http/access.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read } from '../../kernel/http/row.ts';
import { readAuthorities } from '../officer/index.ts';
import type { PermissionsOf } from '../rbac/index.ts';
import { readFigures, type Viewer } from './figures.ts';
import { FiguresQuery, FiguresView } from './schemas.ts';

export interface DashboardDeps {
  database: Database;
  permissionsOf: PermissionsOf;
  disabled: readonly string[];
}

/** The permission that opens the list behind each part. */
const needs = { users: 'users.manage', cases: 'gov.review', gateway: 'gateway.manage', relay: 'relay.view' };

/** Officers alone have the case desk and the figures of their team; the dashboard is for those who run the platform. */
const opening = [needs.users, needs.gateway, needs.relay];

const anyList: Access<Actor> = {
  word: opening.join(' or '),
  kind: 'person',
  admit: async (gate, caller) => {
    const actor = await gate.authenticate(caller.headers.authorization);
    const held = await gate.permissions(actor);
    if (!opening.some((need) => held.has(need)))
      fail(kernelErrors.forbidden, { detail: 'may open no list of the dashboard' });
    return actor;
  },
};

export const dashboardRows = (deps: DashboardDeps): readonly Row[] => [
  read({
    id: 'dashboard.figures',
    path: '/admin/figures',
    access: anyList,
    query: FiguresQuery,
    reply: FiguresView,
    errors: [],
    asSystem: 'sums name no person, and each part needs the permission of the list behind it',
    summary: 'The platform in numbers, over a period and compared with the one before',
    handler: async ({ actor, db, query, request }) =>
      readFigures(db, await viewerOf(deps, actor), { name: query.period ?? '7d', now: request.now }),
  }),
];

async function viewerOf({ database, permissionsOf, disabled }: DashboardDeps, actor: Actor): Promise<Viewer> {
  const held = await permissionsOf(actor.roleId, actor.roleKey);
  const off = { cases: disabled.includes('officer'), gateway: disabled.includes('gateway') };
  const mayOpen: Viewer['mayOpen'] = (part) =>
    held.has(needs[part]) && !(part in off && off[part as keyof typeof off]);
  return {
    officerId: actor.userId,
    isAdministrator: actor.roleId <= roleIds.admin,
    mayOpen,
    authorities: mayOpen('cases')
      ? await readAuthorities(database.reader({ userId: actor.userId, role: 'officer' }))
      : [],
  };
}
