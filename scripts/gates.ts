import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Outcome {
  passed: number;
  failed: number;
}

interface Gate {
  name: string;
  command: string[];
}

export const root = fileURLToPath(new URL('..', import.meta.url));
export const bin = join(root, 'node_modules', '.bin');

/** Each checker resolves the shared types again: four of them, the default, take twice the CPU time of one. */
const checkers = String(Math.ceil(availableParallelism() / 4));

/** Incremental: a second run takes an eighth of the first. */
const typecheck = (project: string, name: string): string[] => [
  ...['tsc', '--pretty', 'false', '-p', project, '--checkers', checkers],
  ...['--incremental', '--tsBuildInfoFile', `.cache/${name}.tsbuildinfo`],
];

const gates: Gate[] = [
  { name: 'types', command: typecheck('.', 'types') },
  { name: 'types of the portal', command: typecheck('apps/portal', 'portal-types') },
  { name: 'dependencies', command: ['node', 'scripts/check-lock.ts'] },
  { name: 'patterns', command: ['node', 'scripts/check-patterns.ts'] },
  { name: 'import boundaries', command: ['node', 'scripts/check-imports.ts'] },
];

/** `npm test` checks this in generated-docs.test.ts; this gate is for a check without tests. */
const drift: Gate = {
  name: 'generated documents',
  command: ['node', 'apps/server/src/main.ts', 'generate', '--check'],
};

const lint = (files: readonly string[]): Gate => ({
  name: 'format and lint',
  command: ['biome', 'ci', '--colors=off', '--error-on-warnings', '--no-errors-on-unmatched', ...files],
});

/** Gates run at the same time: each uses about one core briefly. */
export function runGates(options: { drift: boolean; lint: readonly string[] }): Promise<Outcome[]> {
  return Promise.all([lint(options.lint), ...gates, ...(options.drift ? [drift] : [])].map(runGate));
}

/** A passing gate prints nothing; a failing gate prints its whole output. */
function runGate({ name, command: [program = '', ...options] }: Gate): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(join(bin, program), options, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (code === 0) console.log(`✓ ${name} (${seconds} s)`);
      else console.log(`✗ ${name} (${seconds} s)\n${output.trimEnd()}\n`);
      resolve(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    });
  });
}

/** Prints the last line of a run and sets its exit code. */
export function report(outcomes: readonly Outcome[]): void {
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
  const failed = outcomes.reduce((sum, each) => sum + each.failed, 0);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
}
