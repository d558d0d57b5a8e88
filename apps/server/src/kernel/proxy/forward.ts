import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Permit } from '../http/circuit-breaker.ts';
import type { ProxyHeaders } from './headers.ts';
import type { PassingBody } from './request-body.ts';
import type { Upstream } from './upstreams.ts';

export interface ProxyTimeouts {
  /** From sending the request until the response begins. */
  readonly headersMs: number;
  /** The longest silence of a response, or of a request body. */
  readonly idleMs: number;
}

export interface ForwardedCall {
  readonly upstream: Upstream;
  readonly method: string;
  readonly path: string;
  readonly headers: ProxyHeaders;
  readonly body: PassingBody | undefined;
  /** The response to the caller; it is untouched until `begin` is called. */
  readonly response: ServerResponse;
  readonly retries: number;
  readonly timeouts: ProxyTimeouts;
  /** Called when the upstream's response begins: takes the response over and returns its headers. */
  readonly begin: (status: number, headers: IncomingHttpHeaders) => OutgoingHttpHeaders;
}

export type FailureKind =
  | 'address_refused'
  | 'unavailable'
  | 'timeout'
  | 'failed'
  | 'too_large'
  /** The caller's headers contain something that cannot be sent to the upstream. */
  | 'unsendable'
  /** The caller left, or the call was aborted, before a response. */
  | 'left';

/** The call ended before its response began; `detail` is a network error code, never an address. */
export class ForwardFailure extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, detail: string) {
    super(`${kind}: ${detail}`);
    this.name = 'ForwardFailure';
    this.kind = kind;
  }
}

export interface Flow {
  /**
   * Resolves to true when the response was delivered whole, to false when it broke off; rejects with
   * ForwardFailure.
   */
  readonly ended: Promise<boolean>;
  /** Aborts the call at once, on both sides. */
  cut(): void;
}

/** RFC 9110 section 9.2.2: these methods are idempotent, so a retry is safe. */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const firstPauseMs = 50;
const longestPauseMs = 1000;
/** The upstream is reachable but cannot serve: a proxy in front of it answers with these. */
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

/** Forwards one call to the upstream and streams its response back, with backpressure in both directions. */
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
  const close = (report: (permit: Permit) => void) => {
    over = true;
    clearTimeout(timer);
    response.off('close', onClose).off('drain', onDrain);
    if (permit !== undefined) report(permit);
    permit = undefined;
    body?.release();
  };
  const failWith = (kind: FailureKind, detail: string, report: (permit: Permit) => void) => {
    close(report);
    settle.reject(new ForwardFailure(kind, detail));
  };
  /** After the response began no error can be sent: the connection is broken off instead. */
  const breakOff = (report: (permit: Permit) => void) => {
    close(report);
    response.destroy();
    settle.resolve(false);
  };
  const abort = (reason: string) => controller?.abort(new Error(reason));
  const undecided = (given: Permit) => given.undecided();
  const failed = (given: Permit) => given.failed();

  const onSilence = () => {
    // Silence while the caller's body is still arriving may be the caller's fault.
    const report = body !== undefined && !body.complete() ? undecided : failed;
    if (begun) breakOff(undecided);
    else failWith('timeout', 'no answer in time', report);
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
    // Jitter, so that callers that failed together do not retry together.
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
      // A response that is complete already leaves in one piece; a slow body begins at once.
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
