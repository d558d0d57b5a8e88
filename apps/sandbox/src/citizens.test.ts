import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authRequest,
  type Bench,
  BOLD,
  etsi,
  openBench,
  readCertificate,
  signInByPush,
  verifyAuthentication,
} from './relying-party.ts';

const publicUrl = 'http://eid.example';
let dataDir: string;
let bench: Bench;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tamga-sandbox-'));
});
afterAll(() => rm(dataDir, { recursive: true }));
beforeEach(async () => {
  bench = await openBench({ dataDir, publicUrl });
});
afterEach(() => bench.stop());

const REVOKED = 'ДА88052951';
const EXPIRED = 'ЗА75101667';
const ADVANCED = 'ОР83071119';
const QSCD = 'СЭ81091448';
const LOCKED = 'ГО77063044';

async function startPush(nationalId: string): Promise<string> {
  const { body } = await bench.v3(
    'POST',
    `/authentication/notification/etsi/${etsi(nationalId)}`,
    authRequest(),
  );
  return body.sessionID;
}

describe('the citizens', () => {
  it('are at least twelve, each with everything needed to sign in', async () => {
    const { body } = await bench.control('GET', '/citizens');
    expect(body.items.length).toBeGreaterThanOrEqual(12);
    for (const citizen of body.items) {
      expect(Object.keys(citizen)).toEqual([
        'national_id',
        'civil_id',
        'given_name',
        'surname',
        'given_name_en',
        'surname_en',
        'pin1',
        'pin2',
        'document_number',
        'note',
      ]);
      expect(citizen.national_id).toMatch(/^[А-ЯӨҮ]{2}\d{8}$/);
      expect(citizen.civil_id).toMatch(/^\d{12}$/);
      expect(citizen.document_number).toMatch(/^PNOMN-\d{12}-[A-Z]{4}-Q$/);
      expect(citizen).toMatchObject({ pin1: '1234', pin2: '12345' });
    }
    for (const field of ['national_id', 'civil_id', 'document_number']) {
      expect(new Set(body.items.map((item: Record<string, string>) => item[field])).size).toBe(
        body.items.length,
      );
    }
  });

  it('with a revoked or expired certificate are accepted, so that the relying party has to reject them', async () => {
    for (const nationalId of [REVOKED, EXPIRED]) {
      const { request, result } = await signInByPush(bench, nationalId);
      expect(result.result.endResult).toBe('OK');
      expect(verifyAuthentication(request, result)).toBe(true);
    }
    const { result } = await signInByPush(bench, EXPIRED);
    expect(readCertificate(result).validToDate.getTime()).toBeLessThan(Date.now());
  });

  it('with ADVANCED level are rejected where QUALIFIED is required', async () => {
    const { approval, result } = await signInByPush(bench, ADVANCED);
    expect(approval.body).toMatchObject({ status: 403, type: 'document_unusable' });
    expect(result).toEqual({ state: 'COMPLETE', result: { endResult: 'DOCUMENT_UNUSABLE' } });
    const enough = await signInByPush(bench, ADVANCED, { certificateLevel: 'ADVANCED' });
    expect(enough.result.cert.certificateLevel).toBe('ADVANCED');
  });

  it('with ADVANCED level pass once under low_level, with a claimed level that the certificate contradicts', async () => {
    await bench.control('POST', '/faults', { kind: 'low_level', count: 1 });
    const { request, result } = await signInByPush(bench, ADVANCED);
    expect(verifyAuthentication(request, result)).toBe(true);
    expect(result.cert.certificateLevel).toBe('QUALIFIED');
    const honest = await signInByPush(bench, ADVANCED, { certificateLevel: 'ADVANCED' });
    expect(honest.result.cert.value).toBe(result.cert.value);
    expect((await signInByPush(bench, ADVANCED)).approval.status).toBe(403);
  });

  it('with QSCD level satisfy every request', async () => {
    const { result } = await signInByPush(bench, QSCD, { certificateLevel: 'QSCD' });
    expect(result.cert.certificateLevel).toBe('QSCD');
    expect((await signInByPush(bench, BOLD, { certificateLevel: 'QSCD' })).approval.status).toBe(403);
  });
});

describe('a PIN', () => {
  it('locks at the third wrong try, and the session ends', async () => {
    const id = await startPush(BOLD);
    const enter = (pin: string) => bench.control('POST', `/sessions/${id}/approve`, { pin });
    expect((await enter('0000')).body).toMatchObject({ status: 403, type: 'wrong_pin', tries_left: 2 });
    expect((await enter('0000')).body).toMatchObject({ status: 403, type: 'wrong_pin', tries_left: 1 });
    expect((await bench.poll(id)).body).toEqual({ state: 'RUNNING', deviceSeen: true });
    expect((await enter('0000')).body).toMatchObject({ status: 403, type: 'pin_locked' });
    expect((await bench.poll(id)).body).toEqual({
      state: 'COMPLETE',
      result: { endResult: 'DOCUMENT_UNUSABLE' },
    });
    expect((await enter('1234')).body).toMatchObject({ status: 409, type: 'not_pending' });

    const again = await startPush(BOLD);
    const right = await bench.control('POST', `/sessions/${again}/approve`, { pin: '1234' });
    expect(right.body).toMatchObject({ status: 403, type: 'pin_locked' });
    await bench.control('POST', `/citizens/${encodeURIComponent(BOLD)}/reset`);
    expect((await signInByPush(bench, BOLD)).result.result.endResult).toBe('OK');
  });

  it('has three tries again after a correct one', async () => {
    for (let round = 0; round < 2; round += 1) {
      const id = await startPush(BOLD);
      await bench.control('POST', `/sessions/${id}/approve`, { pin: '0000' });
      await bench.control('POST', `/sessions/${id}/approve`, { pin: '0000' });
      expect((await bench.control('POST', `/sessions/${id}/approve`, { pin: '1234' })).status).toBe(200);
    }
  });

  it('of one citizen is locked from the start, until it is reset', async () => {
    expect((await signInByPush(bench, LOCKED)).approval.body).toMatchObject({
      status: 403,
      type: 'pin_locked',
    });
    expect((await bench.control('POST', `/citizens/${encodeURIComponent(LOCKED)}/reset`)).status).toBe(200);
    expect((await signInByPush(bench, LOCKED)).result.result.endResult).toBe('OK');
    expect((await bench.control('POST', '/citizens/nobody/reset')).status).toBe(404);
  });
});
