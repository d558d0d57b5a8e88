import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@tamga/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EidPort, EidSession } from '../../modules/identity/eid-port.ts';
import { createEidAdapter, type EidAdapterOptions } from './index.ts';

/** The adapter against the sandbox provider, over HTTP, with real certificates and OCSP. */

const RP = {
  rpUuid: '7a1f0a4e-5f0c-4a5e-9d0b-0f4f7c6f2a11',
  rpName: 'Тамга',
  rpSecret: 'a secret of the tests',
};
const PUBLIC_RP_UUID = '00000000-0000-4000-8000-000000000002';
const CALLBACK = 'https://portal.test/auth/eid/callback?nonce=1';

const BOLD = 'УБ85031512';
const QSCD = 'СЭ81091448';
const REVOKED = 'ДА88052951';
const EXPIRED = 'ЗА75101667';
const NO_DEVICE = 'АР96022582';
const ADVANCED = 'ОР83071119';
const LOCKED = 'ГО77063044';

let dataDir: string;
let sandbox: Sandbox;
let eid: EidPort;
/** Offset from the true time, for one test at a time. */
let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tamga-eid-'));
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
afterEach(async () => {
  offsetMs = 0;
  await control('DELETE', 'faults');
});

async function adapterWith(change: Partial<EidAdapterOptions>): Promise<EidPort> {
  return createEidAdapter({
    ...RP,
    baseUrl: `${sandbox.url}/v3`,
    scheme: 'mn-eid',
    level: 'QUALIFIED',
    displayText: 'Tamga: нэвтрэх үү?',
    trustRootsPem: await readFile(sandbox.trustRootsPath, 'utf8'),
    ocsp: 'required',
    ocspAllowedHosts: [],
    now,
    ...change,
  });
}

