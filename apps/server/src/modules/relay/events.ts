import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('relay', {
  platformCreated: {
    action: 'relay.platform.create',
    about: 'A platform was registered',
    fields: ['code', 'direction'],
  },
  platformUpdated: {
    action: 'relay.platform.update',
    about: 'A platform was changed',
    fields: ['code', 'changed'],
  },
  platformDeleted: {
    action: 'relay.platform.delete',
    about: 'A platform was removed with its routes and assignments',
    fields: ['code'],
  },
  secretRotated: {
    action: 'relay.platform.rotate_secret',
    about: 'A platform got a new secret',
    fields: ['code', 'grace_minutes'],
  },
  platformPaused: {
    action: 'relay.platform.pause',
    about: 'Deliveries to a platform were paused or resumed',
    fields: ['code', 'paused'],
  },
  platformTested: {
    action: 'relay.platform.test',
    about: 'A connection to a platform was tested',
    fields: ['code', 'answer'],
  },
  routeCreated: {
    action: 'relay.route.create',
    about: 'A service was routed to a platform',
    fields: ['service_code', 'platform'],
  },
  routeDeleted: {
    action: 'relay.route.delete',
    about: 'A route was removed',
    fields: ['service_code', 'platform'],
  },
  ingested: {
    action: 'relay.request.ingest',
    about: 'A request came in and was assigned',
    fields: ['service_code', 'source', 'assignments'],
  },
  forwarded: {
    action: 'relay.request.forward',
    about: 'A request was forwarded to an upstream platform',
    fields: ['platform'],
  },
  responded: {
    action: 'relay.assignment.respond',
    about: 'An assignment was answered',
    fields: ['request_id', 'status', 'by'],
  },
  received: {
    action: 'relay.webhook.receive',
    about: 'A signed message of another platform was accepted',
    fields: ['source', 'event', 'message_id'],
  },
  rejected: {
    action: 'relay.webhook.reject',
    about: 'A signed message repeated an id with another content',
    fields: ['source', 'message_id'],
  },
  replayed: {
    action: 'relay.delivery.replay',
    about: 'Deliveries that had been given up are sent again',
    fields: ['count', 'platform'],
  },
  swept: {
    action: 'relay.assignment.sweep',
    about: 'Deadlines passed: reminders, overdue assignments, escalations, breach notices, re-routing',
    fields: ['reminded', 'overdue', 'escalated', 'breached', 'rerouted'],
  },
});
