import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('a stopping server does not wait for a connection on which nothing was asked', async () => {
  const server = await world.startServer();
  const unused = connect(Number(new URL(server.url).port), '127.0.0.1').resume();
  await new Promise((resolve) => unused.once('connect', resolve));
  const ended = new Promise((resolve) => unused.once('close', resolve));
  await server.stop();
  await ended;
  // Node itself ends it after a minute, with a 408.
  expect(unused.bytesRead).toBe(0);
});
