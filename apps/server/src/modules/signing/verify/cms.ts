import { UTCTime } from 'asn1js';
import {
  CMS_ATTRIBUTE,
  type Cms as ParsedCms,
  readCms as parseCms,
} from '../../../kernel/pki/cms-signature.ts';
import { limits } from './budget.ts';
import { Certificate } from './certificates.ts';

export const ATTRIBUTE = {
  ...CMS_ATTRIBUTE,
  revocationArchive: '1.2.840.113583.1.1.8',
  signerAttributesV2: '0.4.0.19122.1.1',
} as const;

export interface Cms {
  parsed: ParsedCms;
  certificates: Certificate[];
  signer: Certificate | undefined;
}

/** Undefined for anything that is not a SignedData of one signer. */
export function readCms(bytes: Uint8Array): Cms | undefined {
  const parsed = bytes.length > limits.cmsBytes ? undefined : parseCms(bytes);
  return parsed && withCertificates(parsed);
}

export function withCertificates(parsed: ParsedCms): Cms {
  const certificates = parsed.certificates
    .slice(0, limits.pathCertificates)
    .map((certificate) => new Certificate(certificate));
  const signer = certificates.find((certificate) => certificate.parsed === parsed.signer);
  return { parsed: { ...parsed, signer: signer?.parsed }, certificates, signer };
}

/** The signer's own statement of the time; anybody can state any time. */
export function statedTime({ parsed }: Cms): Date | undefined {
  const time = parsed.signed.get(ATTRIBUTE.signingTime)?.[0];
  return time instanceof UTCTime ? time.toDate() : undefined;
}
