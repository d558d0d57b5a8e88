import type { Outbox } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type ErrorDefinition, fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { ById, listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { lookUp } from './lookup.ts';
import type { MembersApp } from './membership.ts';
import type { Naming } from './naming.ts';
import { findOrgByRegNo } from './naming-store.ts';
import {
  canonicalRegNo,
  foundOrganisation,
  type InstallFirstApps,
  showByRegNo,
  showOrganisation,
  viewOrganisation,
} from './organisations.ts';
import type { AskRegister, ListSigners, NamedRepresentative, ProveRepresentation } from './register-port.ts';
import { ByRegNo, CreateBody, LookupView, OrganisationView, RegNoBody } from './schemas.ts';
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
  naming: Naming;
  askRegister: AskRegister;
  prove: ProveRepresentation;
  listSigners: ListSigners;
  /** Errors of `prove`. */
  proveErrors: readonly ErrorDefinition[];
}

const lookups: Limit = { group: 'org-lookup', perMinute: 30, burst: 15 };
/** Stops a squatter from registering many numbers of other organisations. */
const creations: Limit = { group: 'org-create', perMinute: 1, burst: 30, by: 'person' };
/** Each call asks the eID provider and the state registry. */
const proofs: Limit = { group: 'org-proof', perMinute: 6, burst: 10, by: 'person' };
const asSystem = 'a person whom the register names may take over an organisation they are not a member of';
const proofEvents = [events.verified, events.takenOver, events.representationEnded];

export function organisationRows(deps: OrganisationsDeps): readonly Row[] {
  return [
    read({
      id: 'org.list',
      path: '/org/',
      access: signedIn,
      reply: listOf(OrganisationView),
      errors: [],
      summary: 'Organisations of the caller',
      handler: async ({ actor, db, request }) => {
        const rows = await listOrganisations(db, actor.userId);
        const items = rows.map((row) => viewOrganisation(row, request.now));
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
      audit: [events.created, ...proofEvents],
      asSystem,
      summary: 'Add an organisation; a person whom the register names takes it over where it exists',
      prepare: ({ actor, body }) => namedNow(deps, actor.userId, body.reg_no),
      handler: async ({ actor, body, prepared, tx }) => {
        const { userId } = actor;
        const founding = { creatorId: userId, given: body, isNamed: prepared !== undefined };
        const isFounded = await foundOrganisation(tx, founding, deps.installFirstApps);
        const isNew =
          prepared && (await deps.naming.confirm(tx, { ...prepared, userId, regNo: body.reg_no }));
        const view = await showByRegNo(tx, userId, body.reg_no, tx.now);
        return isFounded || isNew ? view : unchanged(view);
      },
    }),
    write({
      id: 'org.take_over',
      method: 'POST',
      path: '/org/take-over',
      access: signedIn,
      limit: proofs,
      body: RegNoBody,
      reply: OrganisationView,
      errors: deps.proveErrors,
      audit: proofEvents,
      asSystem,
      summary: 'Take over an organisation that the state register says the caller represents',
      prepare: async ({ actor, body, db, request }) => {
        const regNo = canonicalRegNo(body.reg_no);
        if ((await findOrgByRegNo(db, regNo)) === undefined) fail(kernelErrors.not_found);
        const named = await deps.prove(actor.userId, regNo, request.released);
        // The others are asked about first, so that a former representative does not stay.
        await deps.naming.recheckNumber(regNo);
        return named;
      },
      handler: async ({ actor, body, prepared, tx }) => {
        const isNew = await deps.naming.confirm(tx, {
          ...prepared,
          userId: actor.userId,
          regNo: body.reg_no,
        });
        const view = await showByRegNo(tx, actor.userId, body.reg_no, tx.now);
        return isNew ? view : unchanged(view);
      },
    }),
    write({
      id: 'org.check',
      method: 'POST',
      path: '/org/:id/check',
      access: signedIn,
      limit: proofs,
      params: ById,
      reply: OrganisationView,
      errors: [],
      audit: proofEvents,
      asSystem,
      summary: 'Ask the register again who represents the organisation, for its members',
      prepare: async ({ actor, db, params }) => {
        const { reg_no: regNo } =
          (await findOrganisation(db, actor.userId, params.id)) ?? fail(kernelErrors.not_found);
        await deps.naming.recheck(params.id);
        return { regNo, named: regNo === '' ? undefined : await deps.askRegister(actor.userId, regNo) };
      },
      handler: async ({ actor, params, prepared, tx }) => {
        const { regNo, named } = prepared;
        const isNew = named && (await deps.naming.confirm(tx, { ...named, userId: actor.userId, regNo }));
        const view = await showOrganisation(tx, actor.userId, params.id, tx.now);
        return isNew ? view : unchanged(view);
      },
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
      handler: ({ actor, params, db, request }) => showOrganisation(db, actor.userId, params.id, request.now),
    }),
  ];
}

/** Undefined when the register does not name the person or is away: the organisation is then a shell. */
async function namedNow(
  { naming, askRegister }: OrganisationsDeps,
  userId: string,
  given: string,
): Promise<NamedRepresentative | undefined> {
  const regNo = canonicalRegNo(given);
  const named = (await askRegister(userId, regNo)) ?? undefined;
  if (named !== undefined) await naming.recheckNumber(regNo);
  return named;
}
