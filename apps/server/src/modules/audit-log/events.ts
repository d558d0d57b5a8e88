import { defineEvents } from '../../kernel/audit/events.ts';

export const accessEvents = defineEvents('access', {
  personRead: {
    action: 'access.person.read',
    about: 'A user accessed the data of one person, who sees it in their access log',
    fields: ['row', 'role', 'office', 'operator_id', 'matter_id', 'matter', 'matter_mn', 'matter_en'],
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
    exported: {
      action: 'audit.exported',
      about: 'An administrator began to download the audit log, with these filters',
      fields: ['format', 'filters'],
    },
  }),
};
