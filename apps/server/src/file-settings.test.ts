import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testConfig } from '../test/config.ts';
import { productionEnv } from '../test/production.ts';
import { ConfigError, type Env, loadConfig } from './config.ts';

const dir = mkdtempSync(join(tmpdir(), 'tamga-settings-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const problemsOf = (env: Env): readonly string[] => {
  try {
    loadConfig(env, () => {
      throw new Error('no development secrets here');
    });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('the settings of the stores of files', () => {
  it('describe a local directory in DATA_DIR unless they say otherwise', () => {
    const { fileStores, DATA_DIR } = testConfig();
    expect(fileStores).toEqual({ directory: join(DATA_DIR, 'files'), s3: undefined, sftp: undefined });
    expect(testConfig({ FILES_DIRECTORY: dir }).fileStores.directory).toBe(dir);
  });

  it('report everything that is missing for a store at once', () => {
    const found = problemsOf({ ...productionEnv, FILES_DRIVER: 's3', GSPACE_HOST: 'files.example.mn' });
    expect(found.map((problem) => problem.split(' ')[0])).toEqual([
      'FILES_S3_BUCKET',
      'GSPACE_USER',
      'GSPACE_PASSWORD',
      'GSPACE_HOST_KEY',
    ]);
    expect(problemsOf({ ...productionEnv, FILES_S3_BUCKET: 'tamga' })).toEqual([
      'FILES_S3_ACCESS_KEY_ID is required with FILES_S3_BUCKET',
      'FILES_S3_SECRET_ACCESS_KEY is required with FILES_S3_BUCKET',
    ]);
    expect(problemsOf({ ...productionEnv, FILES_DRIVER: 'sftp' })).toEqual([
      'GSPACE_HOST is required when FILES_DRIVER is sftp',
    ]);
  });

  it('stop a start in production without a pinned host key, and anywhere with one that cannot be right', () => {
    const keyFile = join(dir, 'key');
    writeFileSync(keyFile, 'a private key');
    const sftp = {
      ...productionEnv,
      GSPACE_HOST: 'files.example.mn',
      GSPACE_USER: 'tamga',
      GSPACE_PRIVATE_KEY_FILE: keyFile,
    };
    expect(problemsOf(sftp)).toEqual([
      expect.stringMatching(/^GSPACE_HOST_KEY is required with GSPACE_HOST in production: .*ssh-keyscan/),
    ]);
    expect(problemsOf({ ...sftp, GSPACE_HOST_KEY: `SHA256:${'a'.repeat(43)}` })).toEqual([]);
    expect(problemsOf({ ...sftp, GSPACE_HOST_KEY: `ssh-ed25519 ${'A'.repeat(68)} files` })).toEqual([]);
    expect(problemsOf({ ...sftp, GSPACE_HOST_KEY: 'MD5:16:27:ac' })).toEqual([
      'GSPACE_HOST_KEY must be a fingerprint SHA256:… or the line of a public key file',
    ]);
    const missing = {
      ...sftp,
      GSPACE_HOST_KEY: `SHA256:${'a'.repeat(43)}`,
      GSPACE_PRIVATE_KEY_FILE: join(dir, 'none'),
    };
    expect(problemsOf(missing)).toEqual(['GSPACE_PRIVATE_KEY_FILE is not a file that can be read']);
  });

  it('put the bucket into the path when an endpoint is given', () => {
    const s3 = { FILES_S3_BUCKET: 'b', FILES_S3_ACCESS_KEY_ID: 'k', FILES_S3_SECRET_ACCESS_KEY: 's' };
    const own = { ...s3, FILES_S3_ENDPOINT: 'http://files.internal:9000' };
    expect(testConfig(s3).fileStores.s3?.isPathStyle).toBe(false);
    expect(testConfig(own).fileStores.s3?.isPathStyle).toBe(true);
    expect(testConfig({ ...own, FILES_S3_PATH_STYLE: 'false' }).fileStores.s3?.isPathStyle).toBe(false);
  });
});
