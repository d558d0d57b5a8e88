import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('no text, comment or migration is left as TODO, such as those of `npm run new:module`', () => {
  const { status, stdout } = spawnSync(
    'git',
    ['grep', '--untracked', '-nwI', 'TODO', '--', 'apps', 'packages'],
    {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
    },
  );
  expect(status, 'git grep ran').toBeLessThan(2);
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual([]);
});
