import { randomUUID, type X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as pkijs from 'pkijs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../scripts/debian-tools.mjs';
import { type Bench, BOLD, openBench, readCertificate, signInByPush } from './relying-party.ts';

const REVOKED = 'ДА88052951';
const EXPIRED = 'ЗА75101667';

let bench: Bench;
let issuing: pkijs.Certificate;
let root: pkijs.Certificate;

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

async function fetchPem(name: string): Promise<pkijs.Certificate> {
  const pem = await (await fetch(`${bench.url}/pki/${name}.pem`)).text();
  return pkijs.Certificate.fromBER(toBuffer(Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64')));
}

beforeAll(async () => {
  bench = await openBench();
  root = await fetchPem('root');
  issuing = await fetchPem('issuing');
});
afterAll(() => bench.close());

async function certificateOf(nationalId: string): Promise<X509Certificate> {
  return readCertificate((await signInByPush(bench, nationalId)).result);
}

async function buildRequest(certificate: X509Certificate, hashAlgorithm: string): Promise<Buffer> {
  const request = new pkijs.OCSPRequest();
  await request.createForCertificate(pkijs.Certificate.fromBER(toBuffer(certificate.raw)), {
    hashAlgorithm,
    issuerCertificate: issuing,
  });
  return Buffer.from(request.toSchema(true).toBER());
}

async function readAnswer(response: Response): Promise<pkijs.BasicOCSPResponse> {
  expect(response.headers.get('content-type')).toBe('application/ocsp-response');
  const answer = pkijs.OCSPResponse.fromBER(await response.arrayBuffer());
  const bytes = answer.responseBytes?.response.valueBlock.valueHexView ?? new Uint8Array();
  return pkijs.BasicOCSPResponse.fromBER(toBuffer(bytes));
}

async function askOcsp(certificate: X509Certificate, hash: string, how: 'POST' | 'GET') {
  const request = await buildRequest(certificate, hash);
  const response =
    how === 'GET'
      ? await fetch(`${bench.url}/ocsp/${encodeURIComponent(request.toString('base64'))}`)
      : await fetch(`${bench.url}/ocsp`, {
          method: 'POST',
          headers: { 'content-type': 'application/ocsp-request' },
          body: new Uint8Array(request),
        });
  const basic = await readAnswer(response);
  const trusted = await basic.verify({ trustedCerts: [root], issuerCerts: [issuing] });
  const { status } = await basic.getCertificateStatus(
    pkijs.Certificate.fromBER(toBuffer(certificate.raw)),
    issuing,
  );
  return { trusted, status };
}

const GOOD = 0;
const IS_REVOKED = 1;

describe('OCSP', () => {
  it('answers good, signed by a responder that an independent verifier trusts', async () => {
    const certificate = await certificateOf(BOLD);
    for (const how of ['POST', 'GET'] as const) {
      for (const hash of ['SHA-1', 'SHA-256']) {
        expect(await askOcsp(certificate, hash, how)).toEqual({ trusted: true, status: GOOD });
      }
    }
  });

  it('answers revoked for a revoked certificate, and good for an expired one', async () => {
    expect(await askOcsp(await certificateOf(REVOKED), 'SHA-256', 'POST')).toEqual({
      trusted: true,
      status: IS_REVOKED,
    });
    expect((await askOcsp(await certificateOf(EXPIRED), 'SHA-256', 'POST')).status).toBe(GOOD);
  });

  it('answers malformedRequest to a broken request', async () => {
    const response = await fetch(`${bench.url}/ocsp`, {
      method: 'POST',
      headers: { 'content-type': 'application/ocsp-request' },
      body: 'nonsense',
    });
    const answer = pkijs.OCSPResponse.fromBER(await response.arrayBuffer());
    expect(answer.responseStatus.valueBlock.valueDec).toBe(1);
  });
});

describe('openssl', () => {
  async function writeCertificates(certificate: X509Certificate) {
    const path = (name: string) => join(bench.dataDir, `${name}-${randomUUID()}.pem`);
    const [leaf, rootPath, issuingPath] = [path('leaf'), path('root'), path('issuing')];
    await writeFile(leaf, certificate.toString());
    await writeFile(rootPath, await (await fetch(`${bench.url}/pki/root.pem`)).text());
    await writeFile(issuingPath, await (await fetch(`${bench.url}/pki/issuing.pem`)).text());
    return { leaf, rootPath, issuingPath };
  }

  it('verifies the chain of a valid certificate, and rejects an expired one', async () => {
    const good = await writeCertificates(await certificateOf(BOLD));
    const verifyArgs = ({ leaf, rootPath, issuingPath }: typeof good) => [
      'verify',
      '-x509_strict',
      '-CAfile',
      rootPath,
      '-untrusted',
      issuingPath,
      leaf,
    ];
    expect((await runTool('openssl', verifyArgs(good))).stdout).toContain('OK');
    const withTrustFile = await runTool('openssl', ['verify', '-CAfile', bench.trustRootsPath, good.leaf]);
    expect(withTrustFile.stdout).toContain('OK');
    const expired = await writeCertificates(await certificateOf(EXPIRED));
    await expect(runTool('openssl', verifyArgs(expired))).rejects.toThrow('certificate has expired');
  });

  it('reads the usage, policy and addresses of the protocol', async () => {
    const { leaf } = await writeCertificates(await certificateOf(BOLD));
    const { stdout } = await runTool('openssl', ['x509', '-in', leaf, '-noout', '-text']);
    expect(stdout).toMatch(/Key Usage: critical\s+Digital Signature\n/);
    expect(stdout).toContain('TLS Web Client Authentication');
    expect(stdout).toContain('Policy: 0.4.0.194112.1.0');
    expect(stdout).toContain(`OCSP - URI:${bench.url}/ocsp`);
    expect(stdout).toContain(`CA Issuers - URI:${bench.url}/pki/issuing.cer`);
  });

  it('queries the responder with a nonce and accepts the answer', async () => {
    for (const [nationalId, word] of [
      [BOLD, 'good'],
      [REVOKED, 'revoked'],
    ] as const) {
      const { leaf, rootPath, issuingPath } = await writeCertificates(await certificateOf(nationalId));
      const files = [
        '-issuer',
        issuingPath,
        '-cert',
        leaf,
        '-CAfile',
        rootPath,
        '-verify_other',
        issuingPath,
      ];
      const { stdout, stderr } = await runTool('openssl', [
        'ocsp',
        '-url',
        `${bench.url}/ocsp`,
        '-nonce',
        ...files,
      ]);
      expect(stderr).toContain('Response verify OK');
      expect(stderr).not.toContain('WARNING');
      expect(stdout).toContain(`${leaf}: ${word}`);
    }
  });
});
