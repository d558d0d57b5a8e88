import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gov', {
  read: {
    action: 'gov.notification.read',
    about: 'A person marked what the platform told them as read',
    fields: ['count'],
  },
  settingsChanged: {
    action: 'gov.notification.settings',
    about: 'A person chose whether letters are sent to them as well',
    fields: ['email'],
  },
});
