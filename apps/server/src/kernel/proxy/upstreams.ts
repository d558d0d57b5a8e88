import { isIP, type LookupFunction } from 'node:net';
import { buildConnector, Pool } from 'undici';
import { type CircuitBreaker, createCircuitBreaker } from '../http/circuit-breaker.ts';
import type { AddressGuard } from '../security/address-guard.ts';
import { AddressRefused, guardedLookup } from '../security/guarded-lookup.ts';

/** Address of an upstream. */
export interface UpstreamAddress {
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  readonly connectTimeoutMs: number;
}

/** One upstream: its connections and its circuit breaker. */
export interface Upstream {
  readonly origin: string;
  readonly address: UpstreamAddress;
  readonly pool: Pool;
  readonly breaker: CircuitBreaker;
  /** For connections outside the pool, such as WebSockets. */
  readonly lookup: LookupFunction;
  /** Throws for a host that is a forbidden literal address, because it needs no lookup that could refuse it. */
  refuseLiteral(): void;
}

export interface Upstreams {
  /** A changed address gets new connections; the old ones finish their calls. */
  of(id: string, address: UpstreamAddress): Upstream;
  close(): Promise<void>;
}

const connectionsPerUpstream = 256;
const mostUpstreams = 1000;

export function createUpstreams(deps: {
  /** Undefined when the operator's settings name the address. */
  guard: AddressGuard | undefined;
  now: () => Date;
}): Upstreams {
  const kept = new Map<string, Upstream>();
  const open = (address: UpstreamAddress): Upstream => {
    const origin = originOf(address);
    const refuseLiteral = () => {
      if (
        deps.guard !== undefined &&
        isIP(bare(address.host)) !== 0 &&
        !deps.guard.allows(bare(address.host))
      )
        throw new AddressRefused();
    };
    const guarded = guardedLookup(deps.guard);
    return {
      origin,
      address,
      lookup: guarded,
      refuseLiteral,
      breaker: createCircuitBreaker(deps.now),
      pool: new Pool(origin, {
        connections: connectionsPerUpstream,
        pipelining: 1,
        allowH2: false,
        keepAliveMaxTimeout: 60_000,
        // One timer covers the whole call, because it also knows of a caller that stopped reading or sending.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: connector(guarded, refuseLiteral, address.connectTimeoutMs),
      }),
    };
  };
  return {
    of: (id, address) => {
      const known = kept.get(id);
      if (known !== undefined && isSame(known.address, address)) return known;
      if (known !== undefined) void known.pool.close();
      const upstream = open(address);
      kept.delete(id);
      kept.set(id, upstream);
      if (kept.size > mostUpstreams) {
        const [oldest, entry] = kept.entries().next().value ?? [id];
        kept.delete(oldest);
        void entry?.pool.close();
      }
      return upstream;
    },
    close: async () => {
      const all = [...kept.values()];
      kept.clear();
      await Promise.all(all.map(({ pool }) => pool.destroy()));
    },
  };
}

function isSame(one: UpstreamAddress, other: UpstreamAddress): boolean {
  return (
    one === other ||
    (one.protocol === other.protocol &&
      one.host === other.host &&
      one.port === other.port &&
      one.connectTimeoutMs === other.connectTimeoutMs)
  );
}

function connector(
  guarded: LookupFunction,
  refuseLiteral: () => void,
  timeout: number,
): buildConnector.connector {
  const connect = buildConnector({ timeout, allowH2: false, lookup: guarded } as buildConnector.BuildOptions);
  return (options, callback) => {
    try {
      refuseLiteral();
    } catch (error) {
      return callback(error as Error, null);
    }
    connect(options, callback);
  };
}

function originOf({ protocol, host, port }: UpstreamAddress): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return new URL(`${protocol}://${name}:${port}`).origin;
}

/** Normalised by the address parser: `0x7f.1` and `[::1]` are addresses too. */
function bare(host: string): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname.replace(/^\[|\]$/g, '') : host;
}
