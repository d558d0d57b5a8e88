import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, fail, kernelErrors } from './errors.ts';

/** A whole body that waits outside of memory. */
export interface SpooledBody {
  readonly size: number;
  /** In memory that other threads see without a copy. Waits while the bodies that are being read fill their share. */
  read(): Promise<Uint8Array>;
  /** Frees disk and memory; the kernel calls it when the answer is sent or its receiver left. */
  discard(): Promise<void>;
}

export interface Spool {
  receive(source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<SpooledBody>;
  /** Removes what a process left that was killed between creating a file and unlinking it. */
  clear(): Promise<void>;
}

/** A smaller body never touches the disk. */
const chunkBytes = 64 * 1024;
const cipherName = 'aes-256-gcm';

/**
 * Bodies on disk, each sealed with a key that exists only in this process. The file has no name from the moment it is
 * open: nothing is left of it when the process ends, however it ends.
 */
export function createSpool({ directory, readBytes }: { directory: string; readBytes: number }): Spool {
  const room = createRoom(readBytes);
  return {
    receive: async (source, limitBytes) => {
      const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, limitBytes));
      let filled = 0;
      let size = 0;
      let file: SealedFile | undefined;
      try {
        for await (const part of source) {
          size += part.length;
          if (size > limitBytes) fail(kernelErrors.payload_too_large);
          for (let at = 0; at < part.length; ) {
            if (filled === chunk.length) {
              file ??= await createSealedFile(directory);
              await file.append(chunk);
              filled = 0;
            }
            const taken = Math.min(chunk.length - filled, part.length - at);
            chunk.set(part.subarray(at, at + taken), filled);
            filled += taken;
            at += taken;
          }
        }
        await file?.append(chunk.subarray(0, filled));
      } catch (error) {
        await file?.close();
        throw error;
      }
      return keep(room, size, file ?? chunk.subarray(0, filled));
    },
    clear: async () => {
      for (const name of await readdir(directory).catch(() => []))
        await rm(join(directory, name), { force: true });
    },
  };
}

function keep(room: Room, size: number, kept: SealedFile | Uint8Array): SpooledBody {
  const gone = new AbortController();
  let whole: Promise<Uint8Array> | undefined;
  const load = async () => {
    await room.take(size, gone.signal);
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    if (kept instanceof Uint8Array) bytes.set(kept);
    else await kept.readInto(bytes);
    return bytes;
  };
  return {
    size,
    read: () => {
      whole ??= load();
      return whole;
    },
    discard: async () => {
      gone.abort();
      await whole?.catch(() => undefined);
      if (!(kept instanceof Uint8Array)) await kept.close();
    },
  };
}

interface SealedFile {
  append(bytes: Uint8Array): Promise<void>;
  /** Once, after the last `append`. Fails when the bytes on disk are not those that were written. */
  readInto(target: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

async function createSealedFile(directory: string): Promise<SealedFile> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, randomBytes(16).toString('hex'));
  const handle: FileHandle = await open(path, 'wx+', 0o600);
  await rm(path, { force: true });
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv(cipherName, key, iv);
  return {
    append: async (bytes) => void (await handle.appendFile(cipher.update(bytes))),
    readInto: async (target) => {
      cipher.final();
      const decipher = createDecipheriv(cipherName, key, iv).setAuthTag(cipher.getAuthTag());
      const part = Buffer.allocUnsafeSlow(16 * chunkBytes);
      for (let at = 0; at < target.length; ) {
        const { bytesRead } = await handle.read(part, 0, part.length, at);
        if (bytesRead === 0) throw new Error('a spooled body was cut short');
        target.set(decipher.update(part.subarray(0, bytesRead)), at);
        at += bytesRead;
      }
      decipher.final();
    },
    close: () => handle.close(),
  };
}

interface Room {
  /** Until `gone` aborts. */
  take(bytes: number, gone: AbortSignal): Promise<void>;
}

/** Lets readers in by their order while their bytes fit; one larger than the room comes alone. */
function createRoom(most: number): Room {
  const waiting = new Set<{ bytes: number; enter(): void }>();
  let used = 0;
  const admit = () => {
    for (const place of waiting) {
      if (used > 0 && used + place.bytes > most) return;
      waiting.delete(place);
      used += place.bytes;
      place.enter();
    }
  };
  return {
    take: (bytes, gone) =>
      new Promise((resolve, reject) => {
        const place = { bytes, enter: resolve };
        const leave = () => {
          if (!waiting.delete(place)) used -= bytes;
          reject(new AppError(kernelErrors.bad_request, { detail: 'the sender left' }));
          admit();
        };
        if (gone.aborted)
          return reject(new AppError(kernelErrors.bad_request, { detail: 'the sender left' }));
        gone.addEventListener('abort', leave);
        waiting.add(place);
        admit();
      }),
  };
}
