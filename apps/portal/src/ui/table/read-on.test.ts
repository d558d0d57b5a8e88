import { describe, expect, it } from 'vitest';
import { ApiError, type ApiFailure } from '../../api/errors.ts';
import type { PageOfRows } from './list-source.ts';
import { readOn } from './read-on.ts';

const page = (rows: number[], next?: string): PageOfRows<number> => ({ rows, next });
const failure = (given: ApiFailure) => new ApiError(given);

async function run(answers: (PageOfRows<number> | Error)[], most = 100) {
  const places: (string | undefined)[] = [];
  const rows: number[] = [];
  const waits: number[] = [];
  const isCut = await readOn({
    readPage: async (at) => {
      places.push(at);
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer;
      return answer;
    },
    most,
    signal: new AbortController().signal,
    onRows: (some) => rows.push(...some),
    onWait: () => undefined,
    wait: async (seconds) => {
      waits.push(seconds);
    },
  });
  return { isCut, rows, places, waits };
}

describe('readOn', () => {
  it('reads from page to page until there is no next one', async () => {
    expect(await run([page([1, 2], 'a'), page([3], 'b'), page([])])).toEqual({
      isCut: false,
      rows: [1, 2, 3],
      places: [undefined, 'a', 'b'],
      waits: [],
    });
  });

  it('says that the list is longer than what it read, and only then', async () => {
    expect(await run([page([1, 2], 'a'), page([3, 4], 'b')], 3)).toMatchObject({
      isCut: true,
      rows: [1, 2, 3],
    });
    expect(await run([page([1, 2], 'a'), page([3], 'b')], 3)).toMatchObject({ isCut: true, rows: [1, 2, 3] });
    expect(await run([page([1, 2], 'a'), page([3])], 3)).toMatchObject({ isCut: false, rows: [1, 2, 3] });
  });

  it('waits as long as the server asks, and tries each failed page once more', async () => {
    const limited = failure({ kind: 'rate_limited', retryAfterSeconds: 7 });
    const lost = failure({ kind: 'network' });
    const answers = [limited, limited, lost, page([1], 'a'), lost, page([2])];
    expect(await run(answers)).toEqual({
      isCut: false,
      rows: [1, 2],
      places: [undefined, undefined, undefined, undefined, 'a', 'a'],
      waits: [7, 7, 1, 1],
    });
    await expect(run([lost, lost])).rejects.toBe(lost);
    const refused = failure({ kind: 'refused', status: 403, code: 'forbidden' });
    await expect(run([refused, page([1])])).rejects.toBe(refused);
  });
});
