import type {
  ActivityList,
  CertificateList,
  DeviceList,
  PersonSummary,
  Representation,
  Signer,
  SignersAnswer,
} from './records-port.ts';
import type {
  ActivityView,
  CertificatesView,
  DevicesView,
  RepresentationView,
  SignersView,
  SignerView,
  SummaryView,
} from './schemas.ts';

/** Omits an absent member instead of writing undefined. */
function given<K extends string, V>(name: K, value: V | undefined): { [N in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [N in K]?: V });
}

/** The provider may use any time zone; answers use UTC and omit an invalid time. */
function moment<K extends string>(name: K, text: string | undefined): { [N in K]?: string } {
  const at = new Date(text ?? Number.NaN);
  return given(name, Number.isNaN(at.getTime()) ? undefined : at.toISOString());
}

export function viewSummary(summary: PersonSummary): SummaryView {
  return {
    ...given('given_name', summary.givenName),
    ...given('surname', summary.surname),
    certificates: summary.certificates,
    activity: summary.activity,
    devices_active: summary.devicesActive,
    devices_total: summary.devicesTotal,
    representation_count: summary.representationCount,
  };
}

export function viewCertificates({ counts, certificates }: CertificateList): CertificatesView {
  return {
    counts,
    certificates: certificates.map((certificate) => ({
      document_number: certificate.documentNumber,
      type: certificate.type,
      // The profile uses the same format, so that the two can be compared.
      serial_number: certificate.serialNumber.toLowerCase().replace(/^0+(?=.)/, ''),
      certificate_level: certificate.certificateLevel,
      status: certificate.status,
      ...moment('not_before', certificate.notBefore),
      ...moment('not_after', certificate.notAfter),
      ...given('issuer_dn', certificate.issuerDn),
    })),
  };
}

export function viewDevices({ devices, activeCount, total }: DeviceList): DevicesView {
  return {
    devices: devices.map((device) => ({
      document_number: device.documentNumber,
      ...given('platform', device.platform),
      ...moment('enrolled_at', device.enrolledAt),
      active: device.active,
      ...moment('deactivated_at', device.deactivatedAt),
    })),
    active_count: activeCount,
    total,
  };
}

export function viewActivity({ counts, sessions, total }: ActivityList): ActivityView {
  return {
    counts,
    sessions: sessions.map((session) => ({
      ...given('session_id', session.sessionId),
      flow: session.flow,
      outcome: session.outcome,
      ...given('doc_text', session.docText),
      ...moment('timestamp', session.timestamp),
    })),
    total,
  };
}

function viewRepresentation(representation: Representation): RepresentationView {
  return {
    org_etsi: representation.orgEtsi,
    org_register: representation.orgRegister,
    org_name: representation.orgName,
    ...given('org_name_en', representation.orgNameEn),
    ...given('role', representation.role),
    ...given('right_type', representation.rightType),
    ...moment('valid_from', representation.validFrom),
    ...moment('valid_to', representation.validTo),
  };
}

export function listRepresentations(all: readonly Representation[]) {
  return { items: all.map(viewRepresentation), total: all.length };
}

function viewSigner(signer: Signer): SignerView {
  return {
    person_etsi: signer.personEtsi,
    ...given('reg_no', signer.regNo),
    // Only after they confirmed: a register number must not give its sender a name.
    ...(signer.status === 'ACTIVE'
      ? { ...given('name', signer.name), ...given('name_en', signer.nameEn) }
      : {}),
    ...given('role', signer.role),
    right_type: signer.rightType,
    status: signer.status,
    source: signer.source,
    self: signer.self,
  };
}

export function listSigners(all: readonly Signer[]) {
  return { items: all.map(viewSigner), total: all.length };
}

export function viewSigners({ signers, pendingConfirmation: pending }: SignersAnswer): SignersView {
  return {
    signers: signers.map(viewSigner),
    ...(pending === undefined
      ? {}
      : {
          pending_confirmation: {
            signer_etsi: pending.signerEtsi,
            ...given('signer_reg_no', pending.signerRegNo),
            session_id: pending.sessionId,
          },
        }),
  };
}
