import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAuthority, commonName, type Issued, issue, issueLeaf, x509 } from '../../kernel/pki/test-pki.ts';
import { createAddressGuard } from '../../kernel/security/address-guard.ts';
import type { RevocationError } from '../../modules/signing/revocation-port.ts';
import { createRevocationAdapter } from './index.ts';

const DAY_MS = 86_400_000;
const now = () => new Date();
const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };

let server: Server;
let base: string;
let root: Issued;
let crl: Uint8Array;
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.writeHead(200).end(crl));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  root = await issue({ ...validity, subject: commonName('Root'), extensions: asAuthority() }, null);
});
afterAll(() => void server.close());

const leafWith = (more: x509.Extension[], ocspUrl: string | null = null) =>
  issueLeaf({ ...validity, ocspUrl, more }, root);
const listAt = (path: string) => [new x509.CRLDistributionPointsExtension([`http://${base}${path}`])];

async function signCrl(entries: x509.X509CrlEntryParams[], by = root): Promise<Uint8Array> {
  const list = await x509.X509CrlGenerator.create({
    issuer: new x509.X509Certificate(root.der).subjectName,
    thisUpdate: new Date(Date.now() - 1000),
    nextUpdate: new Date(Date.now() + DAY_MS),
    entries,
    signingKey: by.privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  });
  return new Uint8Array(list.rawData);
}

async function ask(leaf: Issued, options: { allowedHosts?: string[]; guarded?: boolean } = {}) {
  asked = [];
  const { allowedHosts = [base], guarded = false } = options;
  const guard = guarded ? { guard: createAddressGuard('revocation', []) } : {};
  return createRevocationAdapter({ allowedHosts, now, ...guard })
    .evidence(leaf.der, root.der)
    .then(
      ({ kind, revokedAt }) => ({ kind, isRevoked: revokedAt !== null }),
      (error: RevocationError) => error.failure,
    );
}

describe('a revocation list', () => {
  it('says whether the certificate is revoked', async () => {
    const leaf = await leafWith(listAt('/a.crl'));
    crl = await signCrl([]);
    expect(await ask(leaf)).toEqual({ kind: 'crl', isRevoked: false });
    const { serialNumber } = new x509.X509Certificate(leaf.der);
    crl = await signCrl([
      { serialNumber, revocationDate: new Date(), reason: x509.X509CrlReason.keyCompromise },
    ]);
    expect(await ask(leaf)).toEqual({ kind: 'crl', isRevoked: true });
  });

  it('of another key proves nothing', async () => {
    const stranger = await issue(
      { ...validity, subject: commonName('Root'), extensions: asAuthority() },
      null,
    );
    crl = await signCrl([], stranger);
    expect(await ask(await leafWith(listAt('/a.crl')))).toBe('invalid');
    crl = Buffer.from('nonsense');
    expect(await ask(await leafWith(listAt('/a.crl')))).toBe('invalid');
  });

  it('is fetched once for many certificates', async () => {
    crl = await signCrl([]);
    asked = [];
    const adapter = createRevocationAdapter({ allowedHosts: [base], now });
    for (let count = 0; count < 3; count += 1)
      await adapter.evidence((await leafWith(listAt('/once.crl'))).der, root.der);
    expect(asked).toEqual(['GET /once.crl']);
  });

  it('is fetched again for a signature that is younger', async () => {
    crl = await signCrl([]);
    asked = [];
    let clock = now();
    const adapter = createRevocationAdapter({ allowedHosts: [base], now: () => clock });
    const leaf = (await leafWith(listAt('/again.crl'))).der;
    const first = clock;
    await adapter.evidence(leaf, root.der, undefined, first);
    clock = new Date(first.getTime() + 60_000);
    await adapter.evidence(leaf, root.der, undefined, first);
    expect(asked).toEqual(['GET /again.crl']);
    await adapter.evidence(leaf, root.der, undefined, clock);
    expect(asked).toHaveLength(2);
  });

  it('of endless length is refused', async () => {
    crl = Buffer.alloc(1_000_000);
    expect(await ask(await leafWith(listAt('/a.crl')))).toBe('unavailable');
  });
});

describe('the address of a service', () => {
  it('is called only where the operator allows it', async () => {
    crl = await signCrl([]);
    const leaf = await leafWith(listAt('/a.crl'), `http://${base}/ocsp`);
    expect(await ask(leaf, { allowedHosts: ['ocsp.example:80'] })).toBe('no_address');
    expect(await ask(leaf, { allowedHosts: [], guarded: true })).toBe('unavailable');
    const named = `http://localhost:${base.split(':')[1]}/ocsp`;
    expect(await ask(await leafWith([], named), { allowedHosts: [], guarded: true })).toBe('unavailable');
    expect(await ask(await leafWith([], 'file:///etc/passwd'), { guarded: true })).toBe('unavailable');
    expect(asked).toEqual([]);
  });

  it('is missing in some certificates', async () => {
    expect(await ask(await leafWith([]))).toBe('no_address');
  });
});
