import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gateway', {
  created: {
    action: 'application.webhook.create',
    about: 'A webhook was added to an application',
    fields: ['application_id', 'host', 'events'],
  },
  changed: {
    action: 'application.webhook.update',
    about: 'The address, events or description of a webhook were changed',
    fields: ['application_id', 'host', 'events'],
  },
  deleted: {
    action: 'application.webhook.delete',
    about: 'A webhook was deleted with its log',
    fields: ['application_id', 'host'],
  },
  secretRotated: {
    action: 'application.webhook.secret.rotate',
    about: 'A webhook got a new secret; the previous one signs for one more day',
    fields: ['application_id'],
  },
  paused: {
    action: 'application.webhook.pause',
    about: 'A webhook was paused; its messages wait',
    fields: ['application_id'],
  },
  resumed: {
    action: 'application.webhook.resume',
    about: 'A webhook was resumed; its waiting messages are sent',
    fields: ['application_id'],
  },
  disabled: {
    action: 'application.webhook.disable',
    about: 'The platform disabled a webhook: its receiver is gone or failed for days',
    fields: ['application_id', 'reason'],
  },
  tested: {
    action: 'application.webhook.test',
    about: 'A test message was sent to a webhook',
    fields: ['application_id', 'delivered'],
  },
  replayed: {
    action: 'application.webhook.replay',
    about: 'Messages of a webhook were queued to be sent again',
    fields: ['application_id', 'count', 'delivery_id'],
  },
});
