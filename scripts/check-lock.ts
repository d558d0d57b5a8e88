// Audits the dependencies from the lock file alone, without a network: `npm run audit`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Audited, auditLock } from './audit.ts';

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));

const { packages }: Pick<Audited, 'packages'> = read('../package-lock.json');
const { allowScripts: decidedScripts } = read('../package.json');
const { weaknesses } = read('known-weaknesses.json');
const problems = auditLock({ packages, decidedScripts, weaknesses });
if (problems.length > 0) {
  console.log(problems.join('\n'));
  process.exitCode = 1;
}
