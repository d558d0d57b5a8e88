import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('security', {
  reported: {
    action: 'security.event.reported',
    about: 'A person, or an application they use, reported something suspicious',
    fields: ['severity'],
  },
});
