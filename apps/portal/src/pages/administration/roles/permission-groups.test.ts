import { describe, expect, it } from 'vitest';
import { groupPermissions } from './permission-groups.ts';

const permission = (key: string, category: string) => ({ key, category, label: key });

describe('the groups of permissions', () => {
  it('are in a fixed order, with unknown categories last and without empty ones', () => {
    const groups = groupPermissions([
      permission('x.y', 'novel'),
      permission('personal.view', 'personal'),
      permission('settings.manage', 'general'),
      permission('dashboard.view', 'general'),
    ]);
    expect(groups.map((group) => group.category)).toEqual(['general', 'personal', 'novel']);
    expect(groups[0]?.permissions.map((entry) => entry.key)).toEqual(['settings.manage', 'dashboard.view']);
  });
});
