import { describe, expect, it } from 'vitest';
import { listAssignableRoles, listGrantableRoles, mayChangeMember } from './rights.ts';

describe('rights in an organisation', () => {
  it('allow only an owner to invite owners', () => {
    expect(listGrantableRoles('owner')).toContain('owner');
    expect(listGrantableRoles('admin')).toEqual(['member', 'admin']);
    expect(listGrantableRoles('member')).toEqual([]);
    expect(listAssignableRoles('owner')).toEqual(['member', 'admin']);
  });

  it('forbid changing an owner', () => {
    for (const mine of ['owner', 'admin', 'member'] as const) {
      expect(mayChangeMember(mine, { role: 'owner' })).toBe(false);
    }
  });

  it('forbid an ordinary member to change anybody', () => {
    expect(mayChangeMember('member', { role: 'member' })).toBe(false);
    expect(mayChangeMember('admin', { role: 'admin' })).toBe(true);
  });
});
