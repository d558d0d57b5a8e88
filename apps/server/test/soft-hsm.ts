import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTool, toolEnvironment } from '../../../scripts/debian-tools.mjs';

export interface SoftHsm {
  module: string;
  token: string;
  pinFile: string;
  pin: string;
  /** pkcs11-tool with the settings of this token. */
  program: string;
  /** Puts a private key (PKCS#8 PEM) into the token. */
  importKey(label: string, id: string, keyPem: string): void;
  remove(): void;
}

/** A token of Debian's softhsm2 in a folder of its own. */
export function createSoftHsm(): SoftHsm {
  const folder = mkdtempSync(join(tmpdir(), 'tamga-hsm-'));
  const util = findTool('softhsm2-util') ?? 'softhsm2-util';
  const module = join(dirname(util), '../lib/softhsm/libsofthsm2.so');
  const [token, pin] = ['tamga', '4321-8765'];
  mkdirSync(join(folder, 'tokens'));
  const settings = join(folder, 'softhsm2.conf');
  writeFileSync(settings, `directories.tokendir = ${join(folder, 'tokens')}\nlog.level = ERROR\n`);
  const environment: NodeJS.ProcessEnv = { ...toolEnvironment(), SOFTHSM2_CONF: settings };
  const run = (...args: string[]) =>
    execFileSync(util, ['--module', module, ...args], { env: environment, stdio: 'pipe' });
  run('--init-token', '--free', '--label', token, '--so-pin', '12345678', '--pin', pin);
  const pinFile = join(folder, 'pin');
  writeFileSync(pinFile, `${pin}\n`, { mode: 0o600 });
  const program = join(folder, 'pkcs11-tool');
  writeFileSync(
    program,
    `#!/bin/sh\nexport SOFTHSM2_CONF='${settings}' LD_LIBRARY_PATH='${environment.LD_LIBRARY_PATH ?? ''}'\nexec '${findTool('pkcs11-tool')}' "$@"\n`,
  );
  chmodSync(program, 0o700);
  return {
    module,
    token,
    pin,
    pinFile,
    program,
    importKey: (label, id, keyPem) => {
      const file = join(folder, 'key.pem');
      writeFileSync(file, keyPem, { mode: 0o600 });
      run('--import', file, '--token', token, '--label', label, '--id', id, '--pin', pin);
      rmSync(file);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
