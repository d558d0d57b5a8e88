import { describe, expect, it } from 'vitest';
import { en } from '../i18n/en.ts';
import { explainFailure } from './explain-failure.ts';
import { partsWords } from './words.ts';

const words = partsWords.en.failure;

describe('explainFailure', () => {
  it('says whose outage it is and offers another try', () => {
    const failure = { kind: 'unavailable', status: 503, code: 'upstream_unavailable' } as const;
    expect(explainFailure(failure, 'eid', words, en.time)).toEqual({
      text: words.eidUnreachable,
      canRetry: true,
    });
    expect(explainFailure(failure, 'registry', words, en.time).text).toBe(words.registryUnreachable);
    expect(explainFailure(failure, 'platform', words, en.time).text).toBe(words.other);
  });

  it('does not blame the eID service for our own fault', () => {
    const failure = { kind: 'unavailable', status: 500, code: 'internal' } as const;
    expect(explainFailure(failure, 'eid', words, en.time).text).toBe(words.other);
  });

  it('offers no other try where it cannot help', () => {
    const refusals = [
      { kind: 'refused', status: 403, code: 'pki_read_not_granted' },
      { kind: 'refused', status: 403, code: 'not_representative' },
      { kind: 'refused', status: 401, code: 'reauth_required' },
      { kind: 'unavailable', status: 503, code: 'not_configured' },
    ] as const;
    for (const failure of refusals) {
      expect(explainFailure(failure, 'eid', words, en.time).canRetry).toBe(false);
    }
  });

  it('names the wait of a rate limit', () => {
    expect(
      explainFailure({ kind: 'rate_limited', retryAfterSeconds: 20 }, 'platform', words, en.time).text,
    ).toContain('20 seconds');
  });
});
