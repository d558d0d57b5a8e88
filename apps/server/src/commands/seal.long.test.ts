import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool, toolEnvironment } from '../../../../scripts/debian-tools.mjs';
import { createCaller } from '../../test/caller.ts';
import { testConfig } from '../../test/config.ts';
import { type GovStage, openGov } from '../../test/gov.ts';
import { productionEnvOn } from '../../test/production.ts';
import { createClock } from '../../test/server.ts';
import { createSoftHsm, type SoftHsm } from '../../test/soft-hsm.ts';
import type { Env } from '../config.ts';
import { commonName, type IssueRequest, issue, x509 } from '../kernel/pki/test-pki.ts';
import { examineSeal } from './doctor.ts';

let stage: GovStage;
let service: string;
let hsm: SoftHsm;
let seal: { certificate: string; chain: string; key: string };
const folder = mkdtempSync(join(tmpdir(), 'tamga-seal-files-'));
const dayMs = 86_400_000;

beforeAll(async () => {
  // With its own keys: shared certificates name the status addresses of another sandbox.
  stage = await openGov({ clock: createClock() });
  service = await stage.publish({ output_ref_type: 'residence', has_discretion: true });
  const answer = await fetch(`${stage.world.sandbox.url}/control/seals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ register: '1234567', name: 'Улсын бүртгэл' }),
  });
  seal = (await answer.json()) as typeof seal;
  hsm = createSoftHsm();
  hsm.importKey('seal', '01', seal.key);
});
afterAll(async () => {
  hsm.remove();
  rmSync(folder, { recursive: true, force: true });
  await stage.world.close();
});

let count = 0;
const put = (text: string): string => {
  count += 1;
  const file = join(folder, `${count}.pem`);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
};
const files = (certificate: string, key: string): Env => ({
  SIGN_SIGNER_CERT_FILE: put(certificate),
  SIGN_SIGNER_KEY_FILE: put(key),
});
const pem = (key: ReturnType<typeof createPrivateKey>) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();
const { nonRepudiation, digitalSignature, keyCertSign } = x509.KeyUsageFlags;
const usage = (flags: number) => new x509.KeyUsagesExtension(flags, true);
/** A certificate of an unknown authority, with a private key of its own. */
const made = async (request: IssueRequest & { days?: number }): Promise<Env> => {
  const now = stage.world.clock.now().getTime();
  const { days = 365, ...rest } = request;
  const issued = await issue(
    {
      subject: commonName('Test seal'),
      notBefore: new Date(now - 400 * dayMs),
      notAfter: new Date(now + days * dayMs),
      extensions: [usage(nonRepudiation)],
      ...rest,
    },
    null,
  );
  return files(issued.pem, pem(issued.privateKey));
};
const device = (over: Env = {}): Env => ({
  SIGN_SIGNER_CERT_FILE: put(`${seal.certificate}${seal.chain}`),
  SIGN_SIGNER_PKCS11_MODULE: hsm.module,
  SIGN_SIGNER_PKCS11_TOKEN: hsm.token,
  SIGN_SIGNER_PKCS11_KEY: 'seal',
  SIGN_SIGNER_PKCS11_PIN_FILE: hsm.pinFile,
  SIGN_SIGNER_PKCS11_TOOL: hsm.program,
  ...over,
});
const download = async () => {
  await stage.signInAgain();
  const { id } = (await stage.apply('bold', service)).body.data.application;
  const { output_ref_id } = (
    await stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve: true })
  ).body.data;
  return fetch(`${stage.server.url}/api/v1/gov/references/${output_ref_id}/document`, {
    headers: { authorization: `Bearer ${stage.people.bold.token}` },
  });
};
const verify = async (file: Buffer) => {
  const answer = await fetch(`${stage.server.url}/api/v1/sign/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(file),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  return ((await answer.json()) as any).data;
};
const ready = async () => (await createCaller(stage.server.url).get('/ready')).body;
const start = (env: Env) => stage.world.startServer({ env });
const doctor = (env: Env) =>
  examineSeal(testConfig({ EID_TRUST_ROOTS: stage.world.sandbox.trustRootsPath, ...env }));

describe('a seal from files', () => {
  it('seals what the platform issues, and the verifier names the platform', async () => {
    await stage.restart({ env: files(`${seal.certificate}${seal.chain}`, seal.key) });
    const answer = await download();
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect((await verify(bytes)).signatures).toMatchObject([
      {
        indication: 'TOTAL_PASSED',
        level: 'B-LT',
        signer: { organisation: { name: 'Улсын бүртгэл', register_number: '1234567' }, is_platform: true },
      },
    ]);
    // A key that the platform has sealed with stays its own after a change of the seal.
    await stage.restart();
    expect((await verify(bytes)).signatures).toMatchObject([
      { indication: 'TOTAL_PASSED', signer: { is_platform: true } },
    ]);
  });

  it('opens a key with a passphrase', async () => {
    const locked = createPrivateKey(seal.key).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'a long passphrase',
    });
    const env = files(seal.certificate, locked.toString());
    await (await start({ ...env, SIGN_SIGNER_PASSPHRASE_FILE: put('a long passphrase\n') })).stop();
    await expect(start(env)).rejects.toThrow('SIGN_SIGNER_KEY_FILE cannot be opened');
    await expect(start({ ...env, SIGN_SIGNER_PASSPHRASE_FILE: put('another') })).rejects.toThrow(
      'cannot be opened',
    );
  });

  it('stops the start with the reason when it can never seal', async () => {
    const other = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
    const cases: [Env, string][] = [
      [
        { ...files(seal.certificate, ''), SIGN_SIGNER_KEY_FILE: join(folder, 'nowhere') },
        'SIGN_SIGNER_KEY_FILE cannot be read (ENOENT)',
      ],
      [
        { ...files('', seal.key), SIGN_SIGNER_CERT_FILE: folder },
        'SIGN_SIGNER_CERT_FILE cannot be read (EISDIR)',
      ],
      [files(seal.certificate, 'no key'), 'SIGN_SIGNER_KEY_FILE cannot be opened'],
      [files('no certificate', seal.key), 'SIGN_SIGNER_CERT_FILE holds no certificate'],
      [files(seal.certificate, other), 'does not belong to the certificate'],
      [await made({ notBefore: new Date(stage.world.clock.now().getTime() + dayMs) }), 'is valid only from'],
      [await made({ extensions: [usage(digitalSignature)] }), 'lacks nonRepudiation'],
      [await made({ extensions: [] }), 'lacks nonRepudiation'],
      [
        await made({
          extensions: [
            usage(nonRepudiation | keyCertSign),
            new x509.BasicConstraintsExtension(true, 0, true),
          ],
        }),
        'is that of an authority',
      ],
    ];
    for (const [env, reason] of cases) {
      await expect(start(env), reason).rejects.toThrow(reason);
      expect((await doctor(env)).problem).toContain(reason);
    }
    expect(() => testConfig({ SIGN_SIGNER_KEY_FILE: 'x' })).toThrow('SIGN_SIGNER_CERT_FILE is required with');
    expect(() => testConfig({ SIGN_SIGNER_CERT_FILE: 'x' })).toThrow(
      'SIGN_SIGNER_KEY_FILE or SIGN_SIGNER_PKCS11',
    );
    expect(() => testConfig(device({ SIGN_SIGNER_PKCS11_SLOT: '0', SIGN_SIGNER_KEY_FILE: 'x' }))).toThrow(
      /exclude each other[\s\S]*and not both/,
    );
  });

  it('near its end is told by doctor, /ready and metrics, and seals nothing after it', async () => {
    const env = await made({ days: 30 });
    expect((await doctor(env)).warning).toMatch(/its certificate ends on \d{4}-\d\d-\d\d/);
    await stage.restart({ env });
    await expect.poll(ready).toMatchObject({ status: true, checks: { seal: 'ending' } });
    const metrics = (await createCaller(stage.server.url).get('/metrics')).body.message ?? '';
    const [, end] = /tamga_seal_certificate_not_after_seconds (\d+)/.exec(metrics) ?? [];
    const daysLeft = (Number(end) * 1000 - stage.world.clock.now().getTime()) / dayMs;
    expect([Math.round(daysLeft), /tamga_seal_up 1/.test(metrics)]).toEqual([30, true]);
    stage.world.clock.advance(31 * dayMs);
    const answer = await download();
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      503,
      'seal_unavailable',
    ]);
    await expect.poll(ready).toMatchObject({ status: true, checks: { seal: 'expired' } });
  });

  it('that has ended stops no start: everything but documents is served', async () => {
    // The doctor reads the real clock, and the clock of this world is weeks ahead.
    const env = await made({ days: -90 });
    expect((await doctor(env)).problem).toMatch(/^its certificate expired on \d{4}-\d\d-\d\d$/);
    await stage.restart({ env });
    await expect.poll(ready).toMatchObject({ status: true, checks: { seal: 'expired' } });
    expect((await download()).status).toBe(503);
  });

  it('of an authority outside TRUST_ANCHORS stays below B-LT, and doctor says so', async () => {
    const env = await made({});
    expect((await doctor(env)).warning).toContain('no authority of TRUST_ANCHORS');
    await stage.restart({ env });
    const bytes = Buffer.from(await (await download()).arrayBuffer());
    expect((await verify(bytes)).signatures).toMatchObject([
      { indication: 'INDETERMINATE', signer: { is_platform: false } },
    ]);
  });
});

