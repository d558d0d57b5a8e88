import { connect as connectTcp, type Socket } from 'node:net';
import type { ConnectConfig, SFTPWrapper } from 'ssh2';
import { algorithmsOf, fingerprintOf, isPinned } from './host-key.ts';

export interface SftpSettings {
  host: string;
  port: number;
  username: string;
  password: string | undefined;
  /** The private key itself, without a passphrase. */
  privateKey: string | undefined;
  /** Undefined accepts any key, which production refuses. */
  hostKey: string | undefined;
  /** The directory of the files, absolute or in the home of the user. */
  basePath: string;
  /** Longest silence of the server. */
  timeoutMs: number;
}

type Callback<T> = (error: Error | null | undefined, value: T) => void;

export interface SftpConnection {
  readonly sftp: SFTPWrapper;
  readonly isOpen: boolean;
  /** One request of the protocol; a server that does not answer in time loses the connection. */
  call<T>(start: (sftp: SFTPWrapper, done: Callback<T>) => void): Promise<T>;
  close(): void;
}

/** OpenSSH answers more requests at once no faster, and a stalled one then holds fewer others. */
const mostRequests = 8;
/** Finds a connection that is cut without a reset, within seconds. */
const keepaliveIntervalMs = 1000;
const keepaliveCount = 5;

export async function openSftp(settings: SftpSettings): Promise<SftpConnection> {
  const { default: Client } = await import('ssh2-sftp-client');
  let isOpen = true;
  const end = () => {
    isOpen = false;
    socket.destroy();
  };
  const client = new Client('tamga', { error: end, end, close: end });
  let refused: string | undefined;
  const socket = await openSocket(settings);
  socket.on('close', end);
  let sftp: SFTPWrapper;
  try {
    sftp = await client.connect(
      configOf(settings, socket, (fingerprint) => {
        refused = fingerprint;
      }),
    );
  } catch (error) {
    end();
    if (refused !== undefined)
      throw new Error(
        `the SFTP server shows the host key ${refused}, which is not the one in GSPACE_HOST_KEY`,
      );
    throw error;
  }
  // Requests fail at the end of the stream, before the socket tells that it is closed.
  const isUsable = () => isOpen && !socket.readableEnded && !socket.destroyed;
  const waiting: (() => void)[] = [];
  let running = 0;
  const finish = () => {
    running -= 1;
    waiting.shift()?.();
  };
  return {
    sftp,
    get isOpen() {
      return isUsable();
    },
    call: async (start) => {
      if (running >= mostRequests) await new Promise<void>((resolve) => waiting.push(resolve));
      running += 1;
      if (!isUsable()) {
        finish();
        throw new Error('the connection to the SFTP server is lost');
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error('the SFTP server did not answer in time'));
          end();
        }, settings.timeoutMs);
        const done: Parameters<typeof start>[1] = (error, value) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve(value);
        };
        try {
          start(sftp, done);
        } catch (error) {
          done(error as Error, undefined as never);
        }
      }).finally(finish) as never;
    },
    close: end,
  };
}

/** Without TCP_NODELAY each small request waits for the delayed acknowledgement: 0.7 instead of 60 MB/s. */
async function openSocket({ host, port, timeoutMs }: SftpSettings): Promise<Socket> {
  const socket = connectTcp({ host, port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error('the SFTP server does not answer')), timeoutMs);
    socket.once('connect', resolve).once('error', reject);
    socket.once('close', () => clearTimeout(timer)).once('connect', () => clearTimeout(timer));
  });
  return socket;
}

function configOf(
  settings: SftpSettings,
  sock: Socket,
  onRefused: (fingerprint: string) => void,
): ConnectConfig {
  const { hostKey, username, password, privateKey, timeoutMs } = settings;
  const algorithms = hostKey === undefined ? undefined : algorithmsOf(hostKey);
  return {
    sock,
    username,
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(algorithms === undefined ? {} : { algorithms: { serverHostKey: algorithms as never } }),
    readyTimeout: timeoutMs,
    keepaliveInterval: keepaliveIntervalMs,
    keepaliveCountMax: keepaliveCount,
    hostVerifier: (key: Buffer) => {
      if (hostKey === undefined || isPinned(hostKey, key)) return true;
      onRefused(fingerprintOf(key));
      return false;
    },
  };
}
