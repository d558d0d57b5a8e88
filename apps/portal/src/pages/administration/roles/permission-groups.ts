import type { Permission } from '../../../api/administration.ts';

export interface PermissionGroup {
  category: string;
  permissions: Permission[];
}

const FIRST = ['general', 'administration', 'management', 'personal'];

/** Groups by category: known ones first in fixed order, then categories that the server adds later. */
export function groupPermissions(permissions: readonly Permission[]): PermissionGroup[] {
  const groups = new Map<string, Permission[]>();
  for (const category of FIRST) groups.set(category, []);
  for (const permission of permissions) {
    const group = groups.get(permission.category) ?? [];
    group.push(permission);
    groups.set(permission.category, group);
  }
  return [...groups]
    .map(([category, list]) => ({ category, permissions: list }))
    .filter((group) => group.permissions.length > 0);
}
