import { expect, it } from 'vitest';
import { selectByChange, selectByName } from './test-files.ts';

const testFiles = [
  'apps/portal/src/pages/officer/due.test.ts',
  'apps/portal/test/officer.test.ts',
  'apps/sandbox/src/web/pages.test.ts',
  'apps/server/src/kernel/db/migrate.test.ts',
  'apps/server/src/kernel/http/access.test.ts',
  'apps/server/src/modules/gov/applications.test.ts',
  'apps/server/src/modules/gov/drafts/files.test.ts',
  'apps/server/src/modules/officer/officer.test.ts',
];

it('selects the tests of a named module from every folder, without browser tests', () => {
  expect(selectByName(testFiles, ['officer'])).toEqual([
    'apps/portal/src/pages/officer/due.test.ts',
    'apps/server/src/modules/officer/officer.test.ts',
  ]);
  expect(selectByName(testFiles, ['kernel/db'])).toEqual(['apps/server/src/kernel/db/migrate.test.ts']);
});

it('selects the tests of every changed module, without browser tests', () => {
  const changed = ['README.md', 'apps/server/src/modules/gov/store.ts', 'apps/portal/src/ui/table.tsx'];
  expect(selectByChange(testFiles, changed)).toEqual([
    'apps/portal/src/pages/officer/due.test.ts',
    'apps/server/src/modules/gov/applications.test.ts',
    'apps/server/src/modules/gov/drafts/files.test.ts',
  ]);
  expect(selectByChange(testFiles, ['docs/architecture.md'])).toEqual([]);
});
