import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('directory', {
  lookedUp: {
    action: 'directory.lookup',
    about: 'Somebody searched the national directory; what for is kept as a keyed hash',
    fields: ['what', 'search_hash', 'outcome'],
  },
});
