import { describe, expect, it } from 'vitest';
import { ADMINISTRATION_PLACES, isAt, mayOpen, PERSONAL_PLACES } from './places.ts';

const openTo = (role: string, permissions: string[]) =>
  [...PERSONAL_PLACES, ...ADMINISTRATION_PLACES]
    .filter((place) => mayOpen(place, { role, role_id: 9, permissions }))
    .map((place) => place.key);

describe('places', () => {
  it('a citizen sees their own places and nothing of the administration', () => {
    expect(openTo('user', ['dashboard.view', 'personal.view'])).toEqual(['home', 'profile', 'organisations']);
  });

  it('a permission opens its place and no other', () => {
    expect(openTo('manager', ['users.manage'])).toContain('users');
    expect(openTo('manager', ['users.manage'])).not.toContain('roles');
  });

  it('no permission opens the audit log or the security events', () => {
    const custom = openTo('auditor', ['users.manage', 'roles.manage', 'settings.manage', 'administrator2']);
    expect(custom).not.toContain('audit');
    expect(custom).not.toContain('security');
  });

  it('administrators see every place', () => {
    for (const role of ['admin', 'superadmin']) expect(openTo(role, [])).toHaveLength(8);
  });

  it('shows nothing of the administration until the permissions are known', () => {
    for (const place of ADMINISTRATION_PLACES) expect(mayOpen(place, undefined)).toBe(false);
  });

  it('a page below a place belongs to it, a longer name does not', () => {
    const [users] = ADMINISTRATION_PLACES;
    if (!users) throw new Error('no places');
    expect(isAt(users, '/administration/users')).toBe(true);
    expect(isAt(users, '/administration/users/7')).toBe(true);
    expect(isAt(users, '/administration/users-old')).toBe(false);
  });
});
