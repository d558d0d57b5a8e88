import type { ApiFailure } from '../api/errors.ts';
import { formatWait } from '../i18n/format.ts';
import type { Dictionary } from '../i18n/mn.ts';
import type { PartsWords } from './words.ts';

/** Who stands behind the section that failed: an outage is theirs, and the person should know whose. */
export type Source = 'eid' | 'registry' | 'platform';

export interface Explanation {
  text: string;
  /** False where only somebody else can change the outcome: a button would be a false promise. */
  canRetry: boolean;
}

export function explainFailure(
  failure: ApiFailure,
  source: Source,
  words: PartsWords['failure'],
  time: Dictionary['time'],
): Explanation {
  switch (failure.kind) {
    case 'network':
      return { text: words.network, canRetry: true };
    case 'timeout':
      return { text: source === 'eid' ? words.eidUnreachable : words.slow, canRetry: true };
    case 'rate_limited':
      return { text: words.rateLimited(formatWait(failure.retryAfterSeconds, time)), canRetry: true };
    case 'unauthorized':
      return { text: words.reauth, canRetry: false };
    case 'invalid':
      return { text: words.invalid, canRetry: false };
    case 'refused':
      return explainRefusal(failure.status, failure.code, words);
    case 'unavailable':
      if (failure.code === 'not_configured') return { text: words.notConfigured, canRetry: false };
      if (failure.status === 500 || source === 'platform') return { text: words.other, canRetry: true };
      return {
        text: source === 'eid' ? words.eidUnreachable : words.registryUnreachable,
        canRetry: true,
      };
  }
}

function explainRefusal(status: number, code: string, words: PartsWords['failure']): Explanation {
  const byCode: Record<string, string> = {
    pki_read_not_granted: words.notGranted,
    reauth_required: words.reauth,
    not_representative: words.notRepresentative,
  };
  const byStatus: Record<number, string> = { 403: words.forbidden, 404: words.notFound, 409: words.conflict };
  return { text: byCode[code] ?? byStatus[status] ?? words.other, canRetry: false };
}
