import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rawOf } from './admission.ts';
import type { LogQueue } from './log-queue.ts';

/** Facts about a call that its request does not carry. */
interface CallFacts {
  upstreamId?: string;
  clientId?: string;
  /** The time until the answer began: the rest depends on its size and reader. */
  latencyMs?: number;
}

/** A call ends twice when its answer breaks off or it was rerouted: the flag prevents a second entry. */
type KnownCall = CallFacts & { recorded?: true };

export interface Traffic {
  note(request: object, facts: CallFacts): void;
  /** For calls whose answer Fastify does not finish itself, such as an aborted one. */
  record(request: FastifyRequest, status: number, elapsedMs: number): void;
  watch(http: FastifyInstance): void;
}

const watched = ['/gw/', '/rp/', '/api/v1/provider/', '/api/v1/eid'];
const longestPath = 512;

export function createTraffic(deps: { log: LogQueue; now: () => Date }): Traffic {
  const known = new WeakMap<object, KnownCall>();
  const record: Traffic['record'] = (request, status, elapsedMs) => {
    const facts = known.get(rawOf(request)) ?? {};
    if (facts.recorded === true) return;
    known.set(rawOf(request), Object.assign(facts, { recorded: true as const }));
    deps.log.add({
      at: deps.now(),
      method: request.method,
      path: pathOf(request),
      status,
      latencyMs: Math.round(facts.latencyMs ?? elapsedMs),
      clientIp: request.ip,
      upstreamId: facts.upstreamId ?? null,
      clientId: facts.clientId ?? null,
    });
  };
  return {
    note: (request, facts) => {
      const before = known.get(rawOf(request));
      if (before === undefined) known.set(rawOf(request), { ...facts });
      else Object.assign(before, facts);
    },
    record,
    watch: (http) => {
      http.addHook('onResponse', (request, reply, done) => {
        const url = request.originalUrl;
        if (watched.some((prefix) => url.startsWith(prefix)))
          record(request, reply.statusCode, reply.elapsedTime);
        done();
      });
    },
  };
}

/** The query is omitted because it may carry secrets or personal data. */
function pathOf(request: FastifyRequest): string {
  const url = request.originalUrl;
  const end = url.indexOf('?');
  return (end < 0 ? url : url.slice(0, end)).slice(0, longestPath);
}
