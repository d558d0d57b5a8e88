import { type ClientRequest, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
});
afterAll(() => world.close());

const mebibyte = Buffer.alloc(1024 * 1024, 'a');
const steps = 24;

function memory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().arrayBuffers;
}

it('keeps eight large documents of strangers out of memory for hours, and verifies them in the end', async () => {
  const before = memory();
  const answers: Promise<number | undefined>[] = [];
  const uploads = Array.from({ length: 8 }, (): ClientRequest => {
    const sent = request(`${server.url}/api/v1/sign/verify`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/pdf' },
    });
    answers.push(
      new Promise((resolve, reject) => {
        sent.once('error', reject).once('response', (answer) => resolve(answer.resume().statusCode));
      }),
    );
    return sent;
  });
  let most = 0;
  for (let step = 0; step < steps; step += 1) {
    await Promise.all(uploads.map((sent) => new Promise((done) => sent.write(mebibyte, done))));
    most = Math.max(most, memory() - before);
    // A line of 1.2 kB per second.
    world.clock.advance(14 * 60_000);
  }
  expect(most).toBeLessThan(3 * steps * mebibyte.length);
  for (const sent of uploads) sent.end();
  // Each address has few documents in the queue: some are asked to come again.
  const statuses = await Promise.all(answers);
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5);
});
