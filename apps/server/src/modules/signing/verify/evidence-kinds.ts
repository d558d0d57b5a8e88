import { elements, firstElement } from '../../../kernel/pki/der.ts';
import { parseOcspAnswer } from '../../../kernel/pki/ocsp.ts';
import { parseTimestampToken } from '../../../kernel/pki/timestamp-token.ts';
import { readCertificate } from './certificates.ts';

export type EvidenceKind = 'certificate' | 'ocsp' | 'crl' | 'timestamp';

const SEQUENCE = 0x30;
const BIT_STRING = 0x03;
const INTEGER = 0x02;
const TIMES = new Set([0x17, 0x18]);

/** Whether the bytes are one piece of evidence of this kind, with nothing before or after it. */
export function isEvidenceOf(kind: EvidenceKind, der: Buffer): boolean {
  try {
    if (der[0] !== SEQUENCE || firstElement(der).raw.length !== der.length) return false;
    return READERS[kind](der);
  } catch {
    return false;
  }
}

const READERS: Readonly<Record<EvidenceKind, (der: Buffer) => boolean>> = {
  certificate: (der) => readCertificate(der) !== undefined,
  ocsp: (der) => parseOcspAnswer(der) !== undefined,
  // A list may hold a hundred thousand entries, and most of them are never asked.
  crl: (der) => {
    const [list, algorithm, value, ...more] = elements(firstElement(der).content);
    const isSigned = algorithm?.tag === SEQUENCE && value?.tag === BIT_STRING && more.length === 0;
    if (!isSigned || list?.tag !== SEQUENCE) return false;
    const parts = elements(list.content).filter(({ tag }, at) => at > 0 || tag !== INTEGER);
    return TIMES.has(parts[2]?.tag ?? 0);
  },
  timestamp: (der) => parseTimestampToken(der) !== undefined,
};