describe('a platform without a seal', () => {
  it('gives out no unsigned document, and says why', async () => {
    await stage.restart({ outside: { seal: undefined } });
    const answer = await download();
    const body = (await answer.json()) as { error: string; message: string };
    expect([answer.status, body.error]).toEqual([503, 'seal_not_configured']);
    expect(await stage.world.database.query(`select 1 from stored_files where state = 'arriving'`)).toEqual(
      [],
    );
  });

  it('in production starts, and /ready and doctor name the missing setting', async () => {
    const env = productionEnvOn(stage.world);
    const production = await stage.world.startServer({ env });
    expect((await createCaller(production.url).get('/ready')).body).toMatchObject({
      checks: { seal: 'not_configured' },
    });
    await production.stop();
    const { problem, fix } = await doctor(env);
    expect(problem).toContain('there is none');
    expect(fix).toContain('SIGN_SIGNER_CERT_FILE');
  });
});

describe('a seal in a device (PKCS#11)', () => {
  it('seals documents that our verifier and pdfsig accept', async () => {
    await stage.restart({ env: device() });
    expect(await doctor(device())).toEqual({
      what: expect.stringContaining('of Улсын бүртгэл, valid until'),
    });
    const bytes = Buffer.from(await (await download()).arrayBuffer());
    expect((await verify(bytes)).signatures).toMatchObject([
      { indication: 'TOTAL_PASSED', level: 'B-LT', signer: { is_platform: true } },
    ]);
    const file = join(folder, 'device.pdf');
    writeFileSync(file, bytes);
    expect(
      execFileSync(findTool('pdfsig') ?? 'pdfsig', ['-nocert', file], {
        env: toolEnvironment(),
        encoding: 'utf8',
      }),
    ).toContain('Signature is Valid');
  });

  it('stops the start when PIN, token, key or library are wrong', async () => {
    hsm.importKey('another', '02', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey));
    const cases: [Env, string][] = [
      [{ SIGN_SIGNER_PKCS11_PIN_FILE: put('1111') }, 'refused the PIN'],
      [
        { SIGN_SIGNER_PKCS11_PIN_FILE: join(folder, 'nowhere') },
        'SIGN_SIGNER_PKCS11_PIN_FILE cannot be read',
      ],
      [{ SIGN_SIGNER_PKCS11_TOKEN: 'nobody' }, 'there is no such device'],
      [{ SIGN_SIGNER_PKCS11_MODULE: '/nowhere.so' }, 'there is no such device'],
      [{ SIGN_SIGNER_PKCS11_KEY: 'nobody' }, 'no private key of the label'],
      [{ SIGN_SIGNER_PKCS11_KEY: 'another' }, 'does not belong to the certificate'],
      [{ SIGN_SIGNER_PKCS11_TOOL: join(folder, 'nowhere') }, 'install the package opensc'],
    ];
    for (const [over, reason] of cases) await expect(start(device(over)), reason).rejects.toThrow(reason);
  });

  it('that is away at the start or later stops no start: documents wait for it', async () => {
    const tool = join(folder, 'tool');
    const behave = (how: string) => {
      writeFileSync(tool, `#!/bin/sh\n${how}\n`);
      chmodSync(tool, 0o700);
    };
    behave('echo "error: C_Initialize failed: rv = CKR_DEVICE_ERROR" >&2; exit 1');
    await stage.restart({ env: device({ SIGN_SIGNER_PKCS11_TOOL: tool }) });
    const refused = await download();
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      503,
      'seal_unavailable',
    ]);
    expect(refused.headers.get('retry-after')).toBe('60');
    await expect.poll(ready).toMatchObject({ status: true, checks: { seal: 'unavailable' } });
    // The PIN and the secrets of the platform are not where other users of the machine see them.
    const seen = join(folder, 'seen');
    behave(`echo "$@" >> '${seen}'; exec '${hsm.program}' "$@"`);
    expect((await download()).status).toBe(200);
    expect(execFileSync('cat', [seen], { encoding: 'utf8' })).not.toContain(hsm.pin);
    await expect.poll(ready).toMatchObject({ checks: { seal: 'ok' } });
  });
});
