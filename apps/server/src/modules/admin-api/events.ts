import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('admin-api', {
  keyCreated: {
    action: 'admin_key.create',
    about: 'A key of the admin API was made',
    fields: ['name', 'admin_key'],
  },
  keyDeleted: {
    action: 'admin_key.delete',
    about: 'A key of the admin API was deleted, by another key or from the command line',
    fields: ['name', 'admin_key'],
  },
});
