import { describe, expect, it } from 'vitest';
import { listAssignableRoles, listGrantableRoles, mayChangeMember } from './rights.ts';

const shell = { verified: false, named: false };
const appointed = { verified: true, named: false };
const named = { verified: true, named: true };

describe('rights in an organisation', () => {
  it('allow only an owner to invite owners, and only a named person to appoint', () => {
    expect(listGrantableRoles({ ...shell, my_role: 'owner' })).toContain('owner');
    expect(listGrantableRoles({ ...shell, my_role: 'admin' })).toEqual(['member', 'admin']);
    expect(listGrantableRoles({ ...named, my_role: 'owner' })).toContain('owner');
    expect(listGrantableRoles({ ...appointed, my_role: 'owner' })).toEqual(['member']);
    expect(listGrantableRoles({ ...appointed, my_role: 'member' })).toEqual([]);
    expect(listAssignableRoles({ ...named, my_role: 'owner' })).toEqual(['member', 'admin']);
  });

  it('protect an owner, except one whom the register does not name from one whom it names', () => {
    const since = '2026-11-17T00:00:00.000Z';
    for (const my_role of ['owner', 'admin', 'member'] as const) {
      expect(mayChangeMember({ ...shell, my_role }, { role: 'owner', named_since: null })).toBe(false);
      expect(mayChangeMember({ ...named, my_role }, { role: 'owner', named_since: since })).toBe(false);
    }
    expect(mayChangeMember({ ...named, my_role: 'owner' }, { role: 'owner', named_since: null })).toBe(true);
    expect(mayChangeMember({ ...appointed, my_role: 'owner' }, { role: 'owner', named_since: null })).toBe(
      false,
    );
  });

  it('forbid an ordinary member to change anybody', () => {
    expect(mayChangeMember({ ...named, my_role: 'member' }, { role: 'member', named_since: null })).toBe(
      false,
    );
    expect(mayChangeMember({ ...shell, my_role: 'admin' }, { role: 'admin', named_since: null })).toBe(true);
  });
});
