import { expect, it } from 'vitest';
import table from '../../../../../../docs/generated/audit-events.md?raw';
import { auditWords } from './words.ts';

/** The table has one row for each event: action, category, what happened. */
it('has a word in both languages for every category of events', () => {
  const categories = new Set(
    [...table.matchAll(/^\| `[\w.]+` \| ([\w-]+) \|/gm)].map(([, name = '']) => name),
  );
  expect(categories.size).toBeGreaterThan(20);
  for (const words of [auditWords.mn, auditWords.en])
    expect([...categories].filter((name) => words.categories[name] === undefined)).toEqual([]);
});