async function control(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${sandbox.url}/control/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

const addFault = (fault: object) => control('POST', 'faults', fault);
const scan = (qr: string, nationalId: string) => control('POST', 'scan', { qr, national_id: nationalId });
const approve = (session: EidSession) =>
  control('POST', `sessions/${session.providerSessionId}/approve`, { pin: '1234' });

function poll(session: EidSession, port = eid, userChallengeVerifier: string | null = null, holdMs = 1000) {
  return port.poll(session, { holdMs, userChallengeVerifier, signal: new AbortController().signal });
}

async function pushAndApprove(nationalId: string, port = eid) {
  const session = await port.startNotification({ nationalId });
  await approve(session);
  return poll(session, port);
}

describe('sign-in by QR', () => {
  it('goes from pending over scanned to a proven identity', async () => {
    const session = await eid.startDeviceLink({ callbackUrl: null });
    expect(session).toMatchObject({ kind: 'device-link', nationalId: null, level: 'QUALIFIED' });
    expect(JSON.parse(JSON.stringify(session))).toEqual(session);
    const waiting = poll(session);
    const { text, expiresInSeconds } = eid.qr(session, now(), 'mn');
    expect(expiresInSeconds).toBeGreaterThan(0);
    expect((await scan(text, BOLD)).status).toBe(200);
    expect(await waiting).toEqual({ state: 'PENDING', scanned: true, returnRequired: false });
    await approve(session);
    expect(await poll(session)).toEqual({
      state: 'COMPLETE',
      identity: {
        civilId: '101485031512',
        nationalId: BOLD,
        givenName: 'Болд',
        surname: 'Дорж',
        givenNameEn: 'Bold',
        surnameEn: 'Dorj',
        documentNumber: 'PNOMN-101485031512-DOBO-Q',
        level: 'QUALIFIED',
        flowType: 'QR',
        certificate: {
          serial: expect.stringMatching(/^[1-9a-f][0-9a-f]*$/),
          notBefore: expect.stringMatching(/Z$/),
          notAfter: expect.stringMatching(/Z$/),
          issuer: 'Sandbox eID Issuing CA',
          keyType: 'ECDSA P-256',
        },
      },
    });
  });

  it('shows a new authentic QR each second and rejects an old one', async () => {
    const session = await eid.startDeviceLink({ callbackUrl: null });
    const first = eid.qr(session, now(), 'en').text;
    offsetMs = 30_000;
    const later = eid.qr(session, now(), 'en').text;
    expect(later).not.toBe(first);
    expect((await scan(first, BOLD)).body).toMatchObject({ status: 400 });
    expect((await scan(later.replace('lang=eng', 'lang=mon'), BOLD)).status).toBe(400);
    expect((await scan(later, BOLD)).status).toBe(200);
  });

  it('needs no return when the QR of a session with a callback was scanned', async () => {
    const session = await eid.startDeviceLink({ callbackUrl: CALLBACK });
    await scan(eid.qr(session, now(), 'mn').text, BOLD);
    await approve(session);
    expect(await poll(session)).toMatchObject({ state: 'COMPLETE', identity: { flowType: 'QR' } });
  });
});

describe('sign-in on the same device', () => {
  async function approveByLink() {
    const session = await eid.startDeviceLink({ callbackUrl: CALLBACK });
    expect((await scan(eid.deepLink(session, 'mn'), BOLD)).status).toBe(200);
    const { return_url } = (await approve(session)).body as { return_url: string };
    return { session, verifier: new URL(return_url).searchParams.get('userChallengeVerifier') };
  }

  it('completes only with the verifier that the app returned', async () => {
    const { session, verifier } = await approveByLink();
    const waiting = { state: 'PENDING', scanned: true, returnRequired: true };
    expect(await poll(session)).toEqual(waiting);
    expect(await poll(session)).toEqual(waiting);
    expect(await poll(session, eid, verifier)).toMatchObject({
      state: 'COMPLETE',
      identity: { flowType: 'Web2App' },
    });
  });

  it('is refused with the verifier of another session', async () => {
    const mine = await approveByLink();
    const other = await approveByLink();
    expect(await poll(mine.session, eid, other.verifier)).toEqual({
      state: 'REFUSED',
      reason: 'wrong_return',
    });
  });
});

describe('sign-in by notification', () => {
  it('completes for the requested person', async () => {
    const session = await eid.startNotification({ nationalId: 'уб85031512' });
    expect(session).toMatchObject({ kind: 'notification', nationalId: BOLD, device: null });
    expect(session.verificationCode).toMatch(/^\d{4}$/);
    const seen = (await control('GET', `sessions?national_id=${encodeURIComponent(BOLD)}`)).body as {
      items: { id: string; verification_code: string }[];
    };
    expect(seen.items.find((item) => item.id === session.providerSessionId)?.verification_code).toBe(
      session.verificationCode,
    );
    await approve(session);
    expect(await poll(session)).toMatchObject({ state: 'COMPLETE', identity: { flowType: 'Notification' } });
  });

  it('has no national id for a relying party without permission for it', async () => {
    const publicParty = await adapterWith({ rpUuid: PUBLIC_RP_UUID });
    expect(await pushAndApprove(BOLD, publicParty)).toMatchObject({
      state: 'COMPLETE',
      identity: { nationalId: null, civilId: '101485031512' },
    });
  });

  it('answers alike for an unknown person and a person without a device', async () => {
    for (const nationalId of ['ЯЯ00000000', NO_DEVICE])
      await expect(eid.startNotification({ nationalId })).rejects.toMatchObject({
        failure: 'unknown_person',
      });
  });

  it('never leaves its path', async () => {
    for (const nationalId of ['../../session/x', 'УБ85031512?x=1', 'УБ85031512/..'])
      await expect(eid.startNotification({ nationalId })).rejects.toMatchObject({ failure: 'rejected' });
  });
});

describe('special citizens', () => {
  it('signs a QSCD certificate in as QSCD', async () => {
    expect(await pushAndApprove(QSCD)).toMatchObject({ state: 'COMPLETE', identity: { level: 'QSCD' } });
  });

  it('refuses a revoked certificate', async () => {
    expect(await pushAndApprove(REVOKED)).toEqual({ state: 'REFUSED', reason: 'certificate_revoked' });
  });

  it('admits the revoked certificate only when revocation is switched off', async () => {
    const careless = await adapterWith({ ocsp: 'off' });
    expect(await pushAndApprove(REVOKED, careless)).toMatchObject({ state: 'COMPLETE' });
  });

  it('refuses an expired certificate', async () => {
    expect(await pushAndApprove(EXPIRED)).toEqual({ state: 'REFUSED', reason: 'certificate_expired' });
  });

  it('refuses a level below the requested one, even when the provider does not', async () => {
    expect(await pushAndApprove(ADVANCED)).toEqual({ state: 'REFUSED', reason: 'document_unusable' });
    await addFault({ kind: 'low_level' });
    expect(await pushAndApprove(ADVANCED)).toEqual({ state: 'REFUSED', reason: 'level_too_low' });
    const modest = await adapterWith({ level: 'ADVANCED' });
    expect(await pushAndApprove(ADVANCED, modest)).toMatchObject({
      state: 'COMPLETE',
      identity: { level: 'ADVANCED' },
    });
  });

  it('refuses a person whose PIN is locked', async () => {
    expect(await pushAndApprove(LOCKED)).toEqual({ state: 'REFUSED', reason: 'document_unusable' });
  });
});

describe('how a session ends', () => {
  it.each([
    ['USER_REFUSED', 'user_refused'],
    ['USER_REFUSED_INTERACTION', 'user_refused'],
    ['WRONG_VC', 'wrong_code'],
    ['DOCUMENT_UNUSABLE', 'document_unusable'],
    ['PROTOCOL_FAILURE', 'protocol_failure'],
  ])('reports %s as %s', async (endResult, reason) => {
    const session = await eid.startNotification({ nationalId: BOLD });
    await control('POST', `sessions/${session.providerSessionId}/refuse`, { end_result: endResult });
    expect(await poll(session)).toEqual({ state: 'REFUSED', reason });
  });

  it('is EXPIRED when the person did not answer', async () => {
    const session = await eid.startNotification({ nationalId: BOLD });
    await control('POST', `sessions/${session.providerSessionId}/timeout`);
    expect(await poll(session)).toEqual({ state: 'EXPIRED' });
  });

  it('is unknown after the provider has forgotten it', async () => {
    const session = await eid.startNotification({ nationalId: BOLD });
    offsetMs = 3_600_000;
    await expect(poll(session)).rejects.toMatchObject({ failure: 'unknown_session' });
  });
});

describe('a provider that lies or fails', () => {
  it('is refused with a signature over other data', async () => {
    await addFault({ kind: 'bad_signature' });
    expect(await pushAndApprove(BOLD)).toEqual({ state: 'REFUSED', reason: 'bad_signature' });
  });

  it('is refused with the data of another person', async () => {
    await addFault({ kind: 'wrong_person' });
    expect(await pushAndApprove(BOLD)).toEqual({ state: 'REFUSED', reason: 'wrong_person' });
  });

  it('is refused with the answer of another session', async () => {
    const mine = await eid.startDeviceLink({ callbackUrl: null });
    const other = await eid.startDeviceLink({ callbackUrl: null });
    await scan(eid.qr(other, now(), 'mn').text, BOLD);
    await approve(other);
    const swapped = { ...mine, providerSessionId: other.providerSessionId };
    expect(await poll(swapped)).toEqual({ state: 'REFUSED', reason: 'bad_signature' });
  });

  it('is refused when it answers by another flow than was started', async () => {
    const session = await eid.startNotification({ nationalId: BOLD });
    await approve(session);
    expect(await poll({ ...session, kind: 'device-link', nationalId: null })).toEqual({
      state: 'REFUSED',
      reason: 'wrong_flow',
    });
  });

  it('is refused when its root is not pinned', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tamga-eid-'));
    const stranger = await startSandbox({
      host: 'localhost',
      port: 0,
      dataDir: directory,
      environment: 'test',
      smtpPort: null,
      ...RP,
    });
    try {
      const trustRootsPem = await readFile(stranger.trustRootsPath, 'utf8');
      const misled = await adapterWith({ trustRootsPem });
      expect(await pushAndApprove(BOLD, misled)).toEqual({
        state: 'REFUSED',
        reason: 'certificate_untrusted',
      });
    } finally {
      await stranger.close();
      await rm(directory, { recursive: true });
    }
  });

  it('is refused when its certificates name an OCSP address that is not allowed', async () => {
    const strict = await adapterWith({ ocspAllowedHosts: ['ocsp.example:80'] });
    expect(await pushAndApprove(BOLD, strict)).toEqual({ state: 'REFUSED', reason: 'certificate_untrusted' });
  });

  it('is unavailable, not refused, while OCSP is down; the same session completes afterwards', async () => {
    const session = await eid.startNotification({ nationalId: BOLD });
    await approve(session);
    await addFault({ kind: 'ocsp_down' });
    await expect(poll(session)).rejects.toMatchObject({ failure: 'unavailable' });
    expect(await poll(session)).toMatchObject({ state: 'COMPLETE' });
  });

  it('is retried once when it drops a poll, and never when it drops a start', async () => {
    const session = await eid.startNotification({ nationalId: BOLD });
    await approve(session);
    await addFault({ kind: 'drop', on: 'poll' });
    expect(await poll(session)).toMatchObject({ state: 'COMPLETE' });
    await addFault({ kind: 'drop', on: 'poll', count: 2 });
    await expect(poll(session)).rejects.toMatchObject({ failure: 'unavailable' });
    await addFault({ kind: 'drop', on: 'start' });
    await expect(eid.startNotification({ nationalId: BOLD })).rejects.toMatchObject({
      failure: 'unavailable',
    });
  });

  it('has distinct errors for each failure', async () => {
    const port = await adapterWith({});
    const failures: unknown[] = [];
    for (const status of [500, 503, 480, 580, 400, 401, 403, 429]) {
      await addFault({ kind: 'error', on: 'start', status });
      failures.push(await port.startDeviceLink({ callbackUrl: null }).catch((error: unknown) => error));
    }
    expect(failures.map((error) => (error as { failure: string }).failure)).toEqual([
      ...Array(4).fill('unavailable'),
      ...Array(4).fill('rejected'),
    ]);
  });

  it('may be slow', async () => {
    await addFault({ kind: 'delay', on: 'start', ms: 50 });
    await expect(eid.startDeviceLink({ callbackUrl: null })).resolves.toMatchObject({ kind: 'device-link' });
  });

  it('opens the breaker for ten seconds after five failures, then gets one trial', async () => {
    const port = await adapterWith({});
    const start = () => port.startDeviceLink({ callbackUrl: null });
    await addFault({ kind: 'error', on: 'start', status: 503, count: 5 });
    for (let i = 0; i < 5; i++) await expect(start()).rejects.toMatchObject({ failure: 'unavailable' });
    await expect(start()).rejects.toThrow(/left alone/);
    offsetMs = 11_000;
    await expect(start()).resolves.toMatchObject({ kind: 'device-link' });
  });
});

describe('the probe', () => {
  it('resolves when the address and the credentials are right', async () => {
    await expect(eid.probe()).resolves.toBeUndefined();
  });

  it('distinguishes wrong credentials from an outage', async () => {
    const wrong = await adapterWith({ rpSecret: 'not the secret' });
    await expect(wrong.probe()).rejects.toMatchObject({ failure: 'rejected' });
    const away = await adapterWith({ baseUrl: 'http://localhost:9/v3' });
    await expect(away.probe()).rejects.toMatchObject({ failure: 'unavailable' });
  });
});
