import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool, toolEnvironment } from '../../../scripts/debian-tools.mjs';
import { until } from './until.ts';

/** What the test signature finds; no scanner in the world knows it otherwise. */
export const malicious = 'TAMGA-TEST-MALWARE-7c1f';
export const signature = 'Tamga.Test.Malware';
/** clamd itself accepts no more in one stream. */
export const clamdBytes = 1024 * 1024;

export interface Clamd {
  /** For SCANNER_ADDRESS. */
  address: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** A real clamd on a unix socket, with one signature of our own. */
export async function startClamd(): Promise<Clamd> {
  const folder = mkdtempSync(join(tmpdir(), 'tamga-clamd-'));
  chmodSync(folder, 0o755);
  const socket = join(folder, 'clamd.sock');
  const hex = Buffer.from(malicious).toString('hex');
  writeFileSync(join(folder, 'tamga.ndb'), `${signature}:0:*:${hex}\n`);
  writeFileSync(
    join(folder, 'clamd.conf'),
    [
      `DatabaseDirectory ${folder}`,
      `LocalSocket ${socket}`,
      `TemporaryDirectory ${folder}`,
      'Foreground yes',
      'OfficialDatabaseOnly no',
      'AlertExceedsMax yes',
      'AlertEncrypted yes',
      'StreamMaxLength 1M',
      'MaxFileSize 600K',
      'MaxThreads 4',
      'User root',
    ].join('\n'),
  );
  let running: ChildProcess | undefined;
  const start = async () => {
    const child = spawn(findTool('clamd') ?? 'clamd', ['-c', join(folder, 'clamd.conf')], {
      env: toolEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said += part;
      });
    running = child;
    await until(
      () => answers(socket),
      () => `clamd answers: ${said}`,
    );
  };
  const stop = async () => {
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    rmSync(socket, { force: true });
  };
  await start();
  return {
    address: `unix:${socket}`,
    start,
    stop,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
