import type { CertificatePurpose } from '../certificates.ts';
import type { Citizen } from '../citizens.ts';
import type { Provider } from '../provider.ts';
import type { Session } from '../sessions.ts';

type Status = 'VALID' | 'REVOKED' | 'EXPIRED' | 'SUSPENDED';

function describeCertificate(provider: Provider, citizen: Citizen, purpose: CertificatePurpose) {
  const { certificate } = provider.pki.credential(citizen, purpose);
  const expired = provider.now() > certificate.validToDate;
  const revoked = provider.pki.status(certificate.serialNumber).kind === 'revoked';
  const status: Status = revoked ? 'REVOKED' : expired ? 'EXPIRED' : 'VALID';
  return {
    documentNumber: citizen.documentNumber,
    type: purpose,
    serialNumber: certificate.serialNumber,
    certificateLevel: citizen.level,
    status,
    notBefore: certificate.validFromDate.toISOString(),
    notAfter: certificate.validToDate.toISOString(),
    issuerDn: certificate.issuer.split('\n').join(', '),
  };
}

export function listCertificates(provider: Provider, citizen: Citizen) {
  const certificates = (['AUTH', 'SIGN'] as const).map((purpose) =>
    describeCertificate(provider, citizen, purpose),
  );
  const count = (status: Status) => certificates.filter((entry) => entry.status === status).length;
  return {
    counts: {
      valid: count('VALID'),
      revoked: count('REVOKED'),
      expired: count('EXPIRED'),
      suspended: count('SUSPENDED'),
      total: certificates.length,
    },
    certificates,
  };
}

export function listDevices(provider: Provider, citizen: Citizen) {
  const devices = citizen.hasDevice
    ? [
        {
          documentNumber: citizen.documentNumber,
          platform: Number(citizen.civilId) % 2 === 0 ? 'APNS' : 'FCM',
          enrolledAt: provider.pki.credential(citizen, 'SIGN').certificate.validFromDate.toISOString(),
          active: true,
        },
      ]
    : [];
  return { devices, activeCount: devices.length, total: devices.length };
}

const flowOf = (session: Session) => (session.kind === 'auth' ? 'AUTHENTICATION' : 'SIGNATURE');

/** Ended sessions, including those that expired without a poll. */
export function listActivity(provider: Provider, citizen: Citizen, page: { limit: number; offset: number }) {
  const ended = provider.history
    .of(citizen)
    .filter((session) => session.outcome !== null || provider.now() >= session.expiresAt);
  const sessions = ended.map((session) => ({
    sessionId: session.id,
    flow: flowOf(session),
    outcome: session.outcome?.result.endResult ?? 'TIMEOUT',
    docText: session.text,
    timestamp: (session.endedAt ?? session.expiresAt).toISOString(),
  }));
  const count = (flow: string) => sessions.filter((session) => session.flow === flow).length;
  return {
    counts: { authentication: count('AUTHENTICATION'), signature: count('SIGNATURE') },
    sessions: sessions.slice(page.offset, page.offset + page.limit),
    total: sessions.length,
  };
}
