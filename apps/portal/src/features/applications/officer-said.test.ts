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
  it('is the last one, with what was changed since then alone', () => {
    const once = [event('created'), event('info_requested', 'Phone?'), event('info_provided', '', [changed])];
    expect(readQuestion(once)).toEqual({ text: 'Phone?', changes: [changed] });
    expect(readQuestion([...once, event('info_requested', 'Photo?')])).toEqual({
      text: 'Photo?',
      changes: [],
    });
  });

  it('is none where nobody asked', () => expect(readQuestion([event('created')])).toBeNull());
});

describe('readDecision', () => {
  const application = { status: 'rejected', tacit: false, decision_note: 'Not complete' } as const;

  it('is what the officer wrote when they decided', () =>
    expect(readDecision(application)).toBe('Not complete'));

  it('is never a question: not before the decision, nor where none was made', () => {
    for (const status of ['info_required', 'in_review', 'cancelled', 'expired'] as const)
      expect(readDecision({ ...application, status })).toBe('');
    expect(readDecision({ ...application, status: 'completed', tacit: true })).toBe('');
  });
});
