import { expect, it } from 'vitest';
import { memoryLimiter } from '../../../kernel/http/limits.ts';
import { createSecretFailures } from './secret-failures.ts';

it('under attack from many addresses each has one try a minute, and an address without failures is never blocked', async () => {
  let nowMs = 1_000_000;
  const failures = createSecretFailures(
    memoryLimiter(() => nowMs),
    () => new Date(nowMs),
  );
  for (let address = 0; address < 200; address += 1) await failures.failed('app', `10.0.0.${address}`);
  expect(failures.blockedFor('app', '10.0.0.1')).toBeUndefined();
  await failures.failed('app', 'late');
  expect(failures.blockedFor('app', 'late')).toBe(60);
  expect(failures.blockedFor('app', 'honest')).toBeUndefined();
  await failures.failed('other', 'late');
  expect(failures.blockedFor('other', 'late')).toBeUndefined();
  nowMs += 60_000;
  expect(failures.blockedFor('app', 'late')).toBeUndefined();
});
