import type { AuditEvent } from '../../kernel/audit/events.ts';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { type RequestFacts, type Row, read, write } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { linkOrganisation, type OrganisationDeps, unlinkOrganisation } from './organisations.ts';
import { recordsErrors, recordUnconfirmed } from './provider-calls.ts';
import { readActivity, readCertificates, readDevices, readRepresentations, readSummary } from './reads.ts';
import { requireRight } from './rights.ts';
import {
  ActivityQuery,
  ActivityView,
  ByRegNo,
  BySigner,
  CertificatesView,
  DevicesView,
  LinkBody,
  RepresentationList,
  SignerBody,
  SignerList,
  SignersView,
  SummaryView,
} from './schemas.ts';
import { addSigner, hashSigner, removeSigner, resendToSigner, signerEtsi } from './signers.ts';
import {
  listRepresentations,
  listSigners,
  viewActivity,
  viewCertificates,
  viewDevices,
  viewSigners,
  viewSummary,
} from './views.ts';

export interface Confirmed {
  userId: string;
  regNo: string;
  name: string;
  /** As the state registry writes it, or empty. */
  nameLatin: string;
}

export type EidConsoleDeps = OrganisationDeps & {
  /** Keys the hashes that name signers in the audit log. */
  hashKey: string;
  /** Runs in the same transaction when the provider confirms the caller as a representative. */
  whenConfirmed: (tx: WriteTx, confirmed: Confirmed) => Promise<unknown>;
  /** Events that `whenConfirmed` may record. */
  whenConfirmedEvents: readonly AuditEvent[];
  /** Runs in the same transaction when the caller gave up a representation. */
  whenEnded: (tx: WriteTx, regNo: string, userId: string) => Promise<unknown>;
  whenEndedEvents: readonly AuditEvent[];
  /** Before a confirmation: asks whether the register still names the others. */
  recheck: (regNo: string) => Promise<void>;
};

const ownWrites: Limit = { group: 'me', perMinute: 30, burst: 15 };
const readErrors = [errors.pki_read_not_granted, ...recordsErrors];
const rightErrors = [errors.not_representative, ...recordsErrors];
const changeErrors = [errors.managed_upstream, ...rightErrors];

const callOf = (actor: Actor, regNo: string, request: RequestFacts) => ({
  userId: actor.userId,
  regNo: regNo.toUpperCase(),
  signal: request.released,
});

export function eidConsoleRows(deps: EidConsoleDeps): readonly Row[] {
  return [...personRows(deps), ...organisationRows(deps), ...signerRows(deps)];
}

function personRows(deps: EidConsoleDeps): readonly Row[] {
  return [
    read({
      id: 'eid.summary',
      path: '/users/me/eid/summary',
      access: signedIn,
      reply: SummaryView,
      errors: readErrors,
      noStore: true,
      summary: 'Counts of the person’s records at the eID provider',
      handler: async ({ actor, db, request }) =>
        viewSummary(await readSummary(deps, { db, userId: actor.userId, signal: request.released })),
    }),
    read({
      id: 'eid.certificates',
      path: '/users/me/eid/certificates',
      access: signedIn,
      reply: CertificatesView,
      errors: readErrors,
      noStore: true,
      summary: 'The person’s certificates',
      handler: async ({ actor, db, request }) =>
        viewCertificates(
          await readCertificates(deps, { db, userId: actor.userId, signal: request.released }),
        ),
    }),
    read({
      id: 'eid.devices',
      path: '/users/me/eid/devices',
      access: signedIn,
      reply: DevicesView,
      errors: readErrors,
      noStore: true,
      summary: 'The person’s devices',
      handler: async ({ actor, db, request }) =>
        viewDevices(await readDevices(deps, { db, userId: actor.userId, signal: request.released })),
    }),
    read({
      id: 'eid.activity',
      path: '/users/me/eid/activity',
      access: signedIn,
      query: ActivityQuery,
      reply: ActivityView,
      errors: readErrors,
      noStore: true,
      summary: 'Sign-ins and signatures of the person with this platform, newest first',
      handler: async ({ actor, db, request, query }) => {
        const page = { limit: query.limit ?? 20, offset: query.offset ?? 0 };
        const call = { db, userId: actor.userId, signal: request.released };
        return viewActivity(await readActivity(deps, call, page));
      },
    }),
  ];
}

