import { describe, expect, it } from 'vitest';
import type { Access } from '../../../api/access.ts';
import type { AdminUser } from '../../../api/administration.ts';
import { findGuard, listAssignable } from './guards.ts';

const user = (id: string, role_id: number) => ({ id, role_id }) as AdminUser;
const superadmin = { role: 'superadmin', role_id: 1, permissions: [] };
const admin = { role: 'admin', role_id: 2, permissions: [] };
const manager = { role: 'manager', role_id: 3, permissions: ['users.manage'] };

describe('findGuard', () => {
  it('forbids changes of one’s own account and of a super administrator', () => {
    expect(findGuard(user('me', 4), superadmin, 'me')).toBe('self');
    expect(findGuard(user('other', 1), superadmin, 'me')).toBe('superadmin');
  });

  it('allows only a super administrator to change an administrator', () => {
    expect(findGuard(user('other', 2), admin, 'me')).toBe('admin');
    expect(findGuard(user('other', 2), superadmin, 'me')).toBeNull();
  });

  it('allows a manager to change lower ranks only', () => {
    for (const staff of [3, 5, 6, 7]) expect(findGuard(user('other', staff), manager, 'me')).toBe('rank');
    expect(findGuard(user('other', 5), admin, 'me')).toBeNull();
    expect(findGuard(user('other', 4), manager, 'me')).toBeNull();
  });
});

describe('listAssignable', () => {
  const roles = [1, 2, 3, 4, 5, 6, 7, 107, 108].map((id) => ({
    id,
    permissions: id === 108 ? ['settings.manage'] : [],
  }));
  const ids = (access: Access) => listAssignable(roles, access).map((role) => role.id);

  it('never offers super administrator, and administrator only to a super administrator', () => {
    expect(ids(superadmin)).toEqual([2, 3, 4, 5, 6, 7, 107, 108]);
    expect(ids(admin)).toEqual([3, 4, 5, 6, 7, 107, 108]);
  });

  it('offers a manager no role with more permissions than their own', () => {
    expect(ids(manager)).toEqual([4, 107]);
  });
});
