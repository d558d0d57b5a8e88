export interface FieldError {
  field: string;
  tag: string;
  message: string;
}

/** Failure kinds that pages distinguish. */
export type ApiFailure =
  | { kind: 'network' }
  | { kind: 'timeout' }
  | { kind: 'unauthorized' }
  | { kind: 'rate_limited'; retryAfterSeconds: number }
  | { kind: 'invalid'; errors: FieldError[] }
  | { kind: 'refused'; status: number; code: string }
  | { kind: 'unavailable'; status: number; code: string };

export class ApiError extends Error {
  readonly failure: ApiFailure;
  readonly requestId: string | null;
  /** The server's text for the person, in the person's language; empty if there is none. */
  readonly serverText: string;
  /** The data of the refusal, beside its text. */
  readonly data: unknown;

  constructor(failure: ApiFailure, requestId: string | null = null, serverText = '', data: unknown = null) {
    super(`api call failed: ${failure.kind}`);
    this.name = 'ApiError';
    this.failure = failure;
    this.requestId = requestId;
    this.serverText = serverText;
    this.data = data;
  }
}

export interface FailureBody {
  error?: unknown;
  message?: unknown;
  data?: unknown;
  request_id?: unknown;
}

const DEFAULT_RETRY_AFTER_SECONDS = 30;

function readFieldErrors(data: unknown): FieldError[] {
  const errors = (data as { errors?: unknown } | null | undefined)?.errors;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((entry: Partial<FieldError> | null) =>
    typeof entry?.field === 'string'
      ? [{ field: entry.field, tag: String(entry.tag ?? ''), message: String(entry.message ?? '') }]
      : [],
  );
}

/** Maps an HTTP error answer to a failure kind. */
export function classifyFailure(status: number, body: FailureBody, retryAfter: string | null): ApiFailure {
  const code = typeof body.error === 'string' ? body.error : '';
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 429) {
    const seconds = Number(retryAfter);
    return {
      kind: 'rate_limited',
      retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_RETRY_AFTER_SECONDS,
    };
  }
  if (status === 422) return { kind: 'invalid', errors: readFieldErrors(body.data) };
  if (status >= 500) return { kind: 'unavailable', status, code };
  return { kind: 'refused', status, code };
}

export function readFailure(error: unknown): ApiFailure {
  return error instanceof ApiError ? error.failure : { kind: 'unavailable', status: 0, code: '' };
}

/** The server's reason for this refusal, in the person's language; null if the code is sufficient. */
export function readReason(error: unknown): string | null {
  const reason = error instanceof ApiError ? (error.data as { reason?: unknown } | null)?.reason : undefined;
  return typeof reason === 'string' && reason !== '' ? reason : null;
}

/** The record was saved by another person after it was read. */
export function isChangedMeanwhile(error: unknown): boolean {
  const failure = readFailure(error);
  return failure.kind === 'refused' && failure.code === 'changed_meanwhile';
}
