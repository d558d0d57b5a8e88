// Tests of the changed or named parts, without a browser: `npm run test:fast`, or `npm run test:fast -- gov`.
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { bin, root } from './gates.ts';
import { selectByChange, selectByName } from './test-files.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

const tracked = git('ls-files', '--cached', '--others', '--exclude-standard');
const names = process.argv.slice(2);

function selectChanged(): string[] {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return selectByChange(tracked, changed);
}

const chosen = names.length > 0 ? selectByName(tracked, names) : selectChanged();
if (chosen.length === 0) {
  console.log(
    names.length > 0
      ? `no test file lies in a folder named ${names.join(' or ')}`
      : 'nothing with tests differs from main; name a module: npm run test:fast -- gov',
  );
  process.exitCode = names.length > 0 ? 1 : 0;
} else {
  spawn(join(bin, 'vitest'), ['run', ...chosen], { cwd: root, stdio: 'inherit' }).on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
