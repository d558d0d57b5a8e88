import type * as pkijs from 'pkijs';
import { ocspAddresses } from '../../kernel/pki/certificate.ts';
import { askOcsp, judgeOcspAnswer, parseOcspAnswer } from '../../kernel/pki/ocsp.ts';
import { hostWithPort } from '../pki-http/index.ts';

export type RevocationCheck =
  | { ok: true }
  | {
      ok: false;
      reason:
        | 'no_ocsp_address'
        | 'ocsp_host_not_allowed'
        | 'ocsp_unreachable'
        | 'ocsp_signer_not_authorised'
        | 'ocsp_nonce_differs'
        | 'ocsp_for_another_certificate'
        | 'ocsp_stale'
        | 'unknown_to_ocsp'
        | 'revoked';
    };

export interface RevocationInput {
  leaf: pkijs.Certificate;
  issuer: pkijs.Certificate;
  now: Date;
  /** `host:port`, lower case. */
  allowedHosts: ReadonlySet<string>;
  /** Undefined when the responder could not be reached or did not answer 200. */
  post: (url: URL, request: Uint8Array) => Promise<Uint8Array | undefined>;
}

/**
 * RFC 6960. The address comes from the certificate, so only hosts that the operator allows are called:
 * otherwise a certificate could make this server call any address inside its network (SSRF).
 */
export async function checkRevocation(input: RevocationInput): Promise<RevocationCheck> {
  const addresses = ocspAddresses(input.leaf).filter((address) => URL.canParse(address));
  if (addresses.length === 0) return { ok: false, reason: 'no_ocsp_address' };
  const url = addresses
    .map((address) => new URL(address))
    .find((address) => isAllowed(address, input.allowedHosts));
  if (!url) return { ok: false, reason: 'ocsp_host_not_allowed' };

  const { question, request } = await askOcsp(input.leaf, input.issuer);
  const der = await input.post(url, request);
  const answer = der && parseOcspAnswer(der);
  if (!answer) return { ok: false, reason: 'ocsp_unreachable' };
  const verdict = await judgeOcspAnswer(answer, { ...question, issuer: input.issuer, now: input.now });
  if (verdict.status === 'good') return { ok: true };
  return { ok: false, reason: verdict.status === 'revoked' ? 'revoked' : verdict.reason };
}

function isAllowed(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  return (url.protocol === 'http:' || url.protocol === 'https:') && allowedHosts.has(hostWithPort(url));
}
