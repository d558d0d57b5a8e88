import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Credential } from './certificates.ts';
import type { CitizenCredential } from './pki.ts';

export type ForeignRole = 'responder' | 'timestamp authority' | 'issuing';

export interface Foreign {
  credential(role: ForeignRole): Promise<CitizenCredential>;
  crl(list: { thisUpdate: Date; nextUpdate: Date }): Promise<Buffer>;
}

const YEAR_MS = 365 * 86_400_000;

/** An authority with the same names and other keys: only a chain to a pinned root tells the two apart. */
export function createForeignAuthority(publicUrl: () => string, now: () => Date): Foreign {
  let made: Promise<Record<ForeignRole, Credential>> | undefined;
  const make = async () => {
    const { issueRoot, issueIssuingAuthority, issueResponder, issueTimestampAuthority } = await import(
      './certificates.ts'
    );
    const base = Math.floor(now().getTime() / 1000) * 1000;
    const validity = { notBefore: new Date(base - YEAR_MS), notAfter: new Date(base + YEAR_MS) };
    const request = { ...validity, publicUrl: publicUrl() };
    const issuing = await issueIssuingAuthority(await issueRoot(validity), request);
    return {
      issuing,
      responder: await issueResponder(issuing, validity),
      'timestamp authority': await issueTimestampAuthority(issuing, request),
    };
  };
  return {
    async credential(role) {
      made ??= make();
      const { certificatePem, keyPem } = (await made)[role];
      return { certificate: new X509Certificate(certificatePem), privateKey: createPrivateKey(keyPem) };
    },
    async crl(list) {
      made ??= make();
      const { issueCrl } = await import('./certificates.ts');
      return issueCrl((await made).issuing, { ...list, revoked: [] });
    },
  };
}
