// Tests of the changed or named parts, without a browser: `npm run test:fast`, or `npm run test:fast -- gov`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { git, listChanged } from './changed-files.ts';
import { bin, root } from './gates.ts';
import { selectByChange, selectByName } from './test-files.ts';

const tracked = git('ls-files', '--cached', '--others', '--exclude-standard');
const names = process.argv.slice(2);

const chosen = names.length > 0 ? selectByName(tracked, names) : selectByChange(tracked, listChanged());
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
