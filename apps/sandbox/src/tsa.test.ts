import { randomBytes, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../scripts/debian-tools.mjs';
import { type Bench, openBench } from './relying-party.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const at = (name: string) => join(bench.dataDir, name);

async function query(): Promise<{ data: string; request: string }> {
  const data = at('data.bin');
  const request = at('request.tsq');
  await writeFile(data, randomBytes(200));
  await runTool('openssl', ['ts', '-query', '-data', data, '-sha256', '-cert', '-out', request]);
  return { data, request };
}

async function ask(request: string): Promise<string> {
  const response = await fetch(`${bench.url}/tsa`, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: await readFile(request),
  });
  expect(response.headers.get('content-type')).toBe('application/timestamp-reply');
  const reply = at('reply.tsr');
  await writeFile(reply, Buffer.from(await response.arrayBuffer()));
  return reply;
}

async function verifies(request: string, reply: string): Promise<boolean> {
  return runTool('openssl', [
    'ts',
    '-verify',
    '-queryfile',
    request,
    '-in',
    reply,
    '-CAfile',
    bench.trustRootsPath,
  ])
    .then(({ stdout }) => stdout.includes('Verification: OK'))
    .catch(() => false);
}

describe('the timestamp authority', () => {
  it('gives a token that openssl verifies against the data and the pinned roots', async () => {
    const { data, request } = await query();
    const reply = await ask(request);
    expect(await verifies(request, reply)).toBe(true);
    const byData = ['ts', '-verify', '-data', data, '-in', reply, '-CAfile', bench.trustRootsPath];
    expect((await runTool('openssl', byData)).stdout).toContain('Verification: OK');
  });

  it.each(['tsa_wrong_imprint', 'tsa_wrong_nonce', 'tsa_wrong_certificate', 'tsa_foreign', 'tsa_refused'])(
    'gives an answer that openssl refuses after the fault %s',
    async (kind) => {
      await bench.control('POST', '/faults', { kind });
      const { request } = await query();
      expect(await verifies(request, await ask(request))).toBe(false);
    },
  );

  it('rejects a request that it cannot read', async () => {
    const request = at('broken.tsq');
    await writeFile(request, 'nonsense');
    const { stdout } = await runTool('openssl', ['ts', '-reply', '-in', await ask(request), '-text']);
    expect(stdout).toContain('Status: Rejected');
  });
});

describe('a revocation list', () => {
  async function readCrl(name: string): Promise<string> {
    const path = at(`${name}.crl`);
    const answer = await fetch(`${bench.url}/pki/${name}.crl`);
    await writeFile(path, Buffer.from(await answer.arrayBuffer()));
    const options = [
      'crl',
      '-inform',
      'DER',
      '-in',
      path,
      '-CAfile',
      bench.trustRootsPath,
      '-noout',
      '-text',
    ];
    const { stdout, stderr } = await runTool('openssl', options);
    expect(stderr).toContain('verify OK');
    return stdout;
  }

  it('names the certificates that a test revokes, from the given moment on', async () => {
    const { body } = await bench.control('POST', '/seals', { register: '2000001', name: 'Sandbox LLC' });
    const { serialNumber } = new X509Certificate(body.certificate);
    expect(await readCrl('issuing')).not.toContain(serialNumber);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await bench.control('POST', '/revocations', { serial_number: serialNumber, at: later });
    expect(await readCrl('issuing')).not.toContain(serialNumber);
    await bench.control('POST', '/revocations', { serial_number: serialNumber });
    expect(await readCrl('issuing')).toContain(serialNumber);
    await bench.control('DELETE', '/revocations');
    expect(await readCrl('issuing')).not.toContain(serialNumber);
  });

  it('of the root names a revoked authority', async () => {
    const issuing = new X509Certificate(await (await fetch(`${bench.url}/pki/issuing.pem`)).text());
    expect(await readCrl('root')).toContain('No Revoked Certificates');
    await bench.control('POST', '/revocations', { serial_number: issuing.serialNumber });
    expect(await readCrl('root')).toContain(issuing.serialNumber);
    expect(await readCrl('issuing')).not.toContain(issuing.serialNumber);
    await bench.control('DELETE', '/revocations');
  });
});

describe('a seal of an organisation', () => {
  it('is a qualified certificate for seals with the addresses of its status', async () => {
    const { body } = await bench.control('POST', '/seals', { register: '2000001', name: 'Sandbox LLC' });
    await writeFile(at('seal.pem'), body.certificate);
    const { stdout } = await runTool('openssl', ['x509', '-in', at('seal.pem'), '-noout', '-text']);
    expect(stdout).toMatch(/Key Usage: critical\s+Non Repudiation\n/);
    expect(stdout).toContain('organizationIdentifier = NTRMN-2000001');
    expect(stdout).toContain('Policy: 0.4.0.194112.1.1');
    expect(stdout).toContain(`URI:${bench.url}/pki/issuing.crl`);
    expect(stdout).toContain('qcStatements');
    const again = await bench.control('POST', '/seals', { register: '2000001', name: 'Sandbox LLC' });
    expect(again.body.certificate).toBe(body.certificate);
  });
});
