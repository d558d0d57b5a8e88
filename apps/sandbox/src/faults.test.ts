import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authRequest,
  type Bench,
  BOLD,
  openBench,
  readCertificate,
  signInByPush,
  untilFaultUsed,
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

const start = () => bench.v3('POST', '/authentication/device-link/anonymous', authRequest());

describe('a fault', () => {
  it('error fails the given number of calls, and no control call', async () => {
    await bench.control('POST', '/faults', { kind: 'error', count: 2 });
    expect((await start()).status).toBe(500);
    expect((await bench.control('GET', '/citizens')).status).toBe(200);
    expect((await start()).status).toBe(500);
    expect((await start()).status).toBe(200);
  });

  it('on polls does not affect starts, and answers the given status', async () => {
    await bench.control('POST', '/faults', { kind: 'error', count: 1, on: 'poll', status: 580 });
    const { status, body } = await start();
    expect(status).toBe(200);
    expect((await bench.poll(body.sessionID)).body).toMatchObject({ status: 580 });
    expect((await bench.poll(body.sessionID)).status).toBe(200);
  });

  it('is not consumed by a caller without the secret', async () => {
    await bench.control('POST', '/faults', { kind: 'error', count: 1 });
    expect((await bench.v3('GET', '/session/none', undefined, 'wrong')).status).toBe(401);
    expect((await start()).status).toBe(500);
  });

  it('drop closes the connection without an answer', async () => {
    await bench.control('POST', '/faults', { kind: 'drop', count: 1 });
    await expect(start()).rejects.toThrow('fetch failed');
    expect((await start()).status).toBe(200);
  });

  it('delay holds a call, and closing the server releases it', async () => {
    await bench.control('POST', '/faults', { kind: 'delay', count: 1, ms: 100_000 });
    const first = Promise.allSettled([start()]);
    await untilFaultUsed(bench, 'delay');
    await bench.stop();
    expect((await first)[0].status).toBe('fulfilled');
  });

  it('bad_signature corrupts only the signature', async () => {
    await bench.control('POST', '/faults', { kind: 'bad_signature', count: 1 });
    const bad = await signInByPush(bench, BOLD);
    expect(bad.result.result.endResult).toBe('OK');
    expect(verifyAuthentication(bad.request, bad.result)).toBe(false);
    const good = await signInByPush(bench, BOLD);
    expect(verifyAuthentication(good.request, good.result)).toBe(true);
  });

  it('wrong_person changes the person but neither certificate nor signature', async () => {
    await bench.control('POST', '/faults', { kind: 'wrong_person', count: 1 });
    const { request, result } = await signInByPush(bench, BOLD);
    expect(verifyAuthentication(request, result)).toBe(true);
    expect(readCertificate(result).subject).toContain('CI:MN-101485031512');
    expect(result.person.civilId).not.toBe('101485031512');
  });

  it('ocsp_down answers 503', async () => {
    await bench.control('POST', '/faults', { kind: 'ocsp_down', count: 1 });
    expect((await fetch(`${bench.url}/ocsp/AAAA`)).status).toBe(503);
    expect((await fetch(`${bench.url}/ocsp/AAAA`)).status).toBe(200);
  });

  it('is gone after DELETE, and an unknown kind is rejected', async () => {
    await bench.control('POST', '/faults', { kind: 'error', count: 5 });
    expect((await bench.control('DELETE', '/faults')).status).toBe(204);
    expect((await start()).status).toBe(200);
    expect((await bench.control('POST', '/faults', { kind: 'fire', count: 1 })).status).toBe(400);
  });
});
