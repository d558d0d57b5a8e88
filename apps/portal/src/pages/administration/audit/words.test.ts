import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { auditWords } from './words.ts';

/** One row of the generated table for each event: action, category, and what happened. */
const table = readFileSync(
  new URL('../../../../../../docs/generated/audit-events.md', import.meta.url),
  'utf8',
);

it('has a word in both languages for every category of events', () => {
  const categories = new Set(
    [...table.matchAll(/^\| `[\w.]+` \| ([\w-]+) \|/gm)].map(([, name = '']) => name),
  );
  expect(categories.size).toBeGreaterThan(20);
  for (const words of [auditWords.mn, auditWords.en])
    expect([...categories].filter((name) => words.categories[name] === undefined)).toEqual([]);
});
