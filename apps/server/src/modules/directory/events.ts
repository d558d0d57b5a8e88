import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('directory', {
  lookedUp: {
    action: 'directory.lookup',
    about: 'A user searched the national directory; the search text is stored as a keyed hash',
    fields: ['what', 'search_hash', 'outcome'],
  },
});
