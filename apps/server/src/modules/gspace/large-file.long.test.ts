import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GovStage, openGov } from '../../../test/gov.ts';

const mib = 1024 * 1024;
const gib = 1024 * mib;
let stage: GovStage;
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  stage = await openGov();
  // A process of its own, so that its memory is the server's alone.
  child = spawn(process.execPath, [join(import.meta.dirname, '../../../test/child-server.ts')], {
    env: {
      ...process.env,
      CHILD_DATABASE_URL: stage.world.database.appUrl,
      CHILD_DATA_DIR: stage.world.dataDir,
      CHILD_SPACE_BYTES: String(2 * gib),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('ready ')) {
      url = line.slice(6);
      return;
    }
});
afterAll(async () => {
  child.kill('SIGKILL');
  await stage.world.close();
});

const residentMib = () =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024;
const authorized = () => ({ authorization: `Bearer ${stage.people.bold.token}` });
const block = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(mib - 9)]);

async function send(name: string, mebibytes: number, watch: () => void): Promise<string> {
  const hash = createHash('sha256');
  async function* body(): AsyncGenerator<Buffer> {
    yield Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`);
    for (let at = 0; at < mebibytes; at += 1) {
      if (at % 64 === 0) watch();
      hash.update(block);
      yield block;
    }
    yield Buffer.from('\r\n--b--\r\n');
  }
  const sent = request(`${url}/api/v1/gspace/upload`, {
    method: 'POST',
    headers: { ...authorized(), 'content-type': 'multipart/form-data; boundary=b' },
  });
  const answered = once(sent, 'response');
  await pipeline(Readable.from(body()), sent);
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  answer.resume();
  return hash.digest('hex');
}

async function receive(name: string, watch: () => void): Promise<string> {
  const hash = createHash('sha256');
  const got = await fetch(`${url}/api/v1/gspace/download?name=${name}`, { headers: authorized() });
  let next = 0;
  let bytes = 0;
  for await (const part of got.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes >= next) {
      watch();
      next += 64 * mib;
    }
    hash.update(part);
  }
  return hash.digest('hex');
}

it('passes a file of 1 GB up and down with flat memory', async () => {
  await send('small.pdf', 32, () => undefined);
  await receive('small.pdf', () => undefined);
  const before = residentMib();
  let most = before;
  const watch = () => {
    most = Math.max(most, residentMib());
  };
  const sent = await send('large.pdf', 1024, watch);
  expect(await receive('large.pdf', watch)).toBe(sent);
  expect(most - before).toBeLessThan(150);
});
