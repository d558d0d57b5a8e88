import { describe, expect, it } from 'vitest';
import type { RelayDeliveryDetail, RelayEvent } from '../../api/relay.ts';
import { formatSpan, readClock } from './clock.ts';
import { readContent } from './content.ts';
import { buildTimeline, sayEvent, sayOutcome } from './timeline.ts';
import { relayWords } from './words.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 4, minute)).toISOString();
const now = (minute: number) => Date.parse(at(minute));

describe('the clock of a request', () => {
  const timed = { from: at(0), due: at(40), answered: undefined };

  it('runs down to the deadline and then counts what is over it', () => {
    expect(readClock(timed, now(30))).toEqual({ kind: 'running', ms: 600_000, share: 0.75 });
    expect(readClock(timed, now(45))).toEqual({ kind: 'late', ms: 300_000, share: 1 });
  });

  it('stands still with the answer, in time or not', () => {
    expect(readClock({ ...timed, answered: at(10) }, now(59))).toMatchObject({ kind: 'met', ms: 600_000 });
    expect(readClock({ ...timed, answered: at(50) }, now(59))).toMatchObject({ kind: 'missed' });
  });

  it('is told in two units', () => {
    const words = { day: 'd', hour: 'h', minute: 'min', second: 's' };
    const tell = (seconds: number) => formatSpan(seconds * 1000, words).replaceAll('\u00a0', ' ');
    expect([tell(0), tell(59), tell(61), tell(7500), tell(200_000)]).toEqual([
      '0 s',
      '59 s',
      '1 min 1 s',
      '2 h 5 min',
      '2 d 7 h',
    ]);
  });
});

describe('the timeline', () => {
  const event = (id: string, minute: number, type: string): RelayEvent => ({
    id,
    request_id: 'r',
    type,
    detail: '',
    created_at: at(minute),
  });
  const attempt = (minute: number, status: number | null) => ({
    attempt: 1,
    at: at(minute),
    status,
    duration_ms: 5,
    answer: '',
    problem: '',
  });

  it('puts attempts between the events of their time', () => {
    const delivery = { id: 'd', timeline: [attempt(2, null), attempt(4, 200)] } as RelayDeliveryDetail;
    const events = [event('1', 1, 'received'), event('2', 5, 'dispatched')];
    expect(buildTimeline(events, [delivery]).map(({ kind }) => kind)).toEqual([
      'event',
      'attempt',
      'attempt',
      'event',
    ]);
  });

  const namePlatform = (code: string) => (code === 'tax' ? 'Tax office' : code);

  it('names a platform by its name where that is known', () => {
    const asked = { ...event('1', 1, 'received'), detail: 'tax' };
    expect(sayEvent(asked, relayWords.en, namePlatform)).toBe('New request from the platform “Tax office”');
  });

  it('names an event that it does not know by its type', () => {
    expect(sayEvent(event('1', 1, 'teleported'), relayWords.en, namePlatform)).toBe('teleported');
    expect(
      sayEvent({ ...event('1', 1, 'responded'), platform_name: 'Tax' }, relayWords.en, namePlatform),
    ).toBe('Tax answered');
  });
});

describe('the outcome of an attempt', () => {
  it('says what a status or a broken connection means, in the language of the page', () => {
    const say = (status: number | null, problem = '') => sayOutcome({ status, problem }, relayWords.en);
    expect(say(200)).toBe('Answer 200');
    expect(say(410)).toBe('Answer 410: nobody is at this address any more');
    expect(say(302)).toBe('Answer 302: it points to another address, which is not followed');
    expect(say(null, 'ECONNREFUSED')).toBe('No answer: the address refused the connection');
    expect(say(null, 'EOTHER')).toBe('No answer: EOTHER');
  });
});

describe('the content of a request or an answer', () => {
  it('is JSON if it looks like it, and text otherwise', () => {
    expect(readContent('')).toEqual({ content: undefined, isBroken: false });
    expect(readContent(' as asked ')).toEqual({ content: 'as asked', isBroken: false });
    expect(readContent('{"a": 1}')).toEqual({ content: { a: 1 }, isBroken: false });
    expect(readContent('[1').isBroken).toBe(true);
  });
});
