import type { RequestFacts, Row } from '../../kernel/http/row.ts';
import { read } from '../../kernel/http/row.ts';
import {
  ActivityQuery,
  ActivityView,
  ByRegNo,
  CertificatesView,
  DevicesView,
  eidConsoleErrors,
  listRepresentations,
  listSigners,
  RepresentationList,
  type RightsDeps,
  readActivity,
  readCertificates,
  readDevices,
  readRepresentations,
  readSummary,
  recordsErrors,
  requireRight,
  SignerList,
  SummaryView,
  viewActivity,
  viewCertificates,
  viewDevices,
  viewSummary,
} from '../eid-console/index.ts';
import { gatewayErrors } from '../gateway/index.ts';
import { clientOfUser, type ProxyAccessDeps, type UserClient } from './access.ts';

export type ProxyRowsDeps = ProxyAccessDeps & RightsDeps;

const admission = [gatewayErrors.service_disabled, gatewayErrors.service_not_granted];
const readErrors = [...admission, eidConsoleErrors.pki_read_not_granted, ...recordsErrors];
const asSystem = 'the caller is an OAuth client; the row reads only the subject of its token';

export function proxyRows(deps: ProxyRowsDeps): readonly Row[] {
  return [...personRows(deps), ...organisationRows(deps)];
}

const subjectOf = ({ subject }: UserClient, { released }: RequestFacts) => ({
  userId: subject,
  signal: released,
});

function personRows(deps: ProxyRowsDeps): readonly Row[] {
  const row = {
    access: clientOfUser(deps, 'eid-proxy'),
    errors: readErrors,
    asSystem,
    noStore: true as const,
  };
  return [
    read({
      ...row,
      id: 'eid-proxy.summary',
      path: '/eid/summary',
      reply: SummaryView,
      summary: 'Counts of the user’s records at the eID provider',
      handler: async ({ actor, db, request }) =>
        viewSummary(await readSummary(deps, { db, ...subjectOf(actor, request) })),
    }),
    read({
      ...row,
      id: 'eid-proxy.certificates',
      path: '/eid/certificates',
      reply: CertificatesView,
      summary: 'Certificates of the client’s user',
      handler: async ({ actor, db, request }) =>
        viewCertificates(await readCertificates(deps, { db, ...subjectOf(actor, request) })),
    }),
    read({
      ...row,
      id: 'eid-proxy.devices',
      path: '/eid/devices',
      reply: DevicesView,
      summary: 'Devices of the client’s user',
      handler: async ({ actor, db, request }) =>
        viewDevices(await readDevices(deps, { db, ...subjectOf(actor, request) })),
    }),
    read({
      ...row,
      id: 'eid-proxy.activity',
      path: '/eid/activity',
      query: ActivityQuery,
      reply: ActivityView,
      summary: 'Sign-ins and signatures of the client’s user, newest first',
      handler: async ({ actor, db, request, query }) => {
        const page = { limit: query.limit ?? 20, offset: query.offset ?? 0 };
        return viewActivity(await readActivity(deps, { db, ...subjectOf(actor, request) }, page));
      },
    }),
  ];
}

function organisationRows(deps: ProxyRowsDeps): readonly Row[] {
  const row = { access: clientOfUser(deps, 'eid-org-proxy'), asSystem, noStore: true as const };
  return [
    read({
      ...row,
      id: 'eid-proxy.organizations',
      path: '/eid-org/organizations',
      reply: RepresentationList,
      errors: readErrors,
      summary: 'Organisations that the client’s user represents',
      handler: async ({ actor, db, request }) =>
        listRepresentations(await readRepresentations(deps, { db, ...subjectOf(actor, request) })),
    }),
    read({
      ...row,
      id: 'eid-proxy.signers',
      path: '/eid-org/organizations/:regNo/signers',
      params: ByRegNo,
      reply: SignerList,
      errors: [...admission, eidConsoleErrors.not_representative, ...recordsErrors],
      summary: 'Signers of an organisation that the client’s user represents',
      handler: async ({ actor, db, params, request }) => {
        const asker = { ...subjectOf(actor, request), regNo: params.regNo.toUpperCase() };
        return listSigners((await requireRight(deps, db, asker, 'MANAGER')).signers);
      },
    }),
  ];
}
