import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from '../../api/gov.ts';
import { readDecision, readQuestion } from './officer-said.ts';

const event = (
  type: TimelineEvent['type'],
  detail = '',
  changes: TimelineEvent['changes'] = [],
): Pick<TimelineEvent, 'type' | 'detail' | 'changes'> => ({ type, detail, changes });
const changed = { field: 'phone', before: '99112233' };

describe('readQuestion', () => {
  it('is the latest one, with only the changes since then', () => {
    const once = [event('created'), event('info_requested', 'Phone?'), event('info_provided', '', [changed])];
    expect(readQuestion(once)).toEqual({ text: 'Phone?', changes: [changed] });
    expect(readQuestion([...once, event('info_requested', 'Photo?')])).toEqual({
      text: 'Photo?',
      changes: [],
    });
  });

  it('is null without a question', () => expect(readQuestion([event('created')])).toBeNull());
});

describe('readDecision', () => {
  const application = { status: 'rejected', tacit: false, decision_note: 'Not complete' } as const;

  it('is the officer’s note on the decision', () => expect(readDecision(application)).toBe('Not complete'));

  it('is never a question, neither before the decision nor without one', () => {
    for (const status of ['info_required', 'in_review', 'cancelled', 'expired'] as const)
      expect(readDecision({ ...application, status })).toBe('');
    expect(readDecision({ ...application, status: 'completed', tacit: true })).toBe('');
  });
});
