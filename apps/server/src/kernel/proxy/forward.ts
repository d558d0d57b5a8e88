import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Permit } from '../http/circuit-breaker.ts';
import type { ProxyHeaders } from './headers.ts';
import type { PassingBody } from './request-body.ts';
import type { Upstream } from './upstreams.ts';

export interface ProxyTimeouts {
  /** From the moment a call is written until its answer begins. */
  readonly headersMs: number;
  /** The longest silence of an answer, or of a body on its way. */
  readonly idleMs: number;
}

export interface ForwardedCall {
  readonly upstream: Upstream;
  readonly method: string;
  readonly path: string;
  readonly headers: ProxyHeaders;
  readonly body: PassingBody | undefined;
  /** Where the answer goes. It is untouched until `begin` was called. */
  readonly response: ServerResponse;
  readonly retries: number;
  readonly timeouts: ProxyTimeouts;
  /** The answer begins: takes the response over and says which headers it gets. */
  readonly begin: (status: number, headers: IncomingHttpHeaders) => OutgoingHttpHeaders;
}

export type FailureKind =
  | 'address_refused'
  | 'unavailable'
  | 'timeout'
  | 'failed'
  | 'too_large'
  /** Something in the caller's headers cannot be written to another server. */
  | 'unsendable'
  /** The caller left, or the call was cut, before there was an answer. */
  | 'left';

/** The call ended before its answer began. `detail` is a word of the network layer, never an address. */
export class ForwardFailure extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, detail: string) {
    super(`${kind}: ${detail}`);
    this.name = 'ForwardFailure';
    this.kind = kind;
  }
}

export interface Flow {
  /** Resolves when the answer was handed over whole (true) or broke off (false); rejects with ForwardFailure. */
  readonly ended: Promise<boolean>;
  /** Ends the call at once, on both sides. */
  cut(): void;
}

/** RFC 9110 section 9.2.2: repeating these changes nothing more. */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const firstPauseMs = 50;
const longestPauseMs = 1000;
/** The other side is there but cannot serve: what a proxy in front of it says of it. */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
const notConnected: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);
const unsendable: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);
const broken: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** One call through to the other side and its answer back, streamed both ways at the pace of the slower end. */
export function forward(call: ForwardedCall): Flow {
  const { upstream, body, response, timeouts } = call;
  const startedMs = performance.now();
  let attempt = 0;
  let begun = false;
  let over = false;
  let controller: Dispatcher.DispatchController | undefined;
  let permit: Permit | undefined;
  let timer: NodeJS.Timeout | undefined;
  let settle: { resolve: (whole: boolean) => void; reject: (error: ForwardFailure) => void };
  const ended = new Promise<boolean>((resolve, reject) => {
    settle = { resolve, reject };
  });

  const waitFor = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(onSilence, ms);
  };
  const close = (tell: (permit: Permit) => void) => {
    over = true;
    clearTimeout(timer);
    response.off('close', onClose).off('drain', onDrain);
    if (permit !== undefined) tell(permit);
    permit = undefined;
    body?.release();
  };
  const failWith = (kind: FailureKind, detail: string, tell: (permit: Permit) => void) => {
    close(tell);
    settle.reject(new ForwardFailure(kind, detail));
  };
  /** After the answer began nothing can be said any more: the broken connection tells it. */
  const breakOff = (tell: (permit: Permit) => void) => {
    close(tell);
    response.destroy();
    settle.resolve(false);
  };
  const abort = (reason: string) => controller?.abort(new Error(reason));
  const undecided = (given: Permit) => given.undecided();
  const failed = (given: Permit) => given.failed();

  const onSilence = () => {
    // Silence while the caller's own body is on its way may be the caller's.
    const tell = body !== undefined && !body.complete() ? undecided : failed;
    if (begun) breakOff(undecided);
    else failWith('timeout', 'no answer in time', tell);
    abort('silence');
  };
  const cut = () => {
    if (over) return;
    if (begun) breakOff(undecided);
    else failWith('left', 'cut', undecided);
    abort('cut');
  };
  const onClose = () => {
    if (!over) cut();
  };
  const onDrain = () => {
    timer?.refresh();
    controller?.resume();
  };

  const onError = (error: Error) => {
    if (over) return;
    if (begun) return breakOff(undecided);
    if (body?.tooLarge() === true) return failWith('too_large', 'body', undecided);
    if (body?.left() === true) return failWith('left', 'body', undecided);
    const code = codeOf(error);
    if (unsendable.has(code)) return failWith('unsendable', code, undecided);
    if (code === 'ADDRESS_REFUSED') return failWith('address_refused', code, undecided);
    if (mayRepeat(code)) return repeat();
    failWith(notConnected.has(code) ? 'unavailable' : 'failed', code, failed);
  };
  const mayRepeat = (code: string) =>
    attempt <= call.retries &&
    idempotent.has(call.method) &&
    body?.started() !== true &&
    (notConnected.has(code) || broken.has(code)) &&
    performance.now() - startedMs < timeouts.headersMs;
  const repeat = () => {
    permit?.failed();
    permit = undefined;
    controller = undefined;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
    // Spread, so that callers who failed together do not come back together.
    setTimeout(send, pauseMs * (0.5 + Math.random() / 2));
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (given) => {
      controller = given;
      if (over) return given.abort(new Error('over'));
      waitFor(timeouts.headersMs);
    },
    onBodySent: () => void timer?.refresh(),
    onResponseStart: (_given, status, headers) => {
      if (status < 200 || over) return;
      begun = true;
      if (awayStatuses.has(status)) permit?.failed();
      else permit?.succeeded();
      permit = undefined;
      response.writeHead(status, call.begin(status, headers));
      waitFor(timeouts.idleMs);
      // An answer that is all here leaves in one piece; one whose body lets itself be waited for begins at once.
      setImmediate(() => {
        if (!over && !response.writableEnded) response.flushHeaders();
      });
    },
    onResponseData: (given, chunk) => {
      if (over) return;
      timer?.refresh();
      if (!response.write(chunk)) given.pause();
    },
    onResponseEnd: () => {
      if (over) return;
      close(undecided);
      response.end();
      settle.resolve(true);
    },
    onResponseError: (_given, error) => onError(error),
  };

  const send = () => {
    if (over) return;
    attempt += 1;
    permit = upstream.breaker.admit();
    if (permit === undefined) return failWith('unavailable', 'left alone after failures', undecided);
    const { method, path, headers } = call;
    try {
      upstream.pool.dispatch(
        {
          method,
          path,
          headers,
          body: body?.stream ?? null,
        },
        handler,
      );
    } catch (error) {
      onError(error as Error);
    }
  };

  response.on('close', onClose).on('drain', onDrain);
  waitFor(upstream.address.connectTimeoutMs + timeouts.headersMs);
  send();
  return { ended, cut };
}

export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
