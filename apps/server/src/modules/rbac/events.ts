import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('rbac', {
  created: {
    action: 'rbac.role.create',
    about: 'A role was created',
    fields: ['key', 'permissions'],
  },
  updated: {
    action: 'rbac.role.update',
    about: 'The name or description of a role was changed',
    fields: ['key'],
  },
  permissionsSet: {
    action: 'rbac.role.permissions.set',
    about: 'The permissions of a role were replaced',
    fields: ['key', 'added', 'removed', 'released'],
  },
  deleted: { action: 'rbac.role.delete', about: 'A role was deleted', fields: ['key'] },
});
