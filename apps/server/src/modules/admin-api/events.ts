import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('admin-api', {
  keyCreated: {
    action: 'admin_key.create',
    about: 'An admin API key was created',
    fields: ['name', 'admin_key', 'surfaces', 'scopes', 'expires_at'],
  },
  keyDeleted: {
    action: 'admin_key.delete',
    about: 'An admin API key was deleted, by another key or from the command line',
    fields: ['name', 'admin_key'],
  },
});
