/** How a body is kept while it arrives; docs/generated/bodies.md lists which mount and row uses which. */
export const bodyKinds = {
  memory: 'in memory, whole within 30 seconds',
  spooled: 'sealed on disk, as slow as the least rate',
  stored: 'streamed to the storage of files, as slow as the least rate',
  passed: 'streamed to another server, as slow as the least rate',
} as const;
export type BodyKind = keyof typeof bodyKinds;

export interface PlaceLimits {
  /** Uploads (spooled and stored) under way: of everybody and of one client. */
  uploads: number;
  uploadsPerClient: number;
  /** Bytes that spooled uploads may need on disk. */
  spoolBytes: number;
}

export interface ArrivingBody {
  readonly kind: BodyKind;
  /** A person, or the address of a stranger. */
  readonly client: string;
  readonly isStranger: boolean;
  /** As announced, or the most that the row accepts. */
  readonly bytes: number;
}

/** `everybody`: there is no room at all; `client`: this client has used its share. */
export type Crowded = 'everybody' | 'client';
type Release = () => void;

const mebibyte = 1024 * 1024;
/** What a connection and a parsed small body cost, so that many small bodies count too. */
const leastBytes = 16 * 1024;
const memory = { most: 256 * mebibyte, perClient: 32 * mebibyte };
/** A server of an agency sends many calls through the gateway at the same time; each takes only buffers. */
const passed = { most: 2048, perClient: 256 };
/** Strangers get a quarter of the places: they must not keep those out who are signed in. */
const strangersShare = (places: number) => Math.ceil(places / 4);

export interface BodyPlaces {
  take(body: ArrivingBody): Release | Crowded;
}

/** Decides how many bodies may be under way, before a byte of a body is read. */
export function createBodyPlaces({ uploads, uploadsPerClient, spoolBytes }: PlaceLimits): BodyPlaces {
  const pools = {
    memory: createPool(memory),
    passed: createPool(passed),
    uploads: createPool({ most: uploads, perClient: uploadsPerClient }),
    strangers: createPool({ most: strangersShare(uploads), perClient: strangersShare(uploadsPerClient) }),
    spool: createPool({ most: spoolBytes, perClient: spoolBytes }),
  };
  return {
    take: ({ kind, client, isStranger, bytes }) => {
      if (kind === 'memory') return pools.memory.take(client, Math.max(bytes, leastBytes));
      if (kind === 'passed') return pools.passed.take(client, 1);
      return takeAll([
        () => pools.uploads.take(client, 1),
        ...(isStranger ? [() => pools.strangers.take(client, 1)] : []),
        ...(kind === 'spooled' ? [() => pools.spool.take(client, bytes)] : []),
      ]);
    },
  };
}

/** Everything or nothing. */
function takeAll(takes: readonly (() => Release | Crowded)[]): Release | Crowded {
  const taken: Release[] = [];
  const release = () => {
    for (const each of taken.splice(0)) each();
  };
  for (const take of takes) {
    const outcome = take();
    if (typeof outcome === 'function') taken.push(outcome);
    else {
      release();
      return outcome;
    }
  }
  return release;
}

function createPool({ most, perClient }: { most: number; perClient: number }) {
  const byClient = new Map<string, number>();
  let all = 0;
  return {
    take: (client: string, amount: number): Release | Crowded => {
      const own = (byClient.get(client) ?? 0) + amount;
      if (own > perClient) return 'client';
      if (all + amount > most) return 'everybody';
      all += amount;
      byClient.set(client, own);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        all -= amount;
        const left = (byClient.get(client) ?? amount) - amount;
        if (left === 0) byClient.delete(client);
        else byClient.set(client, left);
      };
    },
  };
}
