import { createHash, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { trustProxies } from '../../../kernel/security/trusted-proxies.ts';

/** A request as the kernel or the library holds it. */
export interface CertifiedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

export type CertificateReader = (request: CertifiedRequest) => X509Certificate | undefined;

/**
 * Reads the TLS certificate of the client from the header of a trusted proxy, which verified that the client
 * holds its key. From any other peer the header proves nothing. Without a configured header nothing is read.
 */
export function createCertificateReader(
  header: string | undefined,
  trustedProxies: readonly string[],
): CertificateReader {
  const isTrusted = trustProxies(trustedProxies) || (() => false);
  const name = header?.toLowerCase();
  return ({ headers, socket }) => {
    const value = name === undefined ? undefined : headers[name];
    if (typeof value !== 'string' || value === '' || !isTrusted(socket.remoteAddress ?? '')) return undefined;
    try {
      return new X509Certificate(bytesOf(value));
    } catch {
      return undefined;
    }
  };
}

/** RFC 9440 writes DER between colons; nginx and others write URL-encoded PEM. */
function bytesOf(value: string): Buffer | string {
  const [, der] = /^:([A-Za-z0-9+/=]+):$/.exec(value) ?? [];
  return der === undefined ? decodeURIComponent(value) : Buffer.from(der, 'base64');
}

/** The value of `x5t#S256` (RFC 8705, 3.1). */
export function thumbprintOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('base64url');
}
