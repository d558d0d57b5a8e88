import { randomUUID } from 'node:crypto';
import type { TestServer, TestWorld } from './server.ts';

const channel = 'test.settled';

/**
 * Waits until an instance has received every event committed so far: an instance that received one commit has
 * received all earlier ones.
 */
export function createSettler(world: TestWorld, server: TestServer): () => Promise<void> {
  const waiting = new Map<string, () => void>();
  server.app.bus.on(channel, ({ key }) => waiting.get(String(key))?.());
  return async () => {
    const key = randomUUID();
    const received = new Promise<void>((resolve) => waiting.set(key, resolve));
    await world.database.query('insert into bus_events (channel, payload) values ($1, $2)', [
      channel,
      JSON.stringify({ key }),
    ]);
    await world.database.query('notify tamga_bus');
    await received;
    waiting.delete(key);
  };
}
