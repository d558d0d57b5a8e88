import { defineEvents } from '../../kernel/audit/events.ts';

export const accessEvents = defineEvents('access', {
  personRead: {
    action: 'access.person.read',
    about: 'Somebody looked at the data of one person, who sees it in their access log',
    fields: ['row', 'role', 'office'],
  },
});

export const events = {
  ...accessEvents,
  ...defineEvents('audit', {
    chainBroken: {
      action: 'audit.chain.broken',
      about: 'A verification found the audit log damaged',
      fields: ['broken_id', 'reason', 'checked'],
    },
  }),
};
