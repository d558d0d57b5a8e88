import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Operating systems choose ephemeral ports from 32768 upwards, so a lower port is not taken by chance between being
// found here and being used.
const lowest = 10_240;
const highest = 32_767;

export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries === 1000) throw new Error(`no free port between ${lowest} and ${highest} on 127.0.0.1`);
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
