import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, type Issued, issueLeaf, x509 } from '../../kernel/pki/test-pki.ts';
import { checkKeyUsage, checkSigningKeyUsage } from './check-key-usage.ts';

const { digitalSignature, nonRepudiation, keyAgreement } = x509.KeyUsageFlags;

let issuing: Issued;
beforeAll(async () => {
  issuing = (await createAuthority()).issuing;
});

describe('the key usage of an authentication certificate', () => {
  it('is digitalSignature with clientAuth', async () => {
    const leaf = await issueLeaf({ usage: digitalSignature }, issuing);
    expect(checkKeyUsage(leaf.certificate)).toEqual({ ok: true });
  });

  it('is never nonRepudiation, not even beside digitalSignature', async () => {
    for (const usage of [nonRepudiation, nonRepudiation | digitalSignature]) {
      const leaf = await issueLeaf({ usage }, issuing);
      expect(checkKeyUsage(leaf.certificate)).toEqual({ ok: false, reason: 'signing_certificate' });
    }
  });

  it('must be present and hold digitalSignature', async () => {
    for (const usage of [null, keyAgreement]) {
      const leaf = await issueLeaf({ usage }, issuing);
      expect(checkKeyUsage(leaf.certificate)).toEqual({ ok: false, reason: 'no_digital_signature' });
    }
  });

  it('must name clientAuth', async () => {
    for (const extendedUsage of [[], [x509.ExtendedKeyUsage.serverAuth]]) {
      const leaf = await issueLeaf({ extendedUsage }, issuing);
      expect(checkKeyUsage(leaf.certificate)).toEqual({ ok: false, reason: 'no_client_auth' });
    }
  });
});

describe('the key usage of a signing certificate', () => {
  it('is nonRepudiation', async () => {
    const leaf = await issueLeaf({ usage: nonRepudiation, extendedUsage: [] }, issuing);
    expect(checkSigningKeyUsage(leaf.certificate)).toEqual({ ok: true });
  });

  it('is never that of a key that also signs people in', async () => {
    const leaf = await issueLeaf({ usage: nonRepudiation | digitalSignature }, issuing);
    expect(checkSigningKeyUsage(leaf.certificate)).toEqual({
      ok: false,
      reason: 'authentication_certificate',
    });
  });

  it('must be present and hold nonRepudiation', async () => {
    for (const usage of [null, digitalSignature, keyAgreement]) {
      const leaf = await issueLeaf({ usage }, issuing);
      expect(checkSigningKeyUsage(leaf.certificate)).toEqual({ ok: false, reason: 'no_non_repudiation' });
    }
  });
});
