// Refuses regular expressions that a hostile text makes slow: `node scripts/check-patterns.ts` (docs/adr/0103).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBacktracking, findPatterns } from './patterns.ts';

const root = join(import.meta.dirname, '..');

/** Files that build patterns from variables: how many, and why a hostile text does not make them slow. */
const built: Readonly<Record<string, [count: number, why: string]>> = {
  'apps/portal/server/static-app.ts': [1, 'our own routes, segment by segment'],
  'apps/portal/src/api/acting-for.ts': [1, 'our own routes, segment by segment'],
  'apps/portal/src/features/service-form/match-pattern.ts': [
    1,
    'of an officer: short texts and few repeats alone',
  ],
  'apps/portal/src/ui/forms/check-body.ts': [2, 'of the schemas of our own requests, checked at the server'],
  'apps/sandbox/src/cloud/drive-query.ts': [6, 'a literal in quotes, from the start'],
  'apps/sandbox/src/model/obeying.ts': [1, 'names of tools, with bounded blanks'],
  'apps/server/src/adapters/pkcs11/adapter.ts': [1, 'lines of a program of ours'],
  'apps/server/src/kernel/http/openapi-parameters.ts': [
    1,
    'the source of a literal that is checked where it stands',
  ],
  'apps/server/src/modules/assistant/answer/numbers.ts': [3, 'words from lists, with bounded blanks'],
  'apps/server/src/modules/assistant/names.ts': [2, 'an escaped name without repeats'],
  'apps/server/src/modules/audit-log/reading.ts': [1, 'a literal of schemas.ts, which is checked there'],
  'apps/server/src/modules/gov/services/pattern.ts': [1, 'only compiled; RE2 runs it'],
  'apps/server/src/modules/registry/form-schema.ts': [1, 'a schema for patterns, which RE2 runs'],
  'apps/server/src/modules/tools/host/cgroup.ts': [1, 'lines of the kernel'],
};

const isChecked = (file: string) =>
  !/\.test\.tsx?$|(?:^|\/)(?:test|node_modules|generated|dist)\//.test(file) && !file.endsWith('.d.ts');

const problems: string[] = [];
for (const file of globSync('{apps,packages}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})) {
  if (!isChecked(file)) continue;
  const found = findPatterns(readFileSync(join(root, file), 'utf8'), file.endsWith('x'));
  for (const pattern of found.patterns) {
    const reason = findBacktracking(pattern);
    if (reason !== undefined) problems.push(`${file}: /${pattern.source}/${pattern.flags}: ${reason}`);
  }
  if (found.built !== (built[file]?.[0] ?? 0))
    problems.push(
      `${file}: builds ${found.built} patterns from variables; check them and list them in scripts/check-patterns.ts`,
    );
}
if (problems.length > 0) {
  console.log(problems.join('\n'));
  console.log('Rewrite the pattern: see docs/adr/0103-refuse-patterns-that-backtrack.md.');
  process.exitCode = 1;
}
