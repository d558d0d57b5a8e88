import { constants, createHash, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSoftHsm, type SoftHsm } from '../../../test/soft-hsm.ts';
import { issue } from '../../kernel/pki/test-pki.ts';
import type { ToSign } from '../../modules/signing/seal-port.ts';
import { createPkcs11Signer } from './index.ts';

let hsm: SoftHsm;
let rsa: X509Certificate;
const folder = mkdtempSync(join(tmpdir(), 'tamga-pkcs11-'));
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

beforeAll(async () => {
  hsm = createSoftHsm();
  const authority = await issue({}, null);
  rsa = new X509Certificate((await issue({ key: keys }, authority)).der);
  hsm.importKey('rsa', '0a', keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
});
afterAll(() => {
  hsm.remove();
  rmSync(folder, { recursive: true, force: true });
});

const open = (over: Partial<Parameters<typeof createPkcs11Signer>[0]> = {}) =>
  createPkcs11Signer({
    program: hsm.program,
    module: hsm.module,
    token: { label: hsm.token },
    keyLabel: 'rsa',
    pin: hsm.pin,
    certificates: [rsa],
    environment: {},
    ...over,
  });
const bytes = Buffer.from('signed attributes');
const toSign = (signatureAlgorithm: ToSign['signatureAlgorithm']): ToSign => ({
  bytes,
  digest: createHash('sha256').update(bytes).digest(),
  digestAlgorithm: 'SHA-256',
  signatureAlgorithm,
});
const script = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o700);
  return file;
};

describe('a key in a device', () => {
  it('makes RSA signatures with both paddings', async () => {
    const signer = await open();
    expect(verify('sha256', bytes, keys.publicKey, await signer.sign(toSign('RSA')))).toBe(true);
    const pss = { key: keys.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    expect(verify('sha256', bytes, pss, await signer.sign(toSign('RSA-PSS')))).toBe(true);
  });

  it('signs many at once, one run at a time', async () => {
    const running = join(folder, 'running');
    // Each run counts those beside it.
    const program = script(
      'counting',
      `touch '${running}'.$$; ls '${folder}' | grep -c running >> '${folder}/most'; '${hsm.program}' "$@"; code=$?; rm '${running}'.$$; exit $code`,
    );
    const signer = await open({ program });
    const values = await Promise.all(Array.from({ length: 12 }, () => signer.sign(toSign('RSA'))));
    expect(values.every((value) => verify('sha256', bytes, keys.publicKey, value))).toBe(true);
    const most = readFileSync(join(folder, 'most'), 'utf8').trim().split('\n').map(Number);
    expect(Math.max(...most)).toBe(1);
  });

  it('is asked again when another process disturbed a run', async () => {
    const marker = join(folder, 'disturbed');
    const program = script(
      'disturbed-once',
      `if [ ! -e '${marker}' ]; then touch '${marker}'; echo 'No slot with token named "tamga" found' >&2; exit 1; fi; exec '${hsm.program}' "$@"`,
    );
    const signer = await open({ program });
    rmSync(marker);
    expect(verify('sha256', bytes, keys.publicKey, await signer.sign(toSign('RSA')))).toBe(true);
  });

  it('that hangs is given up after its time', async () => {
    const program = script('hanging', 'exec sleep 600');
    await expect(open({ program, timeoutMs: 50 })).rejects.toMatchObject({
      name: 'SealKeyUnavailable',
      message: expect.stringContaining('did not answer in time'),
    });
  });

  it('is not asked again with a PIN that it refused: it would lock itself', async () => {
    const asked = join(folder, 'asked');
    const signer = await open({
      program: script(
        'changing',
        `echo x >> '${asked}'; if [ $(wc -l < '${asked}') -gt 2 ]; then echo CKR_PIN_INCORRECT >&2; exit 1; fi; exec '${hsm.program}' "$@"`,
      ),
    });
    for (let tries = 0; tries < 4; tries += 1)
      await expect(signer.sign(toSign('RSA'))).rejects.toThrow('refused the PIN');
    // The list of keys, the probe, and one refusal.
    expect(readFileSync(asked, 'utf8')).toBe('x\n'.repeat(3));
  });
});
