import { describe, expect, it } from 'vitest';
import type { BulkOrganisation, BulkOutcome } from '../../../api/console.ts';
import { ApiError } from '../../../api/errors.ts';
import type { BulkRow, Outcome } from './rows.ts';
import { sendRows } from './send-rows.ts';

const makeRows = (count: number): BulkRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `line-${index}`,
    line: index,
    values: { name: `N${index}`, slug: `s-${index}`, admin_email: 'a@b.mn', admin_user_id: '', reason: '' },
    outcome: null,
  }));

const createAll = async (organisations: BulkOrganisation[]): Promise<BulkOutcome[]> =>
  organisations.map(({ slug, name }, index) => ({ index, slug, name, result: 'created', invited: true }));

async function run(
  count: number,
  create: (rows: BulkOrganisation[], call: number) => Promise<BulkOutcome[]>,
) {
  const outcomes = new Map<string, Outcome>();
  const calls: BulkOrganisation[][] = [];
  const error = await sendRows({
    rows: makeRows(count),
    commonReason: ' all ',
    create: (organisations) => {
      calls.push(organisations);
      return create(organisations, calls.length);
    },
    onOutcomes: (found) => {
      for (const [id, outcome] of found) outcomes.set(id, outcome);
    },
  });
  return { outcomes, calls, error };
}

describe('sendRows', () => {
  it('sends at most two hundred rows per call', async () => {
    const { calls, outcomes, error } = await run(450, createAll);
    expect(calls.map((call) => call.length)).toEqual([200, 200, 50]);
    expect(outcomes.size).toBe(450);
    expect(error).toBeNull();
  });

  it('sends the common reason and no empty field', async () => {
    const { calls } = await run(1, createAll);
    expect(calls[0]?.[0]).toEqual({ name: 'N0', slug: 's-0', admin_email: 'a@b.mn', reason: 'all' });
  });

  it('returns an outcome for each row', async () => {
    const { outcomes } = await run(3, async (organisations) => {
      const [first, second, third] = await createAll(organisations);
      if (!first || !second || !third) throw new Error('three rows were sent');
      return [first, { ...second, result: 'exists' }, { ...third, result: 'error', message: 'no' }];
    });
    expect([...outcomes.values()]).toEqual([
      { kind: 'created', tenantId: null, invited: true },
      { kind: 'exists' },
      { kind: 'refused', text: 'no' },
    ]);
  });

  it('stops at an interrupted call and marks its rows as unknown', async () => {
    const { outcomes, calls, error } = await run(450, (organisations, call) =>
      call === 2 ? Promise.reject(new ApiError({ kind: 'network' })) : createAll(organisations),
    );
    expect(calls).toHaveLength(2);
    expect(error).toBeInstanceOf(ApiError);
    const kinds = [...outcomes.values()].map((outcome) => outcome.kind);
    expect(kinds.filter((kind) => kind === 'created')).toHaveLength(200);
    expect(kinds.filter((kind) => kind === 'unknown')).toHaveLength(200);
    expect(outcomes.has('line-400')).toBe(false);
  });

  it('marks only the rows that a refusal of the whole call names', async () => {
    const refusal = new ApiError(
      { kind: 'refused', status: 400, code: 'admin_not_verified' },
      null,
      'not verified',
      { rows: [1] },
    );
    const { outcomes } = await run(3, () => Promise.reject(refusal));
    expect([...outcomes]).toEqual([['line-1', { kind: 'refused', text: 'not verified' }]]);
  });
});
