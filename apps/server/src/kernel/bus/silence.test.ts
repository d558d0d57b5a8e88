import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { until } from '../../../test/until.ts';
import { watchSilence } from './silence.ts';

/** Holds the event loop, like a machine that gives this process no CPU. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('counts a standstill of the own process as one turn, and silence in full', async () => {
  let silent = 0;
  watchSilence(900, () => {
    silent += 1;
  });
  for (let times = 0; times < 3; times += 1) {
    standStill(1000);
    await nextTurn();
    expect(silent).toBe(0);
  }
  await until(() => silent > 0);
  expect(silent).toBe(1);
});

it('says nothing after an answer', async () => {
  let silent = 0;
  watchSilence(100, () => {
    silent += 1;
  }).stop();
  const later = new Promise<void>((resolve) => watchSilence(200, resolve));
  await later;
  expect(silent).toBe(0);
});
