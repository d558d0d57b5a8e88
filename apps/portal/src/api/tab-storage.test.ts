import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const texts = new Map<string, string>();

beforeEach(() => {
  texts.clear();
  vi.stubGlobal('window', { location: { pathname: '/desk', search: '?case=1' } });
  vi.stubGlobal('document', { title: 'Desk' });
  vi.stubGlobal('sessionStorage', {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => texts.set(name, text),
    removeItem: (name: string) => texts.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('what a tab keeps of a person', () => {
  it('lists unsent texts with their pages, those of this person only, for a day', async () => {
    vi.resetModules();
    const { buildPersonalName, keepInTab, keepTyped, listTyped } = await import('./tab-storage.ts');
    vi.useFakeTimers({ now: new Date('2026-03-01T00:00:00Z') });
    try {
      keepTyped(buildPersonalName('typed', 'bold', 'self:case'), 'I ask');
      keepTyped(buildPersonalName('typed', 'sarnai', 'self:case'), 'other');
      keepInTab(buildPersonalName('sent', 'bold', 'self:service'), 'an id, not a text');
      const at = Date.now();
      const page = { title: 'Desk', path: '/desk?case=1', party: 'self' };
      expect(listTyped('bold')).toEqual([{ name: 'tamga-typed:bold:self:case', text: 'I ask', ...page, at }]);
      vi.setSystemTime(at + 24 * 3_600_000);
      expect([listTyped('bold'), texts.has('tamga-typed:bold:self:case')]).toEqual([[], false]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('goes when another person signs in, and all of it at sign-out, for good', async () => {
    // A tab begins with a module of its own; other files of the process may have signed out.
    vi.resetModules();
    const { buildPersonalName, forgetPersonalTexts, forgetTextsOfOthers, keepInTab } = await import(
      './tab-storage.ts'
    );
    const own = buildPersonalName('answers', 'bold', 'self:service');
    expect(keepInTab(own, 'own')).toBe(true);
    keepInTab(buildPersonalName('answers', 'sarnai', 'self:service'), 'other');
    keepInTab(buildPersonalName('sent', 'sarnai', 'self:service'), 'other');
    texts.set('tamga-acting:party', '{}');
    texts.set('colour-scheme', 'dark');
    forgetTextsOfOthers('bold');
    expect([...texts.keys()]).toEqual([own, 'tamga-acting:party', 'colour-scheme']);
    forgetPersonalTexts();
    expect([...texts.keys()]).toEqual(['colour-scheme']);
    expect([keepInTab(own, 'again'), texts.has(own)]).toEqual([false, false]);
  });
});
