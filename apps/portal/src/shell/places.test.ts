import { describe, expect, it } from 'vitest';
import { findFirstPage } from './first-page.ts';
import { mayOpen } from './may-open.ts';
import {
  findMenuPlace,
  isAt,
  isHidden,
  type MenuPlace,
  menuPlaces,
  namedPlaces,
  pathsIn,
  places,
} from './places.ts';

const keysOf = (...groups: MenuPlace['group'][]) =>
  menuPlaces.filter(({ group }) => groups.includes(group)).map(({ key }) => key);

const openTo = (role: string, permissions: string[]) =>
  menuPlaces.filter((place) => mayOpen(place, { role, role_id: 9, permissions })).map((place) => place.key);

describe('places', () => {
  it('shows a citizen their own places and no administration', () => {
    expect(openTo('user', ['dashboard.view', 'personal.view'])).toEqual(keysOf('personal'));
  });

  it('opens exactly the place of a permission', () => {
    expect(openTo('manager', ['users.manage'])).toContain('users');
    expect(openTo('manager', ['users.manage'])).not.toContain('roles');
  });

  it('shows an auditor the audit log beside their own places, and nothing else', () => {
    expect(openTo('auditor', ['audit.view'])).toEqual([...keysOf('personal'), 'audit']);
  });

  it('begins with the work of a registrar and an auditor, unless it is switched off', () => {
    const first = (role: string, permissions: string[], hidden: string[] = []) =>
      findFirstPage({ role, role_id: 9, permissions }, hidden);
    expect(first('registrar', ['registry.view', 'registry.manage'])).toBe('/registry');
    expect(first('registrar', ['registry.view', 'registry.manage'], ['/registry'])).toBeNull();
    expect(first('auditor', ['audit.view'])).toBe('/administration/audit');
    expect(first('user', ['personal.view'])).toBeNull();
    expect(first('officer', ['gov.review', 'registry.view'])).toBeNull();
    expect(first('admin', ['registry.manage', 'audit.view'])).toBeNull();
    expect(findFirstPage(undefined, [])).toBeNull();
  });

  it('opens the security events and the assistants’ tools by no permission', () => {
    const custom = openTo('custom', ['users.manage', 'roles.manage', 'settings.manage', 'administrator2']);
    expect(custom).not.toContain('audit');
    expect(custom).not.toContain('security');
    expect(custom).not.toContain('tools');
  });

  it('shows administrators every place except those of super administrators', () => {
    const own = ['admins', 'invites', 'access-mode'];
    const every = menuPlaces.map((place) => place.key);
    expect(openTo('superadmin', [])).toEqual(every);
    expect(openTo('admin', [])).toEqual(every.filter((key) => !own.includes(key)));
    expect(openTo('custom', ['superadmin', ...own])).not.toContain('admins');
  });

  it('shows nothing of the administration until the permissions are known', () => {
    for (const place of menuPlaces) expect(mayOpen(place, undefined)).toBe(place.group === 'personal');
  });

  it('assigns a page below a place to it, but not a longer name', () => {
    const users = places.users;
    expect(isAt(users, '/administration/users')).toBe(true);
    expect(isAt(users, '/administration/users/7')).toBe(true);
    expect(isAt(users, '/administration/users-old')).toBe(false);
  });

  it('opens the dashboard to those who run the platform, and none of the places below it', () => {
    for (const permission of ['users.manage', 'gateway.manage', 'relay.view'])
      expect(openTo('custom', [permission])).toContain('administration');
    expect(openTo('officer', ['gov.review', 'manager.view'])).not.toContain('administration');
    expect(findMenuPlace('/administration')?.key).toBe('administration');
    expect(findMenuPlace('/administration/roles')?.key).toBe('roles');
    expect(findMenuPlace('/verify')).toBeUndefined();
  });

  it('names every page that an address alone opens, so that Ctrl+K finds it', () => {
    const named = new Set(namedPlaces.map(({ path }) => path));
    const paths = pathsIn('open', 'own', 'guarded', 'registry', 'relay').map(({ path }) => path);
    expect(paths.filter((path) => !/[:*]/.test(path) && !named.has(path))).toEqual([]);
    const needOf = (path: string) => namedPlaces.find((place) => place.path === path)?.need;
    expect(needOf('/relay/dead-letters')).toBe('relay.view');
    expect(needOf('/administration/gateway/calls')).toBe('gateway.manage');
    expect(needOf('/account/data')).toBe('signed-in');
  });

  it('hides the places of a switched-off module, and no similar names', () => {
    expect(isHidden('/registry/services', ['/registry'])).toBe(true);
    expect(isHidden('/registry', ['/registry'])).toBe(true);
    expect(isHidden('/registry-of-ships', ['/registry'])).toBe(false);
    expect(isHidden('/home', [])).toBe(false);
  });
});
