import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languageOf } from './language.ts';
import type { RequestFacts } from './row.ts';

interface FactsDeps {
  readonly now: () => Date;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
}

/** The request facts that a row may read. */
export function readFacts(request: FastifyRequest, reply: FastifyReply, deps: FactsDeps): RequestFacts {
  return new Facts(request, reply, deps);
}

/** A class, because accessors of an object literal are created again for every request. */
class Facts implements RequestFacts {
  readonly id: string;
  readonly now: Date;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #stopping: AbortSignal;
  #released: AbortSignal | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, deps: FactsDeps) {
    this.id = request.id;
    this.now = deps.now();
    this.#request = request;
    this.#reply = reply;
    this.#stopping = deps.stopping;
  }

  // Computed on demand: finding the client behind trusted proxies is work that most rows do not need.
  get ip(): string {
    return this.#request.ip;
  }

  get userAgent(): string {
    return (this.#request.headers['user-agent'] ?? '').slice(0, 300);
  }

  get language(): Language {
    return languageOf(this.#request);
  }

  get released(): AbortSignal {
    // Created on demand: few rows hold a response open, and a signal per request is not free.
    this.#released ??= AbortSignal.any([this.#stopping, whenClientLeaves(this.#reply)]);
    return this.#released;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }
}

/** One shared reason: without it, each abort builds an error with its stack. */
const left = new Error('the client left or was answered');

/**
 * Listens on this response, not on its connection, which lives longer and would accumulate a listener per
 * request.
 */
function whenClientLeaves(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort(left));
  return controller.signal;
}
