// For every test file: a failing test prints the server's internal causes, which its answers do not contain.
import { afterAll, afterEach, type RunnerTask } from 'vitest';
import { takeCauses } from './failure-causes.ts';

afterEach(({ task }) => showCauses(task));
// A failing beforeAll leaves no test to report it.
// biome-ignore lint/correctness/noEmptyPattern: vitest refuses a first argument that is not destructured
afterAll(({}, file) => showCauses(findFailedSuite(file)));

function findFailedSuite(task: RunnerTask): RunnerTask | undefined {
  if (task.type !== 'suite') return undefined;
  if (task.result?.state === 'fail' && task.result.errors !== undefined) return task;
  return task.tasks.map(findFailedSuite).find((found) => found !== undefined);
}

function showCauses(task: RunnerTask | undefined): void {
  const causes = takeCauses();
  const error = task?.result?.state === 'fail' ? task.result.errors?.[0] : undefined;
  if (error !== undefined && causes.length > 0)
    error.message = [error.message, 'The server said meanwhile:', ...causes].join('\n  ');
}
