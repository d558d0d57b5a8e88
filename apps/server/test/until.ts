import { patienceMs } from '../../../scripts/patience.ts';

const pauseMs = 10;

/**
 * Waits for a condition that becomes true in real time: over the bus, from a job, from another process. Only a
 * failing test waits the full time.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  describe: () => string = () => String(holds),
): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadlineMs)
      throw new Error(`not within ${patienceMs / 1000} seconds: ${describe()}`);
    // biome-ignore lint/style/noRestrictedGlobals: the one pause that every wait of a test shares
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
