import { describe, expect, it } from 'vitest';
import type { Access } from '../../../api/access.ts';
import type { AdminUser } from '../../../api/administration.ts';
import { findGuard, listAssignable } from './guards.ts';

const user = (id: string, role_id: number) => ({ id, role_id }) as AdminUser;
const superadmin = { role: 'superadmin', role_id: 1, permissions: [] };
const admin = { role: 'admin', role_id: 2, permissions: [] };
const manager = { role: 'manager', role_id: 3, permissions: ['users.manage'] };

describe('who may change whom', () => {
  it('nobody changes themselves, and nobody a super administrator', () => {
    expect(findGuard(user('me', 4), superadmin, 'me')).toBe('self');
    expect(findGuard(user('other', 1), superadmin, 'me')).toBe('superadmin');
  });

  it('an administrator is changed by a super administrator alone', () => {
    expect(findGuard(user('other', 2), admin, 'me')).toBe('admin');
    expect(findGuard(user('other', 2), superadmin, 'me')).toBeNull();
  });

  it('a manager acts on lower ranks only', () => {
    for (const staff of [3, 5]) expect(findGuard(user('other', staff), manager, 'me')).toBe('rank');
    expect(findGuard(user('other', 5), admin, 'me')).toBeNull();
    expect(findGuard(user('other', 4), manager, 'me')).toBeNull();
  });
});

describe('which roles may be given', () => {
  const roles = [1, 2, 3, 4, 5, 7, 8].map((id) => ({ id, permissions: id === 8 ? ['settings.manage'] : [] }));
  const ids = (access: Access) => listAssignable(roles, access).map((role) => role.id);

  it('super administrator never, administrator by a super administrator alone', () => {
    expect(ids(superadmin)).toEqual([2, 3, 4, 5, 7, 8]);
    expect(ids(admin)).toEqual([3, 4, 5, 7, 8]);
  });

  it('a manager gives no role that can do more than they can', () => {
    expect(ids(manager)).toEqual([4, 7]);
  });
});
