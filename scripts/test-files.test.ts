import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orderFiles, selectByChange, selectByName, selectForLint, slowTests } from './test-files.ts';

const files = [
  'apps/portal/src/pages/officer/due.test.ts',
  'apps/portal/test/officer.test.ts',
  'apps/sandbox/src/web/pages.test.ts',
  'apps/server/src/kernel/db/migrate.test.ts',
  'apps/server/src/kernel/http/access.test.ts',
  'apps/server/src/kernel/http/row-schemas.test.ts',
  'apps/server/src/kernel/http/text.test.ts',
  'apps/server/src/modules/gov/applications.test.ts',
  'apps/server/src/modules/gov/drafts/files.test.ts',
  'apps/server/src/modules/officer/officer.test.ts',
  'apps/server/src/modules/officer/queues.long.test.ts',
  'apps/server/src/modules/officer/routes.ts',
  'apps/server/test/rls.test.ts',
  'apps/server/test/statements.test.ts',
  'scripts/todo.test.ts',
];
const storeGuards = ['apps/server/test/rls.test.ts', 'apps/server/test/statements.test.ts'];
const rowGuards = [
  'apps/server/src/kernel/http/row-schemas.test.ts',
  'apps/server/src/kernel/http/text.test.ts',
];
const todo = 'scripts/todo.test.ts';

it('selects the tests of a named module from every folder, without browser and long tests', () => {
  expect(selectByName(files, ['officer'])).toEqual([
    'apps/portal/src/pages/officer/due.test.ts',
    ...rowGuards,
    'apps/server/src/modules/officer/officer.test.ts',
    todo,
  ]);
  expect(selectByName(files, ['kernel/db'])).toEqual(['apps/server/src/kernel/db/migrate.test.ts', todo]);
  expect(selectByName(files, ['nowhere'])).toEqual([]);
});

it('selects the tests of every changed module, without browser tests', () => {
  const changed = ['README.md', 'apps/server/src/modules/gov/store.ts', 'apps/portal/src/ui/table.tsx'];
  expect(selectByChange(files, changed)).toEqual([
    'apps/portal/src/pages/officer/due.test.ts',
    'apps/server/src/modules/gov/applications.test.ts',
    'apps/server/src/modules/gov/drafts/files.test.ts',
    ...storeGuards,
    todo,
  ]);
  expect(selectByChange(files, ['docs/architecture.md'])).toEqual([]);
});

it.each([
  ['apps/server/migrations/0001_users.sql', [...storeGuards, todo]],
  ['apps/server/src/modules/sso/routes.ts', [...rowGuards, todo]],
  ['apps/server/src/modules/sso/schemas.ts', [...rowGuards, todo]],
  ['apps/server/src/kernel/db/schema.ts', []],
  ['apps/portal/src/api/generated/bodies.ts', []],
  ['packages/client/src/generated/api.ts', []],
])('selects for %s the tests that check every module: %j', (changed, expected) => {
  expect(selectByChange(files, [changed])).toEqual(expected);
});

it('names only files that exist', () => {
  for (const file of [...storeGuards, ...rowGuards, todo])
    expect(existsSync(join(import.meta.dirname, '..', file)), file).toBe(true);
});

it('starts with three browser tests and the slow ones, and spreads the other browser tests over the first half', () => {
  const browser = [1, 2, 3, 4, 5].map((n) => `apps/portal/test/b${n}.test.ts`);
  const short = Array.from({ length: 9 }, (_, n) => `packages/client/src/s${n}.test.ts`);
  const [slowest = '', slow = ''] = slowTests;
  expect(orderFiles([...short, slow, slowest, ...browser], (file) => file)).toEqual([
    ...browser.slice(0, 3),
    slowest,
    slow,
    browser[3],
    short[0],
    browser[4],
    ...short.slice(1),
  ]);
});

it('lists only slow tests that exist', () => {
  expect(slowTests.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([]);
});

it('lints the changed files, and all of them when a rule changed or nothing did', () => {
  expect(selectForLint(['README.md', 'a.ts'])).toEqual(['README.md', 'a.ts']);
  for (const changed of [[], ['a.ts', 'biome.json'], ['scripts/lint/x.grit'], ['package-lock.json']])
    expect(selectForLint(changed)).toEqual(['.']);
});
