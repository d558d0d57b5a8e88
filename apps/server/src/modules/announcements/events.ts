import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('announcements', {
  created: {
    action: 'announcements.create',
    about: 'An announcement was written',
    fields: ['kind', 'title', 'read_only'],
  },
  changed: {
    action: 'announcements.change',
    about: 'An announcement was changed',
    fields: ['kind', 'title', 'read_only'],
  },
  ended: {
    action: 'announcements.end',
    about: 'An announcement was ended before its time',
    fields: ['kind', 'title', 'read_only'],
  },
  deleted: {
    action: 'announcements.delete',
    about: 'An announcement was deleted',
    fields: ['kind', 'title', 'read_only'],
  },
});
