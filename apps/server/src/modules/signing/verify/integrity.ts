import { checkSigner, namesItsCertificate, type SignerFailure } from '../../../kernel/pki/cms-signature.ts';
import { ATTRIBUTE, type Cms, readCms } from './cms.ts';
import type { PdfFile } from './pdf/document.ts';
import type { Problem, Reason, Verdict } from './result.ts';
import { digestOfRange, type FoundSignature } from './signatures.ts';

const DATA = '1.2.840.113549.1.7.1';
const SUPPORTED = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached']);

/** Format and cryptography of one signature; the certificate's trust and later changes are judged elsewhere. */
export interface Integrity {
  cms: Cms | undefined;
  verdict: Verdict | undefined;
  problems: Problem[];
}

const failed = (reason: Reason): Verdict => ({ indication: 'TOTAL_FAILED', reason });
const unclear = (reason: Reason): Verdict => ({ indication: 'INDETERMINATE', reason });

const FAILURES: Readonly<Record<SignerFailure, [Problem, Verdict]>> = {
  weak_algorithm: ['ALGORITHM_TOO_WEAK', unclear('CRYPTO_CONSTRAINTS_FAILURE')],
  no_signer_certificate: ['SIGNER_CERTIFICATE_MISSING', unclear('NO_SIGNING_CERTIFICATE_FOUND')],
  missing_attribute: ['CMS_ATTRIBUTE_MISSING', failed('FORMAT_FAILURE')],
  attributes_not_sorted: ['CMS_ATTRIBUTES_NOT_SORTED', failed('FORMAT_FAILURE')],
  digest_differs: ['DIGEST_DIFFERS', failed('HASH_FAILURE')],
  signature_differs: ['SIGNATURE_VALUE_WRONG', failed('SIG_CRYPTO_FAILURE')],
};

export function checkIntegrity(file: PdfFile, signature: FoundSignature): Integrity {
  const problems: Problem[] = [...signature.problems];
  const cms = readCms(signature.contents);
  const result = (verdict: Verdict | undefined): Integrity => ({ cms, verdict, problems });
  const { range } = signature;
  if (range === null) return result(failed('FORMAT_FAILURE'));
  if (!SUPPORTED.has(signature.subFilter ?? '')) {
    problems.push('KIND_NOT_SUPPORTED');
    return result(unclear('CRYPTO_CONSTRAINTS_FAILURE'));
  }
  if (cms === undefined) {
    problems.push('CMS_UNREADABLE');
    return result(failed('FORMAT_FAILURE'));
  }
  const failure = checkSigner(cms.parsed, {
    type: DATA,
    digest: (name) => digestOfRange(file, range, name),
  });
  // A wrong digest says more than the broken range that caused it.
  if (failure === 'digest_differs' || (failure !== undefined && problems.length === 0)) {
    const [problem, verdict] = FAILURES[failure];
    problems.push(problem);
    return result(verdict);
  }
  if (signature.contents.subarray(cms.parsed.length).some((byte) => byte !== 0))
    problems.push('CMS_FOLLOWED_BY_DATA');
  if (cms.parsed.content !== undefined) problems.push('CMS_ATTRIBUTE_MISSING');
  if (problems.length > 0) return result(failed('FORMAT_FAILURE'));
  const names = [ATTRIBUTE.signingCertificate, ATTRIBUTE.signingCertificateV2].some((oid) =>
    cms.parsed.signed.has(oid),
  );
  // EN 319 142-1 6.3: mandatory in PAdES; without it another certificate of the same key could take its place.
  const mustName = names || signature.subFilter === 'ETSI.CAdES.detached';
  if (mustName && !namesItsCertificate(cms.parsed)) {
    problems.push('SIGNER_CERTIFICATE_NOT_NAMED');
    return result(unclear('SIG_CONSTRAINTS_FAILURE'));
  }
  return result(undefined);
}

/** The attributes of EN 319 142-1 for a baseline signature. */
export function isBaseline(signature: FoundSignature, cms: Cms): boolean {
  return (
    signature.subFilter === 'ETSI.CAdES.detached' &&
    cms.parsed.signed.has(ATTRIBUTE.signingCertificateV2) &&
    !cms.parsed.signed.has(ATTRIBUTE.signingTime) &&
    signature.dict.get('M') !== null
  );
}
