import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSandbox } from './index.ts';

it('serves the provider, the phone page and the mailbox from one start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tamga-sandbox-'));
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    environment: 'test',
    rpUuid: '7d1c2a50-7d5b-4c0e-9a53-1f1a2b3c4d5e',
    rpName: 'Tamga',
    rpSecret: 'a secret for tests',
  });
  expect(sandbox.smtpPort).toBeGreaterThan(0);
  for (const path of [
    '/health',
    '/',
    '/link',
    '/mail',
    '/control/mails',
    '/control/oidc-simulator/faults',
    '/pki/root.pem',
    '/pki/issuing.cer',
  ]) {
    expect((await fetch(sandbox.url + path)).status, path).toBe(200);
  }
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});
