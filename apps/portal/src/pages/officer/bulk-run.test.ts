import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import type { QueueItem } from '../../api/officer.ts';
import { type BulkCalls, type BulkRow, runBulk, undoBulk } from './bulk-run.ts';

const rowOf = (id: string, assigned_to: string | null = null): BulkRow => ({
  item: { id, assigned_to } as QueueItem,
  state: 'waiting',
});
const refusal = new ApiError({ kind: 'refused', status: 409, code: 'already_assigned' } as never);
const outage = new ApiError({ kind: 'network' });

function recorder(failures: Record<string, unknown> = {}) {
  const sent: string[] = [];
  const call = (name: string) => async (id: string, to?: string) => {
    sent.push([name, id, to].filter(Boolean).join(' '));
    if (failures[id]) throw failures[id];
  };
  const calls: BulkCalls = {
    assign: call('assign'),
    reassign: call('reassign'),
    release: call('release'),
    ask: call('ask'),
  };
  return { sent, calls };
}

async function collect(run: (onChange: (rows: readonly BulkRow[]) => void) => Promise<void>) {
  let last: readonly BulkRow[] = [];
  await run((rows) => {
    last = rows;
  });
  return last;
}

describe('an action on many cases', () => {
  it('continues after a refusal and says the result of each case', async () => {
    const { calls, sent } = recorder({ b: refusal });
    const rows = await collect((on) =>
      runBulk([rowOf('a'), rowOf('b'), rowOf('c', 'me')], { action: 'take' }, 'me', calls, on),
    );
    expect(rows.map(({ state }) => state)).toEqual(['done', 'failed', 'same']);
    expect(sent).toEqual(['assign a', 'assign b', 'assign c']);
  });

  it('stops when the server does not answer, and sends nothing more', async () => {
    const { calls, sent } = recorder({ a: outage });
    const rows = await collect((on) =>
      runBulk([rowOf('a'), rowOf('b')], { action: 'ask', note: 'x' }, 'me', calls, on),
    );
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'unsent']);
    expect(sent).toEqual(['ask a x']);
  });

  it('is undone by giving each case to its former holder, or back to nobody', async () => {
    const { calls, sent } = recorder();
    const done = [rowOf('a'), rowOf('b', 'bat'), rowOf('c')].map((row) => ({
      ...row,
      state: 'done' as const,
    }));
    const rows = await collect((on) => undoBulk([...done, { ...rowOf('d'), state: 'same' }], calls, on));
    expect(rows.map(({ state }) => state)).toEqual(['undone', 'undone', 'undone', 'same']);
    expect(sent).toEqual(['release a', 'reassign b bat', 'release c']);
  });
});
