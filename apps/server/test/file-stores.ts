import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket, connect as tcpConnect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findTool, toolEnvironment } from '../../../scripts/debian-tools.mjs';
import type { Env } from '../src/config.ts';
import { until } from './until.ts';

/** A server of somebody else that keeps files, and the settings that reach it. */
export interface FileServer {
  env: Env;
  /** Closes every open connection to it. */
  cut(): void;
  close(): Promise<void>;
}

/** Debian's sshd without privileges, with a host key of its own, behind a proxy that can cut connections. */
export async function startSftp(): Promise<FileServer & { hostKeyLine: string; home: string }> {
  const home = mkdtempSync(join(tmpdir(), 'tamga-sftp-'));
  const keygen = findTool('ssh-keygen') ?? 'ssh-keygen';
  for (const name of ['host_key', 'user_key'])
    spawnSync(keygen, ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)], { env: toolEnvironment() });
  const port = await freePort();
  const config = join(home, 'sshd_config');
  writeFileSync(
    config,
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${join(home, 'host_key')}
AuthorizedKeysFile ${join(home, 'user_key.pub')}
PidFile none
StrictModes no
UsePAM yes
Subsystem sftp internal-sftp
ForceCommand internal-sftp
`,
  );
  const sshd = findTool('sshd');
  if (sshd === undefined) throw new Error('sshd is missing: run `node scripts/setup.mjs --test`');
  // As root, sshd would need an account and a directory of its own on this machine.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
  if (account !== undefined) {
    chownSync(home, account.uid, account.gid);
    for (const name of readdirSync(home)) chownSync(join(home, name), account.uid, account.gid);
  }
  const child = spawn(sshd, ['-D', '-e', '-f', config], {
    ...account,
    cwd: home,
    env: toolEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  await until(
    () => said.includes('Server listening') || child.exitCode !== null,
    () => `sshd: ${said}`,
  );
  if (child.exitCode !== null) throw new Error(`sshd ended: ${said}`);
  const proxy = await startTcpProxy(port);
  const print = spawnSync(keygen, ['-lf', join(home, 'host_key.pub')], {
    encoding: 'utf8',
    env: toolEnvironment(),
  });
  return {
    home,
    hostKeyLine: readFileSync(join(home, 'host_key.pub'), 'utf8').trim(),
    env: {
      GSPACE_HOST: '127.0.0.1',
      GSPACE_PORT: String(proxy.port),
      GSPACE_USER: account === undefined ? userInfo().username : 'nobody',
      GSPACE_PRIVATE_KEY_FILE: join(home, 'user_key'),
      GSPACE_BASE_PATH: join(home, 'files'),
      GSPACE_HOST_KEY: print.stdout.split(' ')[1] ?? '',
    },
    cut: proxy.cut,
    close: async () => {
      await proxy.close();
      await end(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const s3Script = `
  const { default: S3rver } = await import('@20minutes/s3rver');
  const [directory, bucket] = process.argv.slice(1);
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, allowMismatchedSignatures: true, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  console.log('port ' + port);
`;

/**
 * S3 in a process of its own, so that its memory and its event loop are not ours; or the server at TEST_S3_ENDPOINT,
 * with TEST_S3_BUCKET, TEST_S3_KEY and TEST_S3_SECRET, which must be empty.
 */
export async function startS3(): Promise<FileServer & { isCorrect: boolean; port: number }> {
  const given = process.env['TEST_S3_ENDPOINT'];
  const home = mkdtempSync(join(tmpdir(), 'tamga-s3-'));
  const bucket = process.env['TEST_S3_BUCKET'] ?? 'tamga';
  const child =
    given === undefined
      ? spawn(process.execPath, ['--input-type=module', '-e', s3Script, home, bucket], {
          cwd: import.meta.dirname,
          stdio: ['ignore', 'pipe', 'inherit'],
        })
      : undefined;
  const port = child === undefined ? Number(new URL(given ?? '').port) : await readPort(child);
  const proxy = await startTcpProxy(port);
  return {
    port: proxy.port,
    isCorrect: given !== undefined,
    env: {
      FILES_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      FILES_S3_BUCKET: bucket,
      FILES_S3_ACCESS_KEY_ID: process.env['TEST_S3_KEY'] ?? 'S3RVER',
      FILES_S3_SECRET_ACCESS_KEY: process.env['TEST_S3_SECRET'] ?? 'S3RVER',
    },
    cut: proxy.cut,
    close: async () => {
      await proxy.close();
      if (child !== undefined) await end(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function readPort(child: ChildProcess): Promise<number> {
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  await until(() => /port \d+\n/.test(said) || child.exitCode !== null);
  return Number(/port (\d+)/.exec(said)?.[1]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startTcpProxy(target: number): Promise<{ port: number; cut(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const backend = tcpConnect({ port: target, host: '127.0.0.1', noDelay: true });
    client.pipe(backend).pipe(client);
    for (const socket of [client, backend]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        backend.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
