import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { en } from '../../i18n/en.ts';
import { uiWords } from '../words.ts';
import { explainFailure } from './explain-failure.ts';

const words = uiWords.en.failure;

const quote = (error: unknown) => explainFailure(error, 'server', words, en.time).text;

describe('explainFailure', () => {
  it('shows staff the server’s reason for a refusal', () => {
    const failure = { kind: 'refused', status: 409, code: 'role_in_use' } as const;
    expect(quote(new ApiError(failure, null, 'People still hold it.'))).toBe('People still hold it.');
  });

  it('offers no retry where only another right or address would help', () => {
    const canRetry = (status: number) =>
      explainFailure(new ApiError({ kind: 'refused', status, code: '' }), 'server', words, en.time).canRetry;
    expect([canRetry(403), canRetry(404), canRetry(409)]).toEqual([false, false, true]);
  });

  it('shows a default text if the server gave none', () => {
    expect(quote(new ApiError({ kind: 'refused', status: 403, code: '' }))).toBe(words.forbidden);
    expect(quote(new ApiError({ kind: 'network' }))).toBe(words.network);
    expect(quote(new Error('x'))).toBe(words.unavailable);
    expect(quote(new ApiError({ kind: 'rate_limited', retryAfterSeconds: 9 }))).toContain('9');
  });

  it('shows citizens the server’s reason for a refusal, but our words for common codes', () => {
    const explain = (code: string, said = '') =>
      explainFailure(
        new ApiError({ kind: 'refused', status: 404, code }, null, said),
        'platform',
        words,
        en.time,
      ).text;
    expect(explain('person_not_enrolled', 'Ask them to enrol.')).toBe('Ask them to enrol.');
    expect(explain('not_found', 'Not found.')).toBe(words.notFound);
    expect(explain('person_not_enrolled')).toBe(words.notFound);
  });

  it('quotes the server about an upstream outage, and never about its own failure', () => {
    const ask = (code: string) =>
      quote(new ApiError({ kind: 'unavailable', status: 503, code }, null, 'The provider is away.'));
    expect(ask('upstream_unavailable')).toBe('The provider is away.');
    expect(ask('internal')).toBe(words.unavailable);
  });

  it('names the service with the outage and offers a retry', () => {
    const failure = { kind: 'unavailable', status: 503, code: 'upstream_unavailable' } as const;
    expect(explainFailure(new ApiError(failure), 'eid', words, en.time)).toEqual({
      text: words.eidUnreachable,
      canRetry: true,
    });
    expect(explainFailure(new ApiError(failure), 'registry', words, en.time).text).toBe(
      words.registryUnreachable,
    );
    expect(explainFailure(new ApiError(failure), 'platform', words, en.time).text).toBe(words.other);
  });

  it('does not blame the eID service for our own failure', () => {
    const failure = { kind: 'unavailable', status: 500, code: 'internal' } as const;
    expect(explainFailure(new ApiError(failure), 'eid', words, en.time).text).toBe(words.other);
  });

  it('offers no retry if it cannot help', () => {
    const refusals = [
      { kind: 'refused', status: 403, code: 'pki_read_not_granted' },
      { kind: 'refused', status: 403, code: 'not_representative' },
      { kind: 'refused', status: 401, code: 'reauth_required' },
      { kind: 'unavailable', status: 503, code: 'not_configured' },
    ] as const;
    for (const failure of refusals) {
      expect(explainFailure(new ApiError(failure), 'eid', words, en.time).canRetry).toBe(false);
    }
  });

  it('names the wait of a rate limit', () => {
    expect(
      explainFailure(
        new ApiError({ kind: 'rate_limited', retryAfterSeconds: 20 }),
        'platform',
        words,
        en.time,
      ).text,
    ).toContain('20 seconds');
  });
});
