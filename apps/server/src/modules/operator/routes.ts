import { notAudited } from '../../kernel/audit/events.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { readOffset } from '../../kernel/http/sorted-page.ts';
import { cutPage } from '../../kernel/http/time-cursor.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { accessEvents } from '../audit-log/index.ts';
import { askDirectory, type DirectoryPort, directoryErrors } from '../directory/index.ts';
import { organisationErrors, type StateRegistryPort } from '../organisations/index.ts';
import type { ConsoleAccess } from './access.ts';
import { readActions } from './actions.ts';
import {
  fold,
  type LookupDeps,
  listPeople,
  lookUpOrganisation,
  lookUpPerson,
  readRegistry,
} from './directory.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  AuditPage,
  AuditQuery,
  BulkBody,
  BulkView,
  OperatorList,
  OrganisationQuery,
  OrganisationView,
  PeopleQuery,
  PeopleView,
  PersonQuery,
  PersonView,
  TenantPage,
  TenantQuery,
} from './schemas.ts';
import { consoleLimit } from './sign-in-routes.ts';
import { listOperators } from './store.ts';
import { type BulkDeps, createTenants } from './tenants.ts';
import { countTenants, listTenants, tenantSorts } from './views-store.ts';

export interface ConsoleDeps extends BulkDeps, LookupDeps {
  access: ConsoleAccess;
  directory: DirectoryPort | undefined;
  stateRegistry: StateRegistryPort | undefined;
}

/** For single lookups, never for a copy of the register. */
const lookups: Limit = { group: 'console-directory', perMinute: 30, burst: 15 };
const byCapability = 'the capability alone decides; operators see every organisation and person';

export function consoleRows(deps: ConsoleDeps): readonly Row[] {
  const { access } = deps;
  const onConsole = { base: 'console', noStore: true, asSystem: byCapability } as const;
  const look = {
    ...onConsole,
    method: 'GET',
    access: access.needs('directory.read'),
    limit: lookups,
  } as const;
  return [
    write({
      ...onConsole,
      id: 'operator.tenants.bulk',
      method: 'POST',
      path: '/tenants/bulk',
      // Each row may make a person the owner of an organisation.
      access: access.needs('tenant.create', { stepUp: true }),
      limit: consoleLimit,
      bodyLimitBytes: 512 * 1024,
      body: BulkBody,
      reply: BulkView,
      errors: [errors.csrf_failed, errors.step_up_required, errors.admin_not_verified],
      audit: notAudited('each row has its own transaction and audit record'),
      summary: 'Create up to 200 organisations; each row has its own outcome; idempotent',
      prepare: ({ actor, body, db, request }) =>
        createTenants(deps, db, { rows: body.organisations, operator: actor, request }),
      handler: async ({ prepared }) => ({ items: prepared }),
    }),
    read({
      ...onConsole,
      id: 'operator.tenants.list',
      path: '/tenants',
      access: access.needs('tenant.read'),
      limit: consoleLimit,
      query: TenantQuery,
      reply: TenantPage,
      errors: [],
      summary:
        'Organisations, newest first unless `sort` says otherwise; `q` is part of a name or slug, or a register number',
      handler: async ({ db, query, request }) => {
        const offset = readOffset(query);
        const page = { ...tenantSorts.read(query), offset, now: request.now };
        const [rows, total] = await Promise.all([listTenants(db, query.q, page), countTenants(db, query.q)]);
        const found = { rows, total, capped: false };
        const { items, ...rest } = cutPage(found, page.limit, (row) => tenantSorts.write(page.sort, row));
        return { items: [...items], ...rest };
      },
    }),
    write({
      ...look,
      id: 'operator.directory.person',
      path: '/directory/person',
      query: PersonQuery,
      reply: PersonView,
      errors: [directoryErrors.upstream_failed, directoryErrors.upstream_unavailable],
      audit: [events.directoryRead, accessEvents.personRead],
      summary: 'A person by register number; the person sees that they were looked up',
      prepare: ({ query }) => askDirectory(deps.directory, (port) => port.findPerson(fold(query.register))),
      handler: ({ actor, query, tx, prepared }) =>
        lookUpPerson(deps, tx, { operator: actor, register: query.register, asked: prepared }),
    }),
    write({
      ...look,
      id: 'operator.directory.organisation',
      path: '/directory/organisation',
      query: OrganisationQuery,
      reply: OrganisationView,
      errors: [organisationErrors.upstream_failed, organisationErrors.upstream_unavailable],
      audit: [events.directoryRead],
      summary: 'An organisation by register number, as the state registry and the platform know it',
      prepare: ({ query }) => readRegistry(deps.stateRegistry, query.register),
      handler: ({ actor, query, tx, prepared }) =>
        lookUpOrganisation(deps, tx, { operator: actor, register: query.register, asked: prepared }),
    }),
    write({
      ...look,
      id: 'operator.directory.people',
      path: '/directory/people',
      query: PeopleQuery,
      reply: PeopleView,
      errors: [],
      audit: [events.directoryRead, accessEvents.personRead],
      summary: 'People verified by eID; `q` holds prefixes of names',
      handler: ({ actor, query, tx }) =>
        listPeople(deps, tx, {
          operator: actor,
          q: query.q,
          limit: query.limit ?? 50,
          offset: query.offset ?? 0,
        }),
    }),
    read({
      ...onConsole,
      id: 'operator.audit.list',
      path: '/audit',
      access: access.needs('audit.read'),
      limit: consoleLimit,
      query: AuditQuery,
      reply: AuditPage,
      errors: [],
      summary: 'Audit log of operators, newest first',
      handler: ({ db, query }) => readActions(db, query),
    }),
    read({
      ...onConsole,
      id: 'operator.operators.list',
      path: '/operators',
      access: access.needs('operator.read'),
      limit: consoleLimit,
      reply: OperatorList,
      errors: [],
      summary: 'All operators',
      handler: async ({ db, request }) => {
        const items = await listOperators(db, request.now);
        return { items, total: items.length };
      },
    }),
  ];
}
