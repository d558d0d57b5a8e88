import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAuthority, commonName, issue, x509 } from '../../../kernel/pki/test-pki.ts';
import { type Level, needsNewTimestamp, raise, readSealSigner, renewTimestamp, sealPdf } from '../index.ts';
import { buildPdf } from './test/corpus.ts';
import { openStage, SARNAI, type Stage } from './test/stage.ts';
import { createTools, type Tools } from './test/tools.ts';

let stage: Stage;
let tools: Tools;
beforeAll(async () => {
  stage = await openStage();
  tools = createTools(stage.dir, stage.trustPath);
});
afterAll(() => stage.close());

describe('a citizen’s signature', () => {
  const expected: Record<Level, string[]> = {
    'B-B': ['CAdES OK'],
    'B-T': ['CAdES OK', 'timestamp OK'],
    'B-LT': ['CAdES OK', 'timestamp OK'],
    'B-LTA': ['CAdES OK', 'timestamp OK', 'timestamp OK'],
  };
  it.each(Object.entries(expected) as [Level, string[]][])(
    'reaches %s, and pdfsig and openssl verify it',
    async (level, verdicts) => {
      const signed = await stage.sign(buildPdf(), level, { role: 'Захирал', reason: 'Баталсан' });
      expect(signed).toMatchObject({ level, shortfall: null });
      expect(await tools.pdfsig(signed.bytes)).toEqual(
        level === 'B-LTA' ? ['valid', 'timestamp'] : ['valid'],
      );
      expect(await tools.openssl(signed.bytes)).toEqual(verdicts);
      await tools.checkSyntax(signed.bytes);
    },
  );

  it('is raised step by step, as a job does later', async () => {
    let { bytes } = await stage.sign(buildPdf(), 'B-B');
    for (const level of ['B-T', 'B-LT', 'B-LTA'] as const) {
      const raised = await raise(bytes, level, stage.ports());
      expect(raised).toMatchObject({ level, shortfall: null });
      bytes = raised.bytes;
    }
    expect(await tools.openssl(bytes)).toEqual(['CAdES OK', 'timestamp OK', 'timestamp OK']);
    const again = await raise(bytes, 'B-LTA', stage.ports());
    expect(Buffer.from(again.bytes).equals(bytes)).toBe(true);
  });

  it('stays valid under a second one, and both reach B-LTA', async () => {
    const first = await stage.sign(buildPdf(), 'B-LTA');
    const second = await stage.sign(first.bytes, 'B-LTA', { by: SARNAI });
    expect(second).toMatchObject({ level: 'B-LTA', shortfall: null });
    expect(Buffer.from(second.bytes.subarray(0, first.bytes.length)).equals(first.bytes)).toBe(true);
    expect(await tools.pdfsig(second.bytes)).toEqual(['valid', 'timestamp', 'valid', 'timestamp']);
    expect(await tools.openssl(second.bytes)).toEqual([
      'CAdES OK',
      'timestamp OK',
      'timestamp OK',
      'CAdES OK',
      'timestamp OK',
      'timestamp OK',
    ]);
  });

  it('under a later one gets its time from a document timestamp, because its octets may not change', async () => {
    const first = await stage.sign(buildPdf(), 'B-B', { fieldName: 'First' });
    const second = await stage.sign(first.bytes, 'B-B', { by: SARNAI, fieldName: 'Second' });
    const raised = await raise(second.bytes, 'B-LT', stage.ports(), { fieldName: 'First' });
    expect(raised).toMatchObject({ level: 'B-LT', shortfall: null });
    expect(Buffer.from(raised.bytes.subarray(0, second.bytes.length)).equals(second.bytes)).toBe(true);
    expect(await tools.pdfsig(raised.bytes)).toEqual(['valid', 'valid', 'timestamp']);
  });

  it('is stamped again before the certificate of its last stamp ends', async () => {
    const later = await openStage();
    const { bytes } = await later.sign(buildPdf(), 'B-LTA');
    expect(await needsNewTimestamp(bytes, later.now())).toMatchObject({ needed: false });
    const day = 86_400_000;
    const { protectedUntil } = await needsNewTimestamp(bytes, later.now());
    const soon = new Date((protectedUntil?.getTime() ?? 0) - 89 * day);
    expect(await needsNewTimestamp(bytes, soon)).toMatchObject({ needed: true });
    later.advance((soon.getTime() - later.now().getTime()) / day);
    const renewed = await renewTimestamp(bytes, later.ports());
    expect(renewed).toMatchObject({ level: 'B-LTA', shortfall: null });
    expect(await tools.pdfsig(renewed.bytes)).toEqual(['valid', 'timestamp', 'timestamp']);
    await later.close();
  });

  it('that nobody stamped needs no new stamp', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-T');
    expect(await needsNewTimestamp(bytes, stage.now())).toEqual({ needed: false, protectedUntil: null });
  });
});

describe('the platform’s seal', () => {
  it('reaches B-LT with a seal certificate of the national authority', async () => {
    const sealed = await sealPdf(buildPdf(), readSealSigner(await stage.seal()), stage.ports());
    expect(sealed).toMatchObject({ level: 'B-LT', shortfall: null });
    expect(await tools.openssl(sealed.bytes)).toEqual(['CAdES OK', 'timestamp OK']);
    expect(await tools.pdfsig(sealed.bytes)).toEqual(['valid']);
  });

  it('refuses a key of another certificate at start', async () => {
    const { certificate } = await stage.seal();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => readSealSigner({ certificate, key })).toThrow('does not belong');
  });

  const keys = {
    'RSA, PKCS#1': () => ({
      pair: generateKeyPairSync('rsa', { modulusLength: 2048 }),
      padding: 'pkcs1' as const,
    }),
    'RSA, PSS': () => ({
      pair: generateKeyPairSync('rsa', { modulusLength: 2048 }),
      padding: 'pss' as const,
    }),
    'ECDSA P-384': () => ({
      pair: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
      padding: 'pkcs1' as const,
    }),
  };
  it.each(Object.entries(keys))('signs with %s', async (_name, make) => {
    const { pair, padding } = make();
    const validity = { notBefore: new Date(Date.now() - 1000), notAfter: new Date(Date.now() + 86_400_000) };
    const root = await issue(
      { ...validity, subject: commonName('Own Root'), extensions: asAuthority() },
      null,
    );
    const own = await issue(
      {
        ...validity,
        key: pair,
        subject: commonName('Own seal'),
        extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.nonRepudiation, true)],
      },
      root,
    );
    const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const signer = readSealSigner({ certificate: own.pem, chain: root.pem, key, padding });
    const sealed = await sealPdf(buildPdf(), signer, stage.ports(), { digestAlgorithm: 'SHA-384' });
    // The root is not among the trusted ones, so the document says no more than it proves.
    expect(sealed).toMatchObject({ level: 'B-T', shortfall: 'certificate_untrusted' });
    expect(await tools.pdfsig(sealed.bytes)).toEqual(['valid']);
    const trustPath = `${stage.dir}/own-root.pem`;
    await writeFile(trustPath, root.pem);
    const [verdict] = await createTools(stage.dir, trustPath).openssl(sealed.bytes);
    expect(verdict).toBe('CAdES OK');
  });
});
