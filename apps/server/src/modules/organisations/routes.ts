import type { Outbox } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { lookUp } from './lookup.ts';
import type { MembersApp } from './membership.ts';
import { createOrganisation, type InstallFirstApps } from './organisations.ts';
import { ByRegNo, CreateBody, LookupView, OrganisationView } from './schemas.ts';
import type { StateRegistryPort } from './state-registry-port.ts';
import { findOrganisation, listOrganisations } from './store.ts';

export interface OrganisationsDeps {
  /** Undefined without a state registry: only the lookup then answers 503. */
  stateRegistry: StateRegistryPort | undefined;
  database: Database;
  outbox: Outbox;
  membersApp: MembersApp;
  installFirstApps: InstallFirstApps;
  /** Origin of invitation links. */
  appOrigin: string;
}

const lookups: Limit = { group: 'org-lookup', perMinute: 30, burst: 15 };
/** Stops a squatter from registering many numbers of other organisations. */
const creations: Limit = { group: 'org-create', perMinute: 1, burst: 30, by: 'person' };

export function organisationRows(deps: OrganisationsDeps): readonly Row[] {
  return [
    read({
      id: 'org.list',
      path: '/org/',
      access: signedIn,
      reply: listOf(OrganisationView),
      errors: [],
      summary: 'Organisations of the caller',
      handler: async ({ actor, db }) => {
        const items = await listOrganisations(db, actor.userId);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'org.create',
      method: 'POST',
      path: '/org/',
      access: signedIn,
      limit: creations,
      body: CreateBody,
      reply: OrganisationView,
      status: 201,
      idempotent: true,
      errors: [errors.organisation_exists],
      audit: [events.created],
      summary: 'Create an organisation; the caller becomes its owner',
      handler: ({ actor, body, tx }) => createOrganisation(tx, actor.userId, body, deps.installFirstApps),
    }),
    read({
      id: 'org.lookup',
      path: '/org/lookup/:regNo',
      access: signedIn,
      limit: lookups,
      params: ByRegNo,
      reply: LookupView,
      errors: [errors.upstream_failed, errors.upstream_unavailable, errors.not_configured],
      summary: 'Look an organisation up in the state registry',
      handler: ({ actor, params, db }) => lookUp(deps.stateRegistry, db, actor, params.regNo),
    }),
    read({
      id: 'org.one',
      path: '/org/:id',
      access: signedIn,
      params: ById,
      reply: OrganisationView,
      errors: [],
      summary: 'One organisation of the caller',
      handler: async ({ actor, params, db }) =>
        (await findOrganisation(db, actor.userId, params.id)) ?? fail(kernelErrors.not_found),
    }),
  ];
}
