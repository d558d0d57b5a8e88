import type {
  ChangeResult,
  FleetingReason,
  Reason,
  SignatureResult,
  VerificationResult,
} from '../verify/result.ts';
import { base64, digest, xmlTime } from './xades.ts';
import { element, type XmlElement } from './xml.ts';

/** Sub-indications of EN 319 102-1; the others are reasons of this platform. */
const SUB_INDICATIONS: ReadonlySet<Reason> = new Set<Reason>([
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'SIG_CONSTRAINTS_FAILURE',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'CHAIN_CONSTRAINTS_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'OUT_OF_BOUNDS_NO_POE',
  'NOT_YET_VALID',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'TRY_LATER',
  'TIMESTAMP_ORDER_FAILURE',
]);
const INDICATIONS = {
  TOTAL_PASSED: 'total-passed',
  TOTAL_FAILED: 'total-failed',
  INDETERMINATE: 'indeterminate',
} as const;
const FLEETING: Readonly<Record<FleetingReason, string>> = {
  NO_TIMESTAMP: 'Valid at the validation time. It cannot be proven later: there is no timestamp.',
  NO_REVOCATION_DATA:
    'Valid at the validation time. It cannot be proven later: the document carries no revocation data.',
  REVOCATION_NOT_CONFIRMED:
    'Valid at the validation time. It cannot be proven later: the revocation data of the document is older than the signature.',
};
/** In words of our own: names and values of fields are a stranger's. */
const AFTER_SIGNING: Readonly<Partial<Record<ChangeResult['kind'], string>>> = {
  FORM_FILLED: 'Form fields were filled in after signing, as the certifier allowed.',
  NOTE_ADDED: 'Notes were added after signing, as the certifier allowed.',
  CONTENT_COVERED: 'The mark of a later signature covers a part of what was signed.',
};
const DOCUMENT_ID = 'document';

export interface ReportInput {
  result: VerificationResult;
  /** SHA-256 of the file, hex. */
  documentDigest: string;
  at: Date;
  /** DER of the certificate of the platform that answers for the report. */
  validator: Uint8Array;
}

/**
 * ETSI TS 119 102-2 v1.4.1. Of the document it holds digests alone, and a name only where a trusted authority wrote it:
 * nobody gets words of their own under the platform's seal.
 */
export function describeValidation({ result, documentDigest, at, validator }: ReportInput): XmlElement {
  const certificates = [
    ...new Set(result.signatures.flatMap(({ signer }) => signer?.certificateDigest ?? [])),
  ];
  const idOf = (signature: SignatureResult) =>
    signature.signer && `certificate-${certificates.indexOf(signature.signer.certificateDigest) + 1}`;
  return element(
    'vr:ValidationReport',
    null,
    ...result.signatures.map((signature, index) =>
      describeSignature(signature, { number: index + 1, certificate: idOf(signature), documentDigest, at }),
    ),
    element(
      'vr:SignatureValidationObjects',
      null,
      validationObject(DOCUMENT_ID, 'signedData', documentDigest),
      ...certificates.map((hex, index) => validationObject(`certificate-${index + 1}`, 'certificate', hex)),
    ),
    element(
      'vr:SignatureValidator',
      null,
      element('vr:DigitalId', null, element('tsl:X509Certificate', null, base64(validator))),
    ),
  );
}

function describeSignature(
  signature: SignatureResult,
  context: { number: number; certificate: string | null; documentDigest: string; at: Date },
): XmlElement {
  const { time, fleeting, level, signatureValue } = signature;
  const { certificate, at } = context;
  const isProven = time.best !== null && time.source !== 'claimed';
  const after = new Set(signature.changes.flatMap(({ kind }) => AFTER_SIGNING[kind] ?? []));
  const information = [...(fleeting === null ? [] : [FLEETING[fleeting]]), ...after];
  return element(
    'vr:SignatureValidationReport',
    null,
    element(
      'vr:SignatureIdentifier',
      { id: `signature-${context.number}` },
      signatureValue === null ? undefined : element('ds:SignatureValue', null, signatureValue),
      element('vr:HashOnly', null, 'false'),
      element('vr:DocHashOnly', null, 'false'),
    ),
    element(
      'vr:ValidationTimeInfo',
      null,
      element('vr:ValidationTime', null, xmlTime(at)),
      element(
        'vr:BestSignatureTime',
        null,
        element('vr:POETime', null, xmlTime(isProven && time.best ? time.best : at)),
        element('vr:TypeOfProof', null, 'urn:etsi:019102:poetype:validation'),
      ),
    ),
    element(
      'vr:SignersDocument',
      null,
      element('vr:DigestAlgAndValue', null, ...digest(context.documentDigest)),
      element('vr:SignersDocumentRepresentation', { VOReference: DOCUMENT_ID }),
    ),
    certificate === null ? undefined : describeSigner(signature, certificate),
    level === null
      ? undefined
      : element(
          'vr:SignatureQuality',
          null,
          element('vr:SignatureQualityInformation', null, `urn:tamga:pades:${level}`),
        ),
    element(
      'vr:SignatureValidationProcess',
      null,
      element('vr:SignatureValidationProcessID', null, 'urn:etsi:019102:validationprocess:LTA'),
    ),
    describeStatus(signature, certificate),
    information.length === 0 ? undefined : element('vr:OtherInformation', null, information.join(' ')),
  );
}

function describeSigner({ signer, reason }: SignatureResult, certificate: string): XmlElement {
  const isTrusted = reason === null || reason === 'TRY_LATER';
  const name = isTrusted ? signer?.name : null;
  return element(
    'vr:SignerInformation',
    null,
    element('vr:SignerCertificate', { VOReference: certificate }),
    name == null ? undefined : element('vr:Signer', null, name.slice(0, 200)),
  );
}

function describeStatus(signature: SignatureResult, certificate: string | null): XmlElement {
  const { indication, reason } = signature;
  const revokedAt = signature.certificate?.revocation.revokedAt ?? null;
  return element(
    'vr:SignatureValidationStatus',
    null,
    element('vr:MainIndication', null, `urn:etsi:019102:mainindication:${INDICATIONS[indication]}`),
    reason !== null && SUB_INDICATIONS.has(reason)
      ? element('vr:SubIndication', null, `urn:etsi:019102:subindication:${reason}`)
      : undefined,
    revokedAt === null || certificate === null
      ? undefined
      : element(
          'vr:AssociatedValidationReportData',
          null,
          element(
            'vr:RevocationStatusInformation',
            null,
            element('vr:ValidationObjectId', { VOReference: certificate }),
            element('vr:RevocationTime', null, xmlTime(revokedAt)),
          ),
        ),
  );
}

const validationObject = (id: string, kind: 'certificate' | 'signedData', hex: string): XmlElement =>
  element(
    'vr:ValidationObject',
    { id },
    element('vr:ObjectType', null, `urn:etsi:019102:validationObject:${kind}`),
    element('vr:ValidationObjectRepresentation', null, element('vr:DigestAlgAndValue', null, ...digest(hex))),
  );
