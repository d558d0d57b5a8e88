import { parentPort } from 'node:worker_threads';

/** For tests only: a thread that never comes back from its document. */
parentPort?.on('message', () => {
  for (;;);
});