function organisationRows(deps: EidConsoleDeps): readonly Row[] {
  return [
    read({
      id: 'eid.organizations.list',
      path: '/users/me/eid/organizations',
      access: signedIn,
      reply: RepresentationList,
      errors: readErrors,
      noStore: true,
      summary: 'Organisations that the person represents',
      handler: async ({ actor, db, request }) =>
        listRepresentations(
          await readRepresentations(deps, { db, userId: actor.userId, signal: request.released }),
        ),
    }),
    write({
      id: 'eid.organizations.link',
      method: 'POST',
      path: '/users/me/eid/organizations',
      access: signedIn,
      limit: ownWrites,
      body: LinkBody,
      reply: RepresentationList,
      errors: [errors.organisation_unknown, ...changeErrors],
      audit: [events.organisationLinked, events.unconfirmed, ...deps.whenConfirmedEvents],
      asSystem: 'a confirmed representative may take over an organisation they are not a member of',
      noStore: true,
      summary:
        'Link an organisation that lists the person as chief executive or founder in the state registry',
      prepare: async ({ actor, body, db, request }) => {
        const linked = await linkOrganisation(deps, db, callOf(actor, body.reg_no, request));
        if (linked.known) await deps.recheck(body.reg_no);
        return linked;
      },
      handler: async ({ actor, body, tx, prepared }) => {
        const regNo = body.reg_no.toUpperCase();
        if (!prepared.known) return recordUnconfirmed(tx, { what: 'organization.link', regNo }, prepared);
        tx.audit(events.organisationLinked, { metadata: { reg_no: regNo } });
        const { all, nameLatin } = prepared.answer;
        const own = all.find(({ orgRegister }) => orgRegister === regNo);
        // A MANAGER may only sign; only an ADMIN represents the organisation.
        if (own?.rightType === 'ADMIN') {
          await deps.whenConfirmed(tx, { userId: actor.userId, regNo, name: own.orgName, nameLatin });
        }
        return listRepresentations(all);
      },
    }),
    write({
      id: 'eid.organizations.unlink',
      method: 'DELETE',
      path: '/users/me/eid/organizations/:regNo',
      access: signedIn,
      limit: ownWrites,
      params: ByRegNo,
      reply: RepresentationList,
      errors: changeErrors,
      audit: [events.organisationUnlinked, events.unconfirmed, ...deps.whenEndedEvents],
      asSystem: 'the rights of the person in the organisation end with the link',
      noStore: true,
      summary: 'Unlink an organisation',
      prepare: ({ actor, params, db, request }) =>
        unlinkOrganisation(deps, db, callOf(actor, params.regNo, request)),
      handler: async ({ actor, params, tx, prepared }) => {
        const regNo = params.regNo.toUpperCase();
        if (!prepared.known) return recordUnconfirmed(tx, { what: 'organization.unlink', regNo }, prepared);
        tx.audit(events.organisationUnlinked, { metadata: { reg_no: regNo } });
        await deps.whenEnded(tx, regNo, actor.userId);
        return listRepresentations(prepared.answer);
      },
    }),
  ];
}

function signerRows(deps: EidConsoleDeps): readonly Row[] {
  const path = '/users/me/eid/organizations/:regNo/signers';
  const facts = (regNo: string, signer: string) => ({
    reg_no: regNo.toUpperCase(),
    signer_hash: hashSigner(deps.hashKey, signerEtsi(signer)),
  });
  return [
    read({
      id: 'eid.signers.list',
      path,
      access: signedIn,
      params: ByRegNo,
      reply: SignerList,
      errors: rightErrors,
      noStore: true,
      summary: 'Signers of an organisation that the person represents',
      handler: async ({ actor, params, db, request }) =>
        listSigners((await requireRight(deps, db, callOf(actor, params.regNo, request), 'MANAGER')).signers),
    }),
    write({
      id: 'eid.signers.add',
      method: 'POST',
      path,
      access: signedIn,
      limit: ownWrites,
      params: ByRegNo,
      body: SignerBody,
      reply: SignersView,
      idempotent: true,
      errors: [...changeErrors, errors.person_not_enrolled, errors.signer_exists],
      audit: [events.signerAdded, events.unconfirmed],
      noStore: true,
      summary: 'Add a signer, who must confirm with PIN2',
      prepare: ({ actor, params, body, db, request }) =>
        addSigner(deps, db, callOf(actor, params.regNo, request), {
          signer: signerEtsi(body.signer_reg_no),
          role: body.role ?? null,
        }),
      handler: async ({ params, body, tx, prepared }) => {
        const about = facts(params.regNo, body.signer_reg_no);
        if (!prepared.known)
          return recordUnconfirmed(tx, { what: 'signer.add', regNo: about.reg_no }, prepared);
        const session = prepared.answer.pendingConfirmation?.sessionId ?? null;
        tx.audit(events.signerAdded, { metadata: { ...about, session_id: session } });
        return viewSigners(prepared.answer);
      },
    }),
    write({
      id: 'eid.signers.remove',
      method: 'DELETE',
      path,
      access: signedIn,
      limit: ownWrites,
      params: ByRegNo,
      query: BySigner,
      reply: SignerList,
      errors: [...changeErrors, errors.last_admin],
      audit: [events.signerRemoved, events.unconfirmed],
      noStore: true,
      summary: 'Remove a signer',
      prepare: ({ actor, params, query, db, request }) =>
        removeSigner(deps, db, callOf(actor, params.regNo, request), signerEtsi(query.signer)),
      handler: async ({ params, query, tx, prepared }) => {
        const about = facts(params.regNo, query.signer);
        if (!prepared.known)
          return recordUnconfirmed(tx, { what: 'signer.remove', regNo: about.reg_no }, prepared);
        tx.audit(events.signerRemoved, { metadata: about });
        return listSigners(prepared.answer);
      },
    }),
    write({
      id: 'eid.signers.resend',
      method: 'POST',
      path: `${path}/resend`,
      access: signedIn,
      limit: ownWrites,
      params: ByRegNo,
      query: BySigner,
      reply: SignersView,
      errors: [...changeErrors, errors.signer_not_pending],
      audit: [events.signerAskedAgain, events.unconfirmed],
      noStore: true,
      summary: 'Ask an unconfirmed signer again',
      prepare: ({ actor, params, query, db, request }) =>
        resendToSigner(deps, db, callOf(actor, params.regNo, request), signerEtsi(query.signer)),
      handler: async ({ params, query, tx, prepared }) => {
        const about = facts(params.regNo, query.signer);
        if (!prepared.known)
          return recordUnconfirmed(tx, { what: 'signer.resend', regNo: about.reg_no }, prepared);
        const session = prepared.answer.pendingConfirmation?.sessionId ?? null;
        tx.audit(events.signerAskedAgain, { metadata: { ...about, session_id: session } });
        return viewSigners(prepared.answer);
      },
    }),
  ];
}
