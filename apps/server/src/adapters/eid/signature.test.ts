import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@tamga/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EidPort, EidSignatureSession } from '../../modules/identity/eid-port.ts';
import { createEidAdapter, type EidAdapterOptions } from './index.ts';

/** PIN2 against the sandbox provider, over HTTP, with real certificates and OCSP. */

const RP = {
  rpUuid: '7a1f0a4e-5f0c-4a5e-9d0b-0f4f7c6f2a11',
  rpName: 'Тамга',
  rpSecret: 'a secret of the tests',
};
const bold = { civilId: '101485031512', nationalId: 'УБ85031512' };
const digest = createHash('sha256').update('what is agreed to').digest();
const text = 'Тамга: зөвшөөрөх үү?';

let dataDir: string;
let sandbox: Sandbox;
let eid: EidPort;
const now = () => new Date();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tamga-sign-'));
  sandbox = await startSandbox({
    host: 'localhost',
    port: 0,
    dataDir,
    environment: 'test',
    smtpPort: null,
    ...RP,
    now,
  });
  eid = await adapterWith({});
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});
afterEach(() => control('DELETE', 'faults'));

async function adapterWith(change: Partial<EidAdapterOptions>): Promise<EidPort> {
  return createEidAdapter({
    ...RP,
    baseUrl: `${sandbox.url}/v3`,
    scheme: 'mn-eid',
    level: 'QUALIFIED',
    displayText: 'Sign in?',
    trustRootsPem: await readFile(sandbox.trustRootsPath, 'utf8'),
    ocsp: 'required',
    ocspAllowedHosts: [],
    now,
    ...change,
  });
}

