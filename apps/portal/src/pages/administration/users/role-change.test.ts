import { describe, expect, it } from 'vitest';
import { endChange } from './role-change.ts';

const refused = (code: string) => ({ kind: 'refused', status: 409, code }) as const;

describe('a change of role that waits for the person', () => {
  it('tells a refusal from a time that ran out', () => {
    expect(endChange(refused('approval_refused'), null, true)).toEqual({ step: 'refused' });
    expect(endChange(refused('approval_expired'), null, true)).toEqual({ step: 'expired' });
  });

  it('outlives a lost connection while waiting, but does not begin without one', () => {
    expect(endChange({ kind: 'network' }, null, true)).toBeNull();
    expect(endChange({ kind: 'network' }, 'why', false)).toEqual({ step: 'failed', error: 'why' });
  });

  it('ends with any other refusal', () => {
    expect(endChange(refused('role_protected'), 'why', true)).toEqual({ step: 'failed', error: 'why' });
  });
});
