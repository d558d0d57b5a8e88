import { beforeAll, describe, expect, it } from 'vitest';
import { parseCertificate } from './certificate.ts';
import { checkChain, readTrustStore } from './check-chain.ts';
import {
  asAuthority,
  commonName,
  createAuthority,
  daysFromNow,
  ecKey,
  type Issued,
  issue,
  issueLeaf,
  NOW,
  x509,
} from './test-pki.ts';

let authority: Awaited<ReturnType<typeof createAuthority>>;
beforeAll(async () => {
  authority = await createAuthority();
});

function check(leaf: Issued, pem = authority.trustPem) {
  return checkChain(leaf.certificate, readTrustStore(pem), NOW);
}

describe('the certificate chain', () => {
  it('accepts a leaf of the issuing CA below a pinned root and names the issuer', async () => {
    const result = await check(await issueLeaf({}, authority.issuing));
    expect(result).toMatchObject({
      ok: true,
      issuer: { serialNumber: authority.issuing.certificate.serialNumber },
    });
  });

  it('distinguishes an expired leaf from an untrusted one', async () => {
    const leaf = await issueLeaf(
      { notBefore: daysFromNow(-10), notAfter: daysFromNow(-1) },
      authority.issuing,
    );
    expect(await check(leaf)).toEqual({ ok: false, reason: 'expired' });
  });

  it('refuses a leaf that is not yet valid', async () => {
    const leaf = await issueLeaf({ notBefore: daysFromNow(1) }, authority.issuing);
    expect(await check(leaf)).toEqual({ ok: false, reason: 'not_yet_valid' });
  });

  it('refuses a leaf whose issuing CA is out of date', async () => {
    const old = await issue(
      {
        subject: commonName('Old CA'),
        extensions: asAuthority(),
        notBefore: daysFromNow(-9),
        notAfter: daysFromNow(-2),
      },
      authority.root,
    );
    const leaf = await issueLeaf({}, old);
    expect(await check(leaf, authority.root.pem + old.pem)).toEqual({
      ok: false,
      reason: 'issuer_out_of_date',
    });
  });

  it('uses the renewed issuing CA when the expired one is still in the file', async () => {
    const subject = commonName('Renewed CA');
    const key = ecKey();
    const extensions = asAuthority();
    const old = await issue(
      { subject, key, extensions, notBefore: daysFromNow(-9), notAfter: daysFromNow(-2) },
      authority.root,
    );
    const renewed = await issue({ subject, key, extensions }, authority.root);
    const leaf = await issueLeaf({}, renewed);
    for (const order of [old.pem + renewed.pem, renewed.pem + old.pem])
      expect(await check(leaf, authority.root.pem + order)).toMatchObject({ ok: true });
  });

  it('refuses a leaf of a root that is not pinned, however similar', async () => {
    const stranger = await createAuthority();
    expect(await check(await issueLeaf({}, stranger.issuing))).toEqual({
      ok: false,
      reason: 'no_path_to_a_root',
    });
  });

  it('refuses an intermediate whose root is not in the file', async () => {
    const stranger = await createAuthority();
    const leaf = await issueLeaf({}, stranger.issuing);
    expect(await check(leaf, authority.root.pem + stranger.issuing.pem)).toEqual({
      ok: false,
      reason: 'no_path_to_a_root',
    });
  });

  it('refuses a certificate that a person issued with their own leaf', async () => {
    const person = await issueLeaf({}, authority.issuing);
    const forged = await issueLeaf({ civilId: '2002' }, person);
    expect(await check(forged)).toEqual({ ok: false, reason: 'no_path_to_a_root' });
    // This holds even when the operator put that leaf into the file by mistake.
    expect(await check(forged, authority.trustPem + person.pem)).toEqual({
      ok: false,
      reason: 'issuer_is_not_a_ca',
    });
  });

  it('refuses an issuer with basicConstraints but without keyCertSign', async () => {
    const weak = await issue(
      {
        subject: commonName('Half a CA'),
        extensions: [
          new x509.BasicConstraintsExtension(true, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        ],
      },
      authority.root,
    );
    const leaf = await issueLeaf({}, weak);
    expect(await check(leaf, authority.root.pem + weak.pem)).toEqual({
      ok: false,
      reason: 'issuer_is_not_a_ca',
    });
  });

  it('refuses an issuer without any keyUsage', async () => {
    const bare = await issue(
      {
        subject: commonName('Bare CA'),
        extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
      },
      authority.root,
    );
    const leaf = await issueLeaf({}, bare);
    expect(await check(leaf, authority.root.pem + bare.pem)).toEqual({
      ok: false,
      reason: 'issuer_is_not_a_ca',
    });
  });

  it('refuses a CA below one whose path length forbids it', async () => {
    const below = await issue({ subject: commonName('Below'), extensions: asAuthority() }, authority.issuing);
    const leaf = await issueLeaf({}, below);
    expect(await check(leaf, authority.trustPem + below.pem)).toEqual({ ok: false, reason: 'path_too_long' });
  });

  it("refuses a CA certificate presented as a person's", async () => {
    for (const ca of [authority.issuing, authority.root]) {
      expect(await check(ca)).toEqual({ ok: false, reason: 'leaf_is_a_ca' });
    }
  });

  it('refuses a leaf signed with SHA-1', async () => {
    const leaf = await issueLeaf({ signingHash: 'SHA-1' }, authority.issuing);
    expect(await check(leaf)).toEqual({ ok: false, reason: 'weak_certificate_signature' });
  });

  it('refuses a leaf with an unknown critical extension', async () => {
    const more = [new x509.Extension('1.2.3.4.5', true, new Uint8Array([5, 0]))];
    expect(await check(await issueLeaf({ more }, authority.issuing))).toEqual({
      ok: false,
      reason: 'unknown_critical_extension',
    });
  });

  it('refuses a self-signed leaf', async () => {
    const own = await issue({ subject: commonName('Me') }, null);
    expect(await check(own)).toEqual({ ok: false, reason: 'no_path_to_a_root' });
  });

  it('refuses a leaf whose bytes were changed after issuing', async () => {
    const leaf = await issueLeaf({ civilId: '1001' }, authority.issuing);
    const der = Buffer.from(leaf.der);
    der.write('CI:MN-9009', der.indexOf('CI:MN-1001'));
    const certificate = parseCertificate(der);
    if (!certificate) throw new Error('the change broke the encoding');
    expect(await checkChain(certificate, readTrustStore(authority.trustPem), NOW)).toEqual({
      ok: false,
      reason: 'no_path_to_a_root',
    });
  });
});

describe('the trust file', () => {
  it('needs a root, and the error says so', () => {
    expect(() => readTrustStore('')).toThrow(/self-signed root/);
    expect(() => readTrustStore(authority.issuing.pem)).toThrow(/self-signed root/);
  });

  it('names the block that cannot be parsed', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    expect(() => readTrustStore(authority.root.pem + broken)).toThrow(/Certificate 2/);
  });
});

describe('reading a certificate', () => {
  it('refuses bytes after the certificate', async () => {
    const leaf = await issueLeaf({}, authority.issuing);
    expect(parseCertificate(Buffer.concat([leaf.der, Buffer.from([0])]))).toBeUndefined();
    expect(parseCertificate(Buffer.from('not a certificate'))).toBeUndefined();
  });
});
