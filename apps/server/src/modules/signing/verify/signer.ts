import { createHash } from 'node:crypto';
import { type BaseBlock, Constructed, Utf8String } from 'asn1js';
import { digestOfKey } from '../../../kernel/pki/certificate.ts';
import type { Certificate } from './certificates.ts';
import { ATTRIBUTE, type Cms } from './cms.ts';
import type { SignerFacts } from './result.ts';

/** ETSI EN 319 412-1 5.1.3 and 5.1.4: PNO and NTR identifiers of Mongolia. */
const PERSON = /^PNOMN-(.{1,32})$/;
const ORGANISATION = /^NTRMN-(.{1,32})$/;
const CIVIL = /^CI:MN-(.{1,32})$/;

/** Who signed and for whom, as the certificate says; nothing is taken from the signature dictionary. */
export function describeSigner(certificate: Certificate, cms: Cms): SignerFacts {
  const { subject } = certificate;
  const { surname, givenName, commonName, serialNumber, organisation, organisationIdentifier } = subject;
  const matched = (pattern: RegExp, value: string | null) => pattern.exec(value ?? '')?.[1] ?? null;
  const register = matched(ORGANISATION, organisationIdentifier) ?? matched(ORGANISATION, serialNumber);
  return {
    name: surname && givenName ? `${surname} ${givenName}` : commonName,
    registerNumber: matched(PERSON, serialNumber),
    civilId: matched(CIVIL, serialNumber),
    organisation: organisation || register ? { name: organisation, registerNumber: register } : null,
    role: claimedRole(cms) ?? subject.title,
    certificateSerial: certificate.serial,
    certificateDigest: createHash('sha256').update(certificate.der).digest('hex'),
    keyDigest: certificate.key ? digestOfKey(certificate.key) : null,
  };
}

/** The first text of signer-attributes-v2 (EN 319 122-1 5.2.6): a role that the signer stated under the signature. */
function claimedRole(cms: Cms): string | null {
  const open: BaseBlock[] = [...(cms.parsed.signed.get(ATTRIBUTE.signerAttributesV2) ?? [])];
  for (
    let next = open.shift(), steps = 0;
    next !== undefined && steps < 64;
    next = open.shift(), steps += 1
  ) {
    if (next instanceof Utf8String) return next.valueBlock.value.slice(0, 200);
    if (next instanceof Constructed) open.push(...(next.valueBlock.value as BaseBlock[]));
  }
  return null;
}
