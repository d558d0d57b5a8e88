// The two tiers of tests: `npm test` (checks, and every file but the long ones) and `npm run test:long` (only those).
// With arguments, only the named files, of either tier.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, type Outcome, report, root, runGates } from './gates.ts';
import { longTestGlob, longTestSuffix } from './test-files.ts';

/** The used parts of vitest's JSON report. */
interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const reportFile = join(root, '.cache', 'test-report.json');

async function runVitest(selection: string[], isSubset = false): Promise<Outcome> {
  await mkdir(join(root, '.cache'), { recursive: true });
  await rm(reportFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(join(bin, 'vitest'), ['run', ...reporters, ...selection], {
      cwd: root,
      stdio: 'inherit',
    });
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  if (!existsSync(reportFile)) {
    console.log('✗ vitest ended without a report');
    return { passed: 0, failed: 1 };
  }
  return countTests(JSON.parse(await readFile(reportFile, 'utf8')), code, isSubset);
}

function countTests({ testResults }: Report, code: number | null, isSubset: boolean): Outcome {
  let passed = 0;
  let failed = 0;
  const problems: string[] = [];
  for (const file of testResults) {
    const failuresBefore = failed;
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') passed += 1;
      else if (status === 'failed') {
        failed += 1;
        problems.push(`${file.name}: ${fullName}`);
      } else if (!isSubset) {
        // A skipped test is an unchecked guarantee; only a chosen subset may omit tests.
        failed += 1;
        problems.push(`${file.name}: ${fullName} (${status}: every test must run)`);
      }
    }
    // A file that fails to load reports no failed test.
    if (file.status === 'failed' && failed === failuresBefore) {
      failed += 1;
      problems.push(`${file.name}: ${file.message.split('\n')[0]}`);
    }
  }
  if (passed + failed === 0) {
    failed += 1;
    problems.push('vitest ran no test');
  }
  if (code !== 0 && failed === 0) {
    failed += 1;
    problems.push(`vitest ended with ${code}: see the error above`);
  }
  for (const problem of problems) console.log(`✗ ${problem.replace(root, '')}`);
  return { passed, failed };
}

async function runAll([first, ...others]: string[]): Promise<Outcome[]> {
  const isLong = first === '--long';
  const named = [...(first === undefined || isLong ? [] : [first]), ...others];
  if (named.length > 0) return [await runVitest(named, true)];
  if (isLong) return [await runVitest([longTestSuffix])];
  // Gates run before vitest, which then has all cores.
  const outcomes = await runGates({ drift: false, lint: ['.'] });
  return [...outcomes, await runVitest([`--exclude=${longTestGlob}`])];
}

let outcomes: Outcome[];
try {
  outcomes = await runAll(process.argv.slice(2));
} catch (error) {
  console.log(error);
  outcomes = [{ passed: 0, failed: 1 }];
}
report(outcomes);
