import { ApiError, type FieldError, readFailure, readReason } from '../../api/errors.ts';
import { formatWait } from '../../i18n/format.ts';
import type { Dictionary } from '../../i18n/mn.ts';
import type { FailureWords } from '../words.ts';

/**
 * The source of a failure text. `server` quotes the server also for an outage of one of its upstreams. The others name
 * the service with the outage: the `platform`, the `eid` service or the state `registry`. A refusal is always the
 * server's sentence, because it names the rule.
 */
export type Source = 'server' | 'platform' | 'eid' | 'registry';

export interface Explanation {
  text: string;
  /** False if only another person or service can change the outcome, because a retry button would mislead. */
  canRetry: boolean;
}

export function explainFailure(
  error: unknown,
  source: Source,
  words: FailureWords,
  time: Dictionary['time'],
): Explanation {
  const failure = readFailure(error);
  if (failure.kind === 'rate_limited')
    return { text: words.rateLimited(formatWait(failure.retryAfterSeconds, time)), canRetry: true };
  if (failure.kind === 'network') return { text: words.network, canRetry: true };
  // The reason is ours, whichever system the page would have reached.
  if (failure.kind === 'unavailable' && OUR_OUTAGES.has(failure.code))
    return { text: readServerText(error) || words.other, canRetry: true };
  if (source === 'server') {
    const isFinal = failure.kind === 'refused' && (failure.status === 403 || failure.status === 404);
    return { text: quoteServer(error, words), canRetry: !isFinal };
  }
  switch (failure.kind) {
    case 'timeout':
      return { text: source === 'eid' ? words.eidUnreachable : words.slow, canRetry: true };
    case 'unauthorized':
      return { text: words.reauth, canRetry: false };
    case 'invalid':
      return { text: quoteWhole(failure.errors) || words.invalid, canRetry: false };
    case 'refused':
      return { text: quoteRefusal(error, failure, words), canRetry: false };
    case 'unavailable':
      if (failure.code === 'not_configured') return { text: words.notConfigured, canRetry: false };
      if (failure.status === 500 || source === 'platform') return { text: words.other, canRetry: true };
      return {
        text: source === 'eid' ? words.eidUnreachable : words.registryUnreachable,
        canRetry: true,
      };
  }
}

/** Outages whose text says what to do, on every page. */
const OUR_OUTAGES = new Set(['maintenance', 'acting_unconfirmed']);

/** A refusal of the whole request, such as an infected file, has no field where a form could show it. */
const quoteWhole = (errors: readonly FieldError[]): string =>
  errors.find(({ field }) => field === '')?.message ?? '';

function quoteServer(error: unknown, words: FailureWords): string {
  const failure = readFailure(error);
  const said = readServerText(error);
  switch (failure.kind) {
    case 'refused':
      return (
        [said, readReason(error)].filter(Boolean).join(' ') ||
        (failure.status === 403 ? words.forbidden : words.refused)
      );
    case 'invalid':
      return failure.errors[0]?.message || said || words.invalid;
    case 'unauthorized':
      return words.sessionEnded;
    case 'timeout':
      return words.slow;
    default: {
      const code = 'code' in failure ? failure.code : '';
      return (UPSTREAM_CODES.has(code) && said) || words.unavailable;
    }
  }
}

/** Outages of an upstream: the server's text names the service and the next step. */
const UPSTREAM_CODES = new Set([
  'file_damaged',
  'not_configured',
  'register_unavailable',
  'storage_unavailable',
  'upstream_failed',
  'upstream_unavailable',
]);

const readServerText = (error: unknown) => (error instanceof ApiError ? error.serverText : '');

/** The common codes have our words, because the server cannot know what the page offers. */
function quoteRefusal(
  error: unknown,
  { status, code }: { status: number; code: string },
  words: FailureWords,
): string {
  const byCode: Record<string, string> = {
    bad_request: words.other,
    conflict: words.conflict,
    forbidden: words.forbidden,
    idempotency_conflict: words.conflict,
    not_found: words.notFound,
    pki_read_not_granted: words.notGranted,
  };
  const byStatus: Record<number, string> = { 403: words.forbidden, 404: words.notFound, 409: words.conflict };
  return byCode[code] ?? (readServerText(error) || byStatus[status] || words.other);
}
