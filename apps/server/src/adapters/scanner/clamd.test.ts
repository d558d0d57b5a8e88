import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Clamd, clamdBytes, malicious, signature, startClamd } from '../../../test/clamd.ts';
import { createClamd } from './index.ts';

let clamd: Clamd;
beforeAll(async () => {
  clamd = await startClamd();
});
afterAll(() => clamd.close());

async function* inParts(bytes: Buffer, partBytes = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
}
const at = (address: string, timeoutMs = 30_000) => createClamd({ address, maxBytes: 10 ** 8, timeoutMs });
const scan = (bytes: Buffer, address = clamd.address, timeoutMs?: number) =>
  at(address, timeoutMs).scan(inParts(bytes), new AbortController().signal);

/** An encrypted ZIP with one empty file: general purpose flag 1 in both headers. */
function encryptedZip(): Buffer {
  const name = Buffer.from('secret.txt');
  const body = randomBytes(12 + 5);
  const common = (signature: number, more: number[]) => {
    const head = Buffer.alloc(more.length);
    Buffer.from(more).copy(head);
    const start = Buffer.alloc(4);
    start.writeUInt32LE(signature);
    return Buffer.concat([start, head]);
  };
  const u16 = (value: number) => [value & 255, value >> 8];
  const u32 = (value: number) => [...u16(value & 65_535), ...u16(value >>> 16)];
  const facts = [...u16(1), ...u16(0), ...u32(0), ...u32(0), ...u32(body.length), ...u32(5)];
  const local = Buffer.concat([
    common(0x04034b50, [...u16(20), ...facts, ...u16(name.length), ...u16(0)]),
    name,
    body,
  ]);
  const central = Buffer.concat([
    common(0x02014b50, [
      ...u16(20),
      ...u16(20),
      ...facts,
      ...u16(name.length),
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u32(0),
      ...u32(0),
    ]),
    name,
  ]);
  const end = common(0x06054b50, [
    ...u16(0),
    ...u16(0),
    ...u16(1),
    ...u16(1),
    ...u32(central.length),
    ...u32(local.length),
    ...u16(0),
  ]);
  return Buffer.concat([local, central, end]);
}

describe('clamd', () => {
  it('finds a clean file clean, also an empty one', async () => {
    for (const bytes of [Buffer.from('%PDF-1.7\n'), Buffer.alloc(0), randomBytes(300_000)])
      expect(await scan(bytes)).toEqual({ outcome: 'clean' });
  });

  it('names what it found, wherever it is in the file', async () => {
    for (const before of [0, 65_530, 250_000]) {
      const bytes = Buffer.concat([Buffer.alloc(before, 'x'), Buffer.from(malicious), Buffer.alloc(50)]);
      expect(await scan(bytes)).toEqual({ outcome: 'infected', reason: `${signature}.UNOFFICIAL` });
    }
  });

  it('cannot scan an encrypted archive, or more than its limits', async () => {
    expect(await scan(encryptedZip())).toMatchObject({
      outcome: 'unscannable',
      reason: expect.stringMatching(/^Heuristics\.Encrypted/),
    });
    expect(await scan(randomBytes(700_000))).toMatchObject({
      outcome: 'unscannable',
      reason: expect.stringMatching(/^Heuristics\.Limits\.Exceeded/),
    });
  });

  it('reads the early answer to a stream that is too long, while bytes are still sent', async () => {
    for (let times = 0; times < 50; times += 1)
      expect(await scan(Buffer.alloc(clamdBytes * 4, 'x'))).toEqual({
        outcome: 'unscannable',
        reason: 'larger than the scanner accepts',
      });
  });

  it('says its version to an operator', async () => {
    expect(await at(clamd.address).check()).toMatch(/^ClamAV \d/);
  });
});

describe('something else at the address of the scanner', () => {
  let server: Server | undefined;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server?.close();
  });
  const listen = async (talk: (socket: Socket) => void) => {
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      talk(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const answering = (text: string) => listen((socket) => socket.resume().end(text));

  it('is clean only with the exact answer, which ends with NUL or a line break', async () => {
    for (const ending of ['\0', '\n'])
      expect(await scan(Buffer.from('x'), await answering(`stream: OK${ending}`))).toEqual({
        outcome: 'clean',
      });
    for (const text of [
      'stream: OK',
      'stream: OK \0',
      'stream: ok\0',
      'OK\0',
      'Stream: OK\0',
      '\0',
      'HTTP/1.1 200 OK\r\n\r\n',
      'COMMAND READ TIMED OUT\n',
      'stream: Can not allocate memory ERROR\0',
      'FOUND\0',
      'x'.repeat(10_000),
    ])
      await expect(scan(Buffer.from('x'), await answering(text))).rejects.toThrow(/the scanner/);
  });

  it('is unavailable when it closes, resets, reads nothing or says nothing', async () => {
    await expect(scan(Buffer.from('x'), await listen((socket) => socket.end()))).rejects.toThrow('broke off');
    await expect(
      scan(Buffer.alloc(10 ** 7), await listen((socket) => socket.resetAndDestroy())),
    ).rejects.toThrow(/broke off|cannot be reached/);
    await expect(
      scan(Buffer.alloc(2 * 10 ** 7), await listen((socket) => socket.pause()), 200),
    ).rejects.toThrow('does not take the file');
    await expect(scan(Buffer.from('x'), await listen((socket) => socket.resume()), 200)).rejects.toThrow(
      'does not answer',
    );
    await expect(at(await answering('NO\0')).check()).rejects.toThrow('PONG');
  });

  it('is unavailable when nothing listens', async () => {
    await expect(scan(Buffer.from('x'), 'tcp://127.0.0.1:9')).rejects.toThrow('cannot be reached');
    await expect(scan(Buffer.from('x'), 'unix:/nowhere/clamd.sock')).rejects.toThrow('cannot be reached');
  });

  it('ends at once when its caller gives up', async () => {
    const giveUp = new AbortController();
    const address = await listen((socket) => socket.on('data', () => giveUp.abort()));
    await expect(at(address).scan(inParts(Buffer.from('x')), giveUp.signal)).rejects.toThrow('broke off');
  });
});