async function control(method: string, path: string, body?: object) {
  const response = await fetch(`${sandbox.url}/control/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const answer = await response.text();
  return { status: response.status, body: answer ? JSON.parse(answer) : null };
}

const start = (signer: Parameters<EidPort['startSignature']>[0]['signer'] = bold, port = eid) =>
  port.startSignature({ signer, digest, displayText: text });
const approve = (session: EidSignatureSession, pin = '12345') =>
  control('POST', `sessions/${session.providerSessionId}/approve`, { pin });
const poll = (session: EidSignatureSession, port = eid) =>
  port.pollSignature(session, { holdMs: 1000, signal: new AbortController().signal });
async function approved(signer: Parameters<EidPort['startSignature']>[0]['signer'] = bold, port = eid) {
  const session = await start(signer, port);
  await approve(session);
  return poll(session, port);
}

describe('a PIN2 signature', () => {
  it('is requested with our text and code, waits, and is proven once PIN2 was entered', async () => {
    const session = await start();
    expect(JSON.parse(JSON.stringify(session))).toEqual(session);
    const { items } = (await control('GET', `sessions?national_id=${encodeURIComponent(bold.nationalId)}`))
      .body;
    expect(items).toEqual([
      expect.objectContaining({ kind: 'sign', text, verification_code: session.verificationCode }),
    ]);
    expect(await poll(session)).toEqual({ state: 'PENDING' });
    expect((await approve(session, '1234')).body).toMatchObject({ type: 'wrong_pin' });
    await approve(session);
    const done = await poll(session);
    expect(done).toEqual({
      state: 'COMPLETE',
      signature: {
        value: expect.any(String),
        certificate: expect.any(String),
        certificateSerial: expect.stringMatching(/^[1-9a-f][0-9a-f]*$/),
        level: 'QUALIFIED',
        documentNumber: 'PNOMN-101485031512-DOBO-Q',
      },
    });
  });

  it('reaches a person by their document when the register number is not known', async () => {
    const signer = {
      civilId: bold.civilId,
      nationalId: null,
      documentNumber: 'PNOMN-101485031512-DOBO-Q',
    } as const;
    expect(await approved(signer)).toMatchObject({ state: 'COMPLETE' });
  });

  it('is refused from any person but the one an earlier sign-in proved', async () => {
    expect(await approved({ ...bold, civilId: '101490072324' })).toEqual({
      state: 'REFUSED',
      reason: 'wrong_person',
    });
    await control('POST', 'faults', { kind: 'wrong_person' });
    expect(await approved()).toEqual({ state: 'REFUSED', reason: 'wrong_person' });
  });

  it('is refused when it covers another digest', async () => {
    await control('POST', 'faults', { kind: 'bad_signature' });
    expect(await approved()).toEqual({ state: 'REFUSED', reason: 'bad_signature' });
    const session = await start();
    await approve(session);
    expect(await poll({ ...session, digest: randomBytes(32).toString('base64') })).toEqual({
      state: 'REFUSED',
      reason: 'bad_signature',
    });
    expect(await poll(session)).toMatchObject({ state: 'COMPLETE' });
  });

  it('is never accepted from a PIN1 sign-in session', async () => {
    const session = await start();
    const signIn = await eid.startNotification({ nationalId: bold.nationalId });
    await control('POST', `sessions/${signIn.providerSessionId}/approve`, { pin: '1234' });
    expect(await poll({ ...session, providerSessionId: signIn.providerSessionId })).toEqual({
      state: 'REFUSED',
      reason: 'certificate_untrusted',
    });
  });

  it('cannot be used to sign in', async () => {
    const session = await start();
    await approve(session);
    const signIn = await eid.startNotification({ nationalId: bold.nationalId });
    const answer = await eid.poll(
      { ...signIn, providerSessionId: session.providerSessionId },
      { holdMs: 1000, userChallengeVerifier: null, signal: new AbortController().signal },
    );
    expect(answer).toEqual({ state: 'REFUSED', reason: 'protocol_failure' });
  });

  it('is refused with a revoked or expired certificate', async () => {
    expect(await approved({ civilId: '101488052951', nationalId: 'ДА88052951' })).toEqual({
      state: 'REFUSED',
      reason: 'certificate_revoked',
    });
    expect(await approved({ civilId: '101475101667', nationalId: 'ЗА75101667' })).toEqual({
      state: 'REFUSED',
      reason: 'certificate_expired',
    });
  });

  it('is at least qualified, even where ADVANCED may sign in', async () => {
    const lenient = await adapterWith({ level: 'ADVANCED' });
    const advanced = { civilId: '101483071119', nationalId: 'ОР83071119' };
    expect((await start(advanced, lenient)).level).toBe('QUALIFIED');
    await control('POST', 'faults', { kind: 'low_level' });
    expect(await approved(advanced, lenient)).toEqual({ state: 'REFUSED', reason: 'level_too_low' });
    expect((await start(bold, await adapterWith({ level: 'QSCD' }))).level).toBe('QSCD');
  });

  it("ends with the person's decision or the timeout", async () => {
    for (const [action, end] of [
      ['refuse', { state: 'REFUSED', reason: 'user_refused' }],
      ['timeout', { state: 'EXPIRED' }],
    ] as const) {
      const session = await start();
      await control('POST', `sessions/${session.providerSessionId}/${action}`);
      expect(await poll(session)).toEqual(end);
    }
  });

  it('waits while the responder is down, and is proven afterwards', async () => {
    await control('POST', 'faults', { kind: 'ocsp_down' });
    const session = await start();
    await approve(session);
    await expect(poll(session)).rejects.toMatchObject({ failure: 'unavailable' });
    expect(await poll(session)).toMatchObject({ state: 'COMPLETE' });
  });

  it('reports an unreachable person, and never sends a text that would be truncated', async () => {
    await expect(start({ civilId: '1', nationalId: 'АР96022582' })).rejects.toMatchObject({
      failure: 'unknown_person',
    });
    await expect(eid.startSignature({ signer: bold, digest, displayText: 'x'.repeat(61) })).rejects.toThrow(
      '60',
    );
  });
});
