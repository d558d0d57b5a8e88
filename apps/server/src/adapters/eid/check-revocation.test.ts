import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  commonName,
  createAuthority,
  daysFromNow,
  type Issued,
  issueLeaf,
  issueResponder,
  NOW,
  nonceOfRequest,
  type OcspAnswer,
  signOcspAnswer,
  x509,
} from '../../kernel/pki/test-pki.ts';
import { checkRevocation, type RevocationInput } from './check-revocation.ts';

let authority: Awaited<ReturnType<typeof createAuthority>>;
let leaf: Issued;
beforeAll(async () => {
  authority = await createAuthority();
  leaf = await issueLeaf({}, authority.issuing);
});

/** Checks `leaf`; the responder gives the wanted answer, by default about the same certificate. */
function ask(answer: Partial<OcspAnswer>, change: Partial<RevocationInput> = {}) {
  return checkRevocation({
    leaf: leaf.certificate,
    issuer: authority.issuing.certificate,
    now: NOW,
    allowedHosts: new Set(['ocsp.test:8080']),
    post: () =>
      signOcspAnswer({ about: leaf, issuer: authority.issuing, signer: authority.responder, ...answer }),
    ...change,
  });
}

describe('an OCSP answer', () => {
  it('accepts the certificate when a delegated responder says good', async () => {
    expect(await ask({})).toEqual({ ok: true });
  });

  it('accepts the certificate when the issuer itself signed the answer, with or without its certificate', async () => {
    expect(await ask({ signer: authority.issuing })).toEqual({ ok: true });
    expect(await ask({ signer: authority.issuing, withCertificate: false })).toEqual({ ok: true });
  });

  it('refuses a revoked and an unknown certificate', async () => {
    expect(await ask({ status: 'revoked' })).toEqual({ ok: false, reason: 'revoked' });
    expect(await ask({ status: 'unknown' })).toEqual({ ok: false, reason: 'unknown_to_ocsp' });
  });

  it('refuses a stale answer and one from the future', async () => {
    const stale = { ok: false, reason: 'ocsp_stale' };
    expect(await ask({ thisUpdate: daysFromNow(-3), nextUpdate: daysFromNow(-2) })).toEqual(stale);
    expect(await ask({ thisUpdate: daysFromNow(-1), nextUpdate: null })).toEqual(stale);
    expect(await ask({ thisUpdate: daysFromNow(1), nextUpdate: daysFromNow(2) })).toEqual(stale);
    expect(await ask({ thisUpdate: NOW, nextUpdate: null })).toEqual({ ok: true });
  });

  it('refuses a good answer about another certificate', async () => {
    const about = await issueLeaf({}, authority.issuing);
    expect(await ask({ about })).toEqual({ ok: false, reason: 'ocsp_for_another_certificate' });
  });

  it('refuses the same serial number under another issuer', async () => {
    const stranger = await createAuthority();
    expect(await ask({ issuer: stranger.issuing })).toEqual({
      ok: false,
      reason: 'ocsp_for_another_certificate',
    });
  });

  it('refuses an unknown signer', async () => {
    const stranger = await createAuthority();
    const unauthorised = { ok: false, reason: 'ocsp_signer_not_authorised' };
    expect(await ask({ signer: stranger.responder })).toEqual(unauthorised);
    expect(await ask({ signer: stranger.issuing })).toEqual(unauthorised);
  });

  it('refuses a signer of the same issuer that is not authorised for OCSP', async () => {
    const unauthorised = { ok: false, reason: 'ocsp_signer_not_authorised' };
    expect(await ask({ signer: leaf })).toEqual(unauthorised);
    const other = await issueResponder(
      { extendedUsage: [x509.ExtendedKeyUsage.clientAuth] },
      authority.issuing,
    );
    expect(await ask({ signer: other })).toEqual(unauthorised);
    const expired = await issueResponder(
      { notBefore: daysFromNow(-9), notAfter: daysFromNow(-1) },
      authority.issuing,
    );
    expect(await ask({ signer: expired })).toEqual(unauthorised);
    const above = await issueResponder({ subject: commonName('Root OCSP') }, authority.root);
    expect(await ask({ signer: above })).toEqual(unauthorised);
  });

  it('refuses an answer signed with SHA-1', async () => {
    expect(await ask({ signingHash: 'SHA-1' })).toEqual({ ok: false, reason: 'ocsp_signer_not_authorised' });
  });

  it('may echo our nonce or none, but no other', async () => {
    const about = { about: leaf, issuer: authority.issuing, signer: authority.responder };
    const echo = (_url: URL, request: Uint8Array) =>
      signOcspAnswer({ ...about, nonce: nonceOfRequest(request) });
    expect(await ask({}, { post: echo })).toEqual({ ok: true });
    expect(await ask({ nonce: randomBytes(32) })).toEqual({ ok: false, reason: 'ocsp_nonce_differs' });
  });

  it('that is missing, broken or «try later» counts as no answer', async () => {
    const unreachable = { ok: false, reason: 'ocsp_unreachable' };
    const tryLater = new Uint8Array([0x30, 0x03, 0x0a, 0x01, 0x03]);
    for (const der of [undefined, new Uint8Array(), new Uint8Array([1, 2, 3]), tryLater])
      expect(await ask({}, { post: async () => der })).toEqual(unreachable);
  });

  it('is requested only from an allowed address', async () => {
    let asked = 0;
    const post = async () => {
      asked += 1;
      return undefined;
    };
    const at = async (ocspUrl: string | null) => {
      const { certificate } = await issueLeaf({ ocspUrl }, authority.issuing);
      return ask({}, { leaf: certificate, post });
    };
    expect(await at(null)).toEqual({ ok: false, reason: 'no_ocsp_address' });
    for (const url of [
      'http://169.254.169.254/latest',
      'http://ocsp.test/ocsp',
      'http://ocsp.test:8080@elsewhere.test/',
      'ftp://ocsp.test:8080/ocsp',
    ])
      expect(await at(url)).toEqual({ ok: false, reason: 'ocsp_host_not_allowed' });
    expect(asked).toBe(0);
  });
});
