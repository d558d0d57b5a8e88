import { Socket } from 'node:net';
import { type Scanner, ScannerUnavailable } from '../../modules/files/scanner-port.ts';
import { readVerdict } from './answer.ts';

export interface ClamdOptions {
  /** `tcp://host:port` or `unix:/path`. */
  address: string;
  maxBytes: number;
  timeoutMs: number;
}

const connectMs = 5_000;
const longestAnswer = 4_096;
/** The end of an INSTREAM body: a chunk of no bytes. */
const end = Buffer.alloc(4);

/** clamd: `z` commands over TCP or a unix socket, one connection for each question. */
export function createClamd({ address, maxBytes, timeoutMs }: ClamdOptions): Scanner {
  const ask = async (
    signal: AbortSignal | undefined,
    talk: (send: (bytes: Uint8Array) => Promise<void>, isAnswered: () => boolean) => Promise<void>,
  ): Promise<string> => {
    const socket = await open(address, signal);
    const answer = readAnswer(socket);
    let isAnswered = false;
    const settle = () => {
      isAnswered = true;
    };
    const answered = answer.then(settle, settle);
    const abort = () => socket.destroy(new Error('given up'));
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    const send = async (bytes: Uint8Array) => {
      if (isAnswered) return;
      const written = new Promise<void>((resolve) => {
        socket.write(bytes, (error) => {
          if (error) settle();
          resolve();
        });
      });
      await within(Promise.race([answered, written]), timeoutMs, 'the scanner does not take the file');
    };
    try {
      await talk(send, () => isAnswered);
      return await within(answer, timeoutMs, 'the scanner does not answer');
    } finally {
      signal?.removeEventListener('abort', abort);
      socket.destroy();
    }
  };

  return {
    maxBytes,
    timeoutMs,
    scan: async (source, signal) =>
      readVerdict(
        await ask(signal, async (send, isAnswered) => {
          await send(Buffer.from('zINSTREAM\0'));
          for await (const part of source) {
            if (isAnswered()) break;
            if (part.length > 0) await send(chunkOf(part));
          }
          await send(end);
        }),
      ),
    check: async () => {
      const said = await ask(undefined, (send) => send(Buffer.from('zPING\0')));
      if (said !== 'PONG') throw new ScannerUnavailable('the scanner does not answer PING with PONG');
      return ask(undefined, (send) => send(Buffer.from('zVERSION\0')));
    },
  };
}

function chunkOf(part: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return Buffer.concat([length, part]);
}

/**
 * A connection whose failed write does not discard the answer: clamd says that a stream is too long and closes while
 * bytes are still sent. `onread` bypasses the stream, which would stop at the error.
 */
class ScannerSocket extends Socket {
  text = '';

  constructor(signal: AbortSignal | undefined) {
    super({
      ...(signal === undefined ? {} : { signal }),
      onread: {
        buffer: Buffer.alloc(longestAnswer),
        callback: (bytes, buffer) => {
          this.text += Buffer.from(buffer.subarray(0, bytes)).toString('latin1');
          this.emit('said');
          return true;
        },
      },
    });
  }

  override destroy(error?: NodeJS.ErrnoException): this {
    return error?.code === 'EPIPE' ? this : super.destroy(error);
  }
}

function open(address: string, signal: AbortSignal | undefined): Promise<ScannerSocket> {
  const socket = new ScannerSocket(signal);
  const opened = new Promise<ScannerSocket>((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', (cause) => reject(new ScannerUnavailable('the scanner cannot be reached', cause)));
  });
  socket.connect(placeOf(address));
  return within(opened, connectMs, 'the scanner cannot be reached').catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
}

export function placeOf(address: string): { path: string } | { host: string; port: number } {
  if (address.startsWith('unix:')) return { path: address.slice('unix:'.length) };
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** Answers end with NUL, and some errors with a line break; one that is cut off is none. */
function readAnswer(socket: ScannerSocket): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    const failed = (cause?: unknown) =>
      reject(new ScannerUnavailable('the scanner broke off without an answer', cause));
    socket.on('said', () => {
      const [, whole] = /^([^\0\n]*)[\0\n]/.exec(socket.text) ?? [];
      if (whole !== undefined) resolve(whole);
      else if (socket.text.length > longestAnswer) failed();
    });
    socket.on('error', failed);
    socket.on('close', () => failed());
  });
  // It may fail before it is awaited.
  answer.catch(() => undefined);
  return answer;
}

async function within<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ScannerUnavailable(what)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
