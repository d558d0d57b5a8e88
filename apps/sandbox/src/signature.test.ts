import { createHash, randomBytes, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Bench,
  BOLD,
  buildLink,
  etsi,
  openBench,
  readCertificate,
  signRequest,
} from './relying-party.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const DOCUMENT = 'PNOMN-101485031512-DOBO-Q';

function verifySignature(document: Buffer, result: Answer['body']): boolean {
  return verify(
    'sha256',
    document,
    { key: readCertificate(result).publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(result.signature.value, 'base64'),
  );
}

describe('signature with PIN2', () => {
  it('signs the digest itself, so that the document verifies with the SIGN certificate', async () => {
    const document = randomBytes(500);
    const request = signRequest(createHash('sha256').update(document).digest());
    const { body: start } = await bench.v3('POST', `/signature/notification/etsi/${etsi(BOLD)}`, request);
    const pin1 = await bench.control('POST', `/sessions/${start.sessionID}/approve`, { pin: '1234' });
    expect(pin1.body).toMatchObject({ type: 'wrong_pin', tries_left: 2 });
    await bench.control('POST', `/sessions/${start.sessionID}/approve`, { pin: '12345' });

    const { body: result } = await bench.poll(start.sessionID);
    expect(result).toMatchObject({ result: { endResult: 'OK', documentNumber: DOCUMENT } });
    expect(verifySignature(document, result)).toBe(true);
    expect(verifySignature(randomBytes(500), result)).toBe(false);

    const { body: known } = await bench.v3('GET', `/signature/certificate/${DOCUMENT}`);
    expect(known).toEqual({ state: 'OK', cert: result.cert });
  });

  it('works by device link with a code over the digest', async () => {
    const document = randomBytes(500);
    const digest = createHash('sha256').update(document).digest();
    const request = signRequest(digest, { initialCallbackUrl: 'http://localhost:9/back' });
    const { body: start } = await bench.v3('POST', `/signature/device-link/document/${DOCUMENT}`, request);
    const tail = createHash('sha256').update(digest).digest().subarray(-2);
    expect(Number(start.vc.value)).toBe((((tail[0] ?? 0) << 8) | (tail[1] ?? 0)) % 10_000);

    const qr = buildLink(start, request, { type: 'App2App', sessionType: 'sign' });
    const scan = await bench.control('POST', '/scan', { qr, national_id: BOLD });
    expect(scan.body).toMatchObject({ kind: 'sign', flow_type: 'App2App' });
    const approval = await bench.control('POST', `/sessions/${start.sessionID}/approve`, { pin: '12345' });
    expect(new URL(approval.body.return_url).searchParams.has('sessionSecretDigest')).toBe(true);
    expect(verifySignature(document, (await bench.poll(start.sessionID)).body)).toBe(true);
  });

  it('verifies for every digest', async () => {
    const documents = [
      Buffer.alloc(0),
      Buffer.from('0'),
      ...Array.from({ length: 20 }, () => randomBytes(9)),
    ];
    for (const document of documents) {
      const request = signRequest(createHash('sha256').update(document).digest());
      const { body: start } = await bench.v3('POST', `/signature/notification/document/${DOCUMENT}`, request);
      await bench.control('POST', `/sessions/${start.sessionID}/approve`, { pin: '12345' });
      expect(verifySignature(document, (await bench.poll(start.sessionID)).body)).toBe(true);
    }
  });

  it('rejects a digest of another length', async () => {
    const path = `/signature/notification/document/${DOCUMENT}`;
    expect((await bench.v3('POST', path, signRequest(randomBytes(31)))).status).toBe(400);
    expect((await bench.v3('POST', path, signRequest(randomBytes(48)))).status).toBe(400);
  });

  it('returns no certificate for an unknown document or a locked PIN2', async () => {
    expect((await bench.v3('GET', '/signature/certificate/PNOMN-000000000000-NONE-Q')).status).toBe(404);
    const locked = await bench.v3('GET', '/signature/certificate/PNOMN-101477063044-REAL-Q');
    expect(locked.body).toEqual({ state: 'DOCUMENT_UNUSABLE' });
  });
});
