import { describe, expect, it } from 'vitest';
import { endChange } from './role-change.ts';

const refused = (code: string) => ({ kind: 'refused', status: 409, code }) as const;

describe('a role change that waits for the person', () => {
  it('distinguishes a refusal from a timeout', () => {
    expect(endChange(refused('approval_refused'), null, true)).toEqual({ step: 'refused' });
    expect(endChange(refused('approval_expired'), null, true)).toEqual({ step: 'expired' });
  });

  it('survives a lost connection while waiting, but does not start without a connection', () => {
    expect(endChange({ kind: 'network' }, null, true)).toBeNull();
    expect(endChange({ kind: 'network' }, 'why', false)).toEqual({ step: 'failed', error: 'why' });
  });

  it('ends with any other refusal', () => {
    expect(endChange(refused('role_protected'), 'why', true)).toEqual({ step: 'failed', error: 'why' });
  });
});
