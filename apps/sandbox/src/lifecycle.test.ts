import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import {
  authRequest,
  BOLD,
  openBench,
  readCertificate,
  signInByPush,
  untilFaultUsed,
} from './relying-party.ts';

const YEAR_SECONDS = 365 * 86_400;

/** The root, then the issuing authority. */
const readTrust = async (path: string): Promise<X509Certificate[]> =>
  ((await readFile(path, 'utf8')).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  );

describe('starting', () => {
  it('is rejected in production, before anything is written', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'tamga-sandbox-'));
    const dataDir = join(parent, 'data');
    await expect(openBench({ environment: 'production', dataDir })).rejects.toThrow('production');
    await expect(access(dataDir)).rejects.toThrow();
    await rm(parent, { recursive: true });
  });

  it('keeps keys readable only by their owner', async () => {
    const bench = await openBench();
    const directory = join(bench.dataDir, 'pki');
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    for (const name of ['pki.json', 'trust.pem']) {
      expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    }
    expect(bench.trustRootsPath).toBe(join(directory, 'trust.pem'));
    await bench.close();
  });

  it('again keeps the authority and certificates if the address is unchanged', async () => {
    const publicUrl = 'http://eid.example';
    const first = await openBench({ publicUrl });
    const trust = await readFile(first.trustRootsPath, 'utf8');
    const before = await signInByPush(first, BOLD);
    await first.stop();

    const second = await openBench({ publicUrl, dataDir: first.dataDir });
    expect(await readFile(second.trustRootsPath, 'utf8')).toBe(trust);
    const after = await signInByPush(second, BOLD);
    expect(after.result.cert.value).toBe(before.result.cert.value);
    await second.close();
  });

  it('again at another address keeps the root and all keys, and reissues certificates for it', async () => {
    const first = await openBench({ publicUrl: 'http://one.example' });
    const [root, issuing] = await readTrust(first.trustRootsPath);
    const before = readCertificate((await signInByPush(first, BOLD)).result);
    await first.stop();

    const second = await openBench({ publicUrl: 'http://two.example/', dataDir: first.dataDir });
    const [sameRoot, newIssuing] = await readTrust(second.trustRootsPath);
    expect(sameRoot?.fingerprint256).toBe(root?.fingerprint256);
    expect(newIssuing?.infoAccess).toContain('http://two.example/pki/root.cer');
    expect(issuing && newIssuing?.publicKey.equals(issuing.publicKey)).toBe(true);
    const after = readCertificate((await signInByPush(second, BOLD)).result);
    expect(newIssuing && after.verify(newIssuing.publicKey)).toBe(true);
    expect(after.infoAccess).toContain('http://two.example/ocsp');
    expect(after.publicKey.equals(before.publicKey)).toBe(true);
    await second.close();
  });

  it('years later renews expired certificates', async () => {
    const publicUrl = 'http://eid.example';
    const first = await openBench({ publicUrl });
    await first.stop();
    const later = () => new Date(Date.now() + 4 * YEAR_SECONDS * 1000);
    const second = await openBench({ publicUrl, dataDir: first.dataDir, now: later });
    const certificate = readCertificate((await signInByPush(second, BOLD)).result);
    expect(certificate.validToDate.getTime()).toBeGreaterThan(later().getTime());
    await second.close();
  });

  it('explains what to do about unreadable keys', async () => {
    const bench = await openBench();
    await bench.stop();
    const path = join(bench.dataDir, 'pki', 'pki.json');
    await writeFile(path, '{ half');
    await expect(openBench({ dataDir: bench.dataDir })).rejects.toThrow('move the file away');
    await rm(bench.dataDir, { recursive: true });
  });
});

describe('closing', () => {
  it('answers held polls at once', async () => {
    const bench = await openBench();
    const { body: start } = await bench.v3('POST', '/authentication/device-link/anonymous', authRequest());
    await bench.control('POST', '/faults', { kind: 'delay', ms: 1 });
    const held = bench.poll(start.sessionID, 120_000);
    await untilFaultUsed(bench, 'delay');
    await bench.close();
    expect((await held).body).toEqual({ state: 'RUNNING', deviceSeen: false });
  });

  it('is not blocked by a connection with an unfinished request', async () => {
    const bench = await openBench();
    const idle = connect(Number(new URL(bench.url).port), '127.0.0.1');
    await once(idle, 'connect');
    idle.write('GET /health HTTP/1.1\r\n');
    await bench.control('POST', '/faults', { kind: 'delay', ms: 1 });
    idle.on('error', () => undefined);
    await Promise.all([once(idle, 'close'), bench.close()]);
  });

  it('frees the port after a failed start', async () => {
    const [port = 0] = await findFreePorts(1);
    const first = await openBench({ port });
    await expect(openBench({ port, dataDir: first.dataDir })).rejects.toThrow('EADDRINUSE');
    await first.close();
    await (await openBench({ port })).close();
  });
});
