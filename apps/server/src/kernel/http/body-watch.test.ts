import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSpace, type SpaceStage } from '../../../test/space.ts';
import { until } from '../../../test/until.ts';

let stage: SpaceStage;
beforeAll(async () => {
  stage = await openSpace({
    env: {
      FILES_SEALED: 'false',
      UPLOADS_AT_ONCE: '40',
      UPLOADS_PER_CLIENT: '32',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
});
afterAll(() => stage.world.close());

/** A body that a failed test leaves would hold the server open. */
const begun: ClientRequest[] = [];
afterEach(() => {
  for (const sent of begun.splice(0)) sent.destroy();
});

interface Sent extends ClientRequest {
  answered: Promise<number | undefined>;
}

/** Resolves when the server has read the head of the request. */
async function begin(
  path: string,
  type: string,
  token = stage.people.bold.token,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const sent = request(`${stage.server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, expect: '100-continue', ...headers },
  });
  begun.push(sent);
  sent.on('error', () => undefined);
  const answered = new Promise<number | undefined>((resolve) => {
    sent.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  return Object.assign(sent, { answered });
}
/** A body that never arrives: once the server has cut it, it has looked at all other bodies too. */
async function beginStalled(): Promise<{ isCut: Promise<unknown> }> {
  const { answered } = await begin('/gov/applications', 'application/json');
  return { isCut: answered.then((status) => expect(status).toBe(408)) };
}
const received = () => {
  const part = stage.objects().find((name) => name.endsWith('.part'));
  return part === undefined ? 0 : statSync(join(stage.world.dataDir, 'files', part.slice(0, 2), part)).size;
};
const multipart = 'multipart/form-data; boundary=b';
const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n';
const chunk = Buffer.alloc(100_000, 'a');

describe('a body that drips', () => {
  it('ends at a row after its time, however steadily it moves', async () => {
    const sent = await begin('/gov/applications', 'application/json');
    sent.write('{"service_id":');
    stage.world.clock.advance(20_000);
    sent.write(' ');
    stage.world.clock.advance(11_000);
    expect(await sent.answered).toBe(408);
  });

  it('ends at an unknown address, after a refusal, and at an address that cannot be read', async () => {
    const sockets: Socket[] = [];
    for (const [path, token] of [
      ['/%', 'nobody'],
      ['/nowhere', 'nobody'],
      ['/gspace/upload', 'nobody'],
    ] as const) {
      const sent = await begin(path, multipart, token);
      sockets.push(sent.socket as Socket);
      expect(await sent.answered).toBeGreaterThanOrEqual(400);
      sent.write('x');
    }
    // The last bytes may arrive after a single move of the clock, and would count as movement.
    await until(() => {
      stage.world.clock.advance(31_000);
      return sockets.every(({ destroyed }) => destroyed);
    });
    await stage.signInAgain();
  });
});

describe('an upload', () => {
  it('may take many minutes while it moves', async () => {
    const sent = await begin('/gspace/upload', multipart);
    sent.write(head);
    const { isCut } = await beginStalled();
    for (let at = 1; at <= 10; at += 1) {
      sent.write(chunk);
      await until(() => received() >= at * chunk.length);
      stage.world.clock.advance(25_000);
    }
    await isCut;
    sent.end('\r\n--b--\r\n');
    expect(await sent.answered).toBe(200);
    await stage.signInAgain();
    expect((await stage.list()).data.used).toBe(10 * chunk.length);
  });

  it('is cut when it does not move for half a minute, and leaves nothing', async () => {
    const before = stage.objects().length;
    const sent = await begin('/gspace/upload', multipart);
    sent.write(head);
    sent.write(chunk);
    await until(() => received() >= chunk.length);
    // The watch must have seen these bytes before the clock moves, or they count as movement after it.
    stage.world.clock.advance(25_000);
    await until(() => {
      stage.world.clock.advance(1_000);
      return sent.destroyed || sent.socket?.destroyed === true;
    });
    expect(await sent.answered).toBe(408);
    await until(async () => !(await stage.unsettled()).includes('arriving'));
    await stage.runJob('files.sweep');
    expect([stage.objects().length, await stage.unsettled()]).toEqual([before, []]);
  });

  it('is cut when it brings less than the least rate, however steadily it moves', async () => {
    const sent = await begin('/gspace/upload', multipart);
    sent.write(head);
    await until(() => {
      sent.write('x'.repeat(100));
      stage.world.clock.advance(1_000);
      return sent.destroyed || sent.socket?.destroyed === true;
    });
    expect(await sent.answered).toBe(408);
  });

  it('of a paper may be slow too', async () => {
    await stage.signInAgain();
    const id = await stage.place('bold', 'registered');
    const sent = await begin(`/gov/applications/${id}/files?name=a.pdf`, 'application/octet-stream');
    sent.write('%PDF-1.7\n');
    const { isCut } = await beginStalled();
    for (let at = 1; at <= 3; at += 1) {
      sent.write(chunk);
      await until(() => received() >= at * chunk.length);
      stage.world.clock.advance(25_000);
    }
    await isCut;
    sent.end();
    expect(await sent.answered).toBe(201);
  });
});

/** As another address. */
const from = (address: string) => ({ 'x-forwarded-for': address });
const failureOf = async (address: string, body = 'x') => {
  const response = await fetch(`${stage.server.url}/api/v1/sign/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf', ...from(address) },
    body,
  });
  const { error } = (await response.json()) as { error?: string };
  return [response.status, error, response.headers.get('retry-after')];
};
const verify = (address: string) => begin('/sign/verify', 'application/pdf', '', from(address));

describe('anonymous uploads', () => {
  it('stay out of memory while they arrive, are limited in number, and are cut when they drip', async () => {
    const pieces = 30;
    const before = await memory();
    const slow = await Promise.all(Array.from({ length: 8 }, () => verify('198.51.100.7')));
    for (let at = 0; at < pieces; at += 1)
      await Promise.all(slow.map((sent) => new Promise((done) => sent.write(chunk, done))));
    const spooled = () => openFiles(join(stage.world.dataDir, 'spool')).map((path) => statSync(path).size);
    // Half of what was sent to each lies on disk; the rest is on its way.
    await until(() => spooled().filter((size) => size > (pieces * chunk.length) / 2).length === 8);
    expect(readdirSync(join(stage.world.dataDir, 'spool'))).toEqual([]);
    expect((await memory()) - before).toBeLessThan((8 * pieces * chunk.length) / 3);
    for (const path of openFiles(join(stage.world.dataDir, 'spool')))
      expect(readFileSync(path).includes('aaaaaaaa')).toBe(false);

    expect(await failureOf('198.51.100.7')).toEqual([429, 'too_many_uploads', '5']);
    const others = await Promise.all(['198.51.100.8', '198.51.100.9'].map(verify));
    expect(await failureOf('203.0.113.5')).toEqual([503, 'uploads_busy', '5']);
    await stage.signInAgain();
    // Strangers have a share of the places, not all of them.
    expect((await stage.send('a', 'signed-in.txt')).status).toBe(200);

    await until(() => {
      for (const sent of [...slow, ...others]) if (!sent.destroyed) sent.write('x');
      stage.world.clock.advance(1_000);
      return [...slow, ...others].every(({ destroyed, socket }) => destroyed || socket?.destroyed === true);
    });
    await until(() => spooled().length === 0);
    expect(await failureOf('198.51.100.7', '%PDF-')).toEqual([200, undefined, null]);
  });

  it('may not announce or send more than a document has', async () => {
    const announced = { ...from('198.51.100.10'), 'content-length': String(26 * 1024 * 1024 + 1) };
    const sent = await begin('/sign/verify', 'application/pdf', '', announced);
    expect(await sent.answered).toBe(413);
    sent.destroy();
  });
});

/** The kernel's view of this process: the files have no name. */
function openFiles(directory: string): string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => `/proc/self/fd/${fd}`)
    .filter((path) => {
      try {
        return readlinkSync(path).startsWith(directory);
      } catch {
        return false;
      }
    });
}

/** A collection may return before it has freed buffers, so it runs again after a turn. */
async function memory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await setImmediate();
  }
  return process.memoryUsage().arrayBuffers;
}
