import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, type DevelopmentSecrets, type Env, loadConfig } from '../config.ts';
import { Stop } from './stop.ts';

/**
 * The settings of this process; outside production missing secrets are created once and kept for the next
 * start.
 */
export function loadSettings(env: Env): Config {
  return loadConfig(env, () => developmentSecrets(resolve(env['DATA_DIR'] || '.data')));
}

function developmentSecrets(dataDir: string): DevelopmentSecrets {
  const path = join(dataDir, 'secrets.json');
  try {
    // Root's database runs under another account, which must pass through this directory; the secret files in
    // it are closed themselves.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as DevelopmentSecrets;
    const secrets: DevelopmentSecrets = {
      JWT_SECRET: randomBytes(32).toString('base64url'),
      INTEGRATION_ENC_KEY: `dev1:${randomBytes(32).toString('base64url')}`,
      EID_RP_SECRET: randomBytes(32).toString('base64url'),
    };
    // Written to a temporary file and then linked, which fails when the file exists: of parts that start at
    // once one creates the secrets, and all read the same.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
    return JSON.parse(readFileSync(path, 'utf8')) as DevelopmentSecrets;
  } catch (error) {
    throw new Stop(
      `DATA_DIR ${dataDir} cannot be used (${(error as Error).message}). Make it writable or set DATA_DIR.`,
    );
  }
}
