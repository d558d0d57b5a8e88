import { join } from 'node:path';
import { findFreePorts } from '../scripts/free-ports.ts';
import { type LoadResult, median, runLoad, type Target } from './load.ts';
import { type Child, makeFolder, startChild } from './processes.ts';
import { addressOf, type RequestParts } from './wire.ts';
import type { Person, World } from './world.ts';

export const loadNames = ['health', 'me', 'write', 'refresh', 'catalogue'] as const;
export type LoadName = (typeof loadNames)[number];

interface LoadMeasure {
  title: string;
  /** Minimum share of the floor. */
  bar: number;
  /** For a large answer, whose bytes alone cost more than the floor: it is compared with a floor of this size. */
  answerBytes?(world: World): Promise<number>;
  target(world: World): Target;
}

/** Few enough that the rate limiter uses a normal amount of memory, enough that no address reaches its limit. */
const addressPool = 40_000;

function nextAddress(): () => string {
  let used = 0;
  return () => addressOf(used++ % addressPool);
}

function personAt(world: World, index: number): Person {
  const person = world.people[index % world.people.length];
  if (person === undefined) throw new Error('the world has no people');
  return person;
}

export const loadMeasures: Record<LoadName, LoadMeasure> = {
  health: {
    title: 'GET /health',
    bar: 0.9,
    target: (world) => {
      const request = { method: 'GET', path: '/health' };
      return { port: world.port, pid: world.server.pid, next: () => request };
    },
  },
  me: {
    title: 'GET /users/me',
    bar: 0.4,
    target: (world) => {
      let asked = 0;
      return {
        port: world.port,
        pid: world.server.pid,
        next: () => ({
          method: 'GET',
          path: '/api/v1/users/me',
          token: personAt(world, asked++).token,
          address: addressOf(asked % addressPool),
        }),
      };
    },
  },
  write: {
    title: 'audited write',
    bar: 0.06,
    target: (world) => {
      const address = nextAddress();
      let asked = 0;
      return {
        port: world.port,
        pid: world.server.pid,
        next: () => ({
          method: 'PUT',
          path: '/api/v1/me/latin-name',
          token: personAt(world, asked++).token,
          address: address(),
          body: { first_name_en: asked % 2 === 0 ? 'Bold' : 'BOLD' },
        }),
      };
    },
  },
  refresh: {
    title: 'refresh',
    bar: 0.1,
    target: (world) => {
      const address = nextAddress();
      // A refresh token works once and its answer holds the next; a session may refresh ten times a minute.
      const waiting = world.chains.map((token) => ({ token, left: 9 }));
      const held = new Map<number, (typeof waiting)[number]>();
      return {
        port: world.port,
        pid: world.server.pid,
        next: (connection) => {
          const chain = waiting.pop();
          if (chain === undefined) throw new Error('the sessions are used up');
          held.set(connection, chain);
          return {
            method: 'POST',
            path: '/api/v1/auth/refresh',
            address: address(),
            body: { refresh_token: chain.token },
          };
        },
        onAnswer: (connection, body) => {
          const answer = JSON.parse(body) as { data: { refresh_token: string } };
          const chain = held.get(connection);
          if (chain !== undefined && chain.left > 1)
            waiting.unshift({ token: answer.data.refresh_token, left: chain.left - 1 });
        },
      };
    },
  },
  catalogue: {
    title: 'GET /catalog/services',
    bar: 0.7,
    answerBytes: async ({ port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/catalog/services`);
      return (await answer.arrayBuffer()).byteLength;
    },
    target: (world) => {
      const address = nextAddress();
      return {
        port: world.port,
        pid: world.server.pid,
        next: () => ({ method: 'GET', path: '/api/v1/catalog/services', address: address() }),
      };
    },
  },
};

export interface Effort {
  connections: number;
  warmUpSeconds: number;
  floorSeconds: number;
  targetSeconds: number;
  rounds: number;
  /** Profiles the server after a missed bar. */
  profiled: boolean;
}

export interface Comparison {
  floor: LoadResult;
  target: LoadResult;
  share: number;
  shares: number[];
}

export async function openFloor(answerBytes?: number): Promise<Child & { port: number }> {
  const [port = 0] = await findFreePorts(1);
  const child = await startChild({
    script: join(import.meta.dirname, 'floor.ts'),
    args: [port, answerBytes ?? []].flat().map(String),
    readyWhen: /^floor ready/,
    logFile: join(makeFolder(), 'floor.log'),
  });
  return { ...child, port };
}

export function floorTarget({ port, pid }: { port: number; pid: number }): Target {
  const request: RequestParts = { method: 'GET', path: '/' };
  return { port, pid, next: () => request };
}

/**
 * Measures floor and target alternately in many short rounds: other load on the machine affects both, and the median of
 * the ratios removes outliers. Each target run lies between two floor runs, because a shared processor may change its
 * speed by half within a second.
 */
export async function compareWithFloor(
  floor: { port: number; pid: number },
  target: Target,
  effort: Effort,
): Promise<Comparison> {
  const { connections } = effort;
  const asked = floorTarget(floor);
  await runLoad(asked, { connections, seconds: effort.warmUpSeconds / 2 });
  await runLoad(target, { connections, seconds: effort.warmUpSeconds });
  const askFloor = () => runLoad(asked, { connections, seconds: effort.floorSeconds });
  const floors = [await askFloor()];
  const targets: LoadResult[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    targets.push(await runLoad(target, { connections, seconds: effort.targetSeconds }));
    floors.push(await askFloor());
  }
  const floorOf = (at: number) => floors[at]?.perSecond ?? Number.NaN;
  const shares = targets.map(({ perSecond }, at) => (2 * perSecond) / (floorOf(at) + floorOf(at + 1)));
  return { floor: combine(floors), target: combine(targets), share: median(shares), shares };
}

function combine(results: readonly LoadResult[]): LoadResult {
  const middle = (read: (result: LoadResult) => number) => median(results.map(read));
  const firstError = results.find((each) => each.firstError !== undefined)?.firstError;
  return {
    requests: results.reduce((sum, each) => sum + each.requests, 0),
    perSecond: middle((each) => each.perSecond),
    p50Ms: middle((each) => each.p50Ms),
    p99Ms: middle((each) => each.p99Ms),
    cpuMicros: middle((each) => each.cpuMicros),
    errors: results.reduce((sum, each) => sum + each.errors, 0),
    ...(firstError === undefined ? {} : { firstError }),
  };
}
