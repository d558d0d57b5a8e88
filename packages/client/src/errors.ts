import type { ErrorCode, FieldError } from './generated/api.ts';

/** Codes are added over time, so a client can receive codes that its version does not know. */
export type AnyErrorCode = ErrorCode | (string & Record<never, never>);

interface FailureBody {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
  readonly request_id?: unknown;
}

/** The server rejected the call: `code` is for programs, `message` for people. */
export class ApiError<Code extends AnyErrorCode = AnyErrorCode> extends Error {
  readonly status: number;
  readonly code: Code;
  readonly data: Readonly<Record<string, unknown>>;
  /** Invalid fields. */
  readonly fields: readonly FieldError[];
  readonly requestId: string;
  readonly retryAfterSeconds: number | undefined;
  constructor(response: Pick<Response, 'status' | 'headers'>, body: FailureBody) {
    super(typeof body.message === 'string' ? body.message : `HTTP ${response.status}`);
    this.name = 'ApiError';
    this.status = response.status;
    this.code = (typeof body.error === 'string' ? body.error : 'unknown') as Code;
    this.data = isObject(body.data) ? body.data : {};
    this.fields = Array.isArray(this.data['errors']) ? (this.data['errors'] as FieldError[]) : [];
    this.requestId =
      typeof body.request_id === 'string' ? body.request_id : (response.headers.get('x-request-id') ?? '');
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = seconds >= 0 ? seconds : undefined;
  }
}

/** No answer arrived: the connection broke or the call timed out. */
export class ConnectionError extends Error {
  readonly reason: 'network' | 'timeout';
  constructor(reason: 'network' | 'timeout', cause: unknown) {
    super(reason === 'timeout' ? 'The server did not answer in time' : 'The server cannot be reached', {
      cause,
    });
    this.name = 'ConnectionError';
    this.reason = reason;
  }
}

/** Narrows a caught error to one code: `if (isApiError(error, 'not_found')) …`. */
export function isApiError<Code extends ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError<Code> {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code as Code));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
