import { parentPort } from 'node:worker_threads';
import type { RankAnswer, RankTask } from './ranker.ts';
import { createPassageIndex, type PassageIndex } from './ranking.ts';

let current: { version: number; index: PassageIndex } | undefined;

parentPort?.on('message', (task: RankTask) => {
  const answer = (message: RankAnswer) => parentPort?.postMessage(message);
  if ('build' in task) {
    current = { version: task.version, index: createPassageIndex(task.build.passages, task.build) };
    answer({ found: [] });
  } else if (current?.version === task.version)
    answer({ found: current.index.rank(task.query, task.vector, task) });
  else answer({ isUnknown: true });
});
