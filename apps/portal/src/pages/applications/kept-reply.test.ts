import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceForm } from '../../api/catalogue.ts';
import { forgetPersonalTexts } from '../../api/tab-storage.ts';
import {
  forgetReply,
  forgetStrayReplies,
  keepReply,
  listStrayReplies,
  type Reply,
  readReply,
} from './kept-reply.ts';

const say = (text: string) => ({ mn: text, en: text });
const form: ServiceForm = {
  type: 'object',
  additionalProperties: false,
  properties: {
    phone: { type: 'string', 'x-title': say('Phone') },
    kind: { type: 'string', enum: ['a', 'b'], 'x-title': say('Kind') },
    declared: { type: 'boolean', 'x-title': say('True') },
    founders: {
      type: 'array',
      'x-title': say('Founders'),
      maxItems: 2,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { name: { type: 'string', 'x-title': say('Name') } },
        'x-order': ['name'],
      },
    },
  },
  'x-sections': [{ 'x-title': say('All'), fields: ['phone', 'kind', 'declared', 'founders'] }],
};
const place = { userId: 'u1', applicationId: 'a1', askedAt: '2026-03-01T00:00:00.000Z' };
const reply: Reply = {
  answers: { phone: '88', kind: 'b', declared: false, founders: [{ name: 'Бат' }] },
  note: 'I have a',
};

/** Storage of a tab with a limited number of characters. */
function stubStorage(room = Number.POSITIVE_INFINITY): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', { location: { pathname: '/applications/a1', search: '' } });
  vi.stubGlobal('document', { title: 'Application' });
  vi.stubGlobal('sessionStorage', {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
    setItem: (name: string, value: string) => {
      if (value.length > room) throw new Error('QuotaExceededError');
      kept.set(name, value);
    },
  });
  return kept;
}

let kept: Map<string, string>;
beforeEach(() => {
  kept = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

describe('an unsent reply', () => {
  it('is restored unchanged, any number of times', () => {
    keepReply(place, reply);
    expect(readReply(place, form)).toEqual(reply);
    expect(readReply(place, form)).toEqual(reply);
    keepReply(place, { answers: {}, note: 'x' });
    expect(readReply(place, null)).toEqual({ answers: {}, note: 'x' });
  });

  it('is invisible to other people and other applications', () => {
    keepReply(place, reply);
    expect(readReply({ ...place, userId: 'u2' }, form)).toBeNull();
    expect(readReply({ ...place, applicationId: 'a2' }, form)).toBeNull();
    expect(readReply(place, form)).toEqual(reply);
  });

  it('is deleted after it was sent or emptied', () => {
    keepReply(place, reply);
    forgetReply(place);
    expect(kept.size).toBe(0);
    keepReply(place, reply);
    keepReply(place, { answers: {}, note: '  ' });
    expect(kept.size).toBe(0);
  });

  it('is no reply to a later question, and can still be copied until it is deleted', () => {
    const later = { ...place, askedAt: '2026-03-02T00:00:00.000Z' };
    keepReply(place, reply);
    expect(readReply(later, form)).toBeNull();
    keepReply(later, { answers: {}, note: 'later' });
    expect(listStrayReplies(later, later.askedAt, form)).toEqual([reply]);
    expect(listStrayReplies(later, null, form)).toHaveLength(2);
    expect(listStrayReplies({ ...later, userId: 'u2' }, null, form)).toEqual([]);
    forgetStrayReplies(later, later.askedAt);
    expect(listStrayReplies(later, null, form)).toEqual([{ answers: {}, note: 'later' }]);
  });

  it('expires after a day', () => {
    vi.useFakeTimers({ now: new Date('2026-03-01T00:00:00Z') });
    try {
      keepReply(place, reply);
      vi.setSystemTime(new Date('2026-03-01T23:59:00Z'));
      expect(readReply(place, form)).toEqual(reply);
      vi.setSystemTime(new Date('2026-03-02T00:01:00Z'));
      expect(readReply(place, form)).toBeNull();
      expect(kept.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['a field that is gone', { fax: '1' }],
    ['a field of another kind', { declared: 'yes' }],
    ['a choice that is gone', { kind: 'c' }],
    ['too many entries', { founders: [{ name: '' }, { name: '' }, { name: '' }] }],
    ['entries of another shape', { founders: [{ name: '', share: '1' }] }],
    ['a name every object knows', JSON.parse('{"__proto__":"x","constructor":"x"}')],
  ])('is deleted if it no longer fits: %s', (_, answers) => {
    keepReply(place, { answers, note: '' });
    expect(kept.size).toBe(1);
    expect(readReply(place, form)).toBeNull();
    expect(kept.size).toBe(0);
  });

  it('keeps its words if the service has no form any more', () => {
    keepReply(place, reply);
    expect(readReply(place, null)).toEqual({ answers: {}, note: reply.note });
  });

  it.each([
    '{"note',
    'null',
    '[]',
    '{"note":1,"answers":{}}',
    '{"note":"","answers":[]}',
    `{"note":"${'x'.repeat(2001)}","answers":{}}`,
  ])('is deleted if the stored text is invalid: %.40s', (text) => {
    keepReply(place, reply);
    const [name = ''] = kept.keys();
    kept.set(name, JSON.stringify({ text, title: '', path: '', at: Date.now() }));
    expect(readReply(place, form)).toBeNull();
    expect(kept.size).toBe(0);
  });

  it('is not stored if it is too large, and neither is its older state', () => {
    keepReply(place, reply);
    keepReply(place, { ...reply, answers: { phone: 'x'.repeat(64_000) } });
    expect(kept.size).toBe(0);
    kept = stubStorage(300);
    keepReply(place, reply);
    expect(kept.size).toBe(1);
    keepReply(place, { ...reply, note: 'x'.repeat(300) });
    expect(kept.size).toBe(0);
  });

  it('causes no error without storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    keepReply(place, reply);
    forgetReply(place);
    expect(readReply(place, form)).toBeNull();
  });

  // Must be last: after signing out, storage stays blocked for the lifetime of the page.
  it('is deleted with all others on sign-out, and the unloading page cannot restore it', () => {
    kept.set('tamga-paying', 'p1');
    keepReply(place, reply);
    keepReply({ ...place, applicationId: 'a2' }, reply);
    keepReply({ ...place, userId: 'u2' }, reply);
    forgetPersonalTexts();
    keepReply(place, reply);
    expect([...kept.keys()]).toEqual(['tamga-paying']);
  });
});
