import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gov', {
  read: {
    action: 'gov.notification.read',
    about: 'A person marked notifications as read',
    fields: ['count'],
  },
  preferencesChanged: {
    action: 'gov.notification.preferences',
    about: 'A person chose which messages go where',
    fields: ['email', 'sms'],
  },
  settingsChanged: {
    action: 'gov.notification.settings',
    about: 'A person turned e-mail notifications on or off',
    fields: ['email'],
  },
});
