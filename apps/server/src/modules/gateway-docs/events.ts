import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gateway', {
  documentSaved: {
    action: 'gateway.document.save',
    about: 'The OpenAPI document of a service of the gateway was uploaded or replaced',
    fields: ['name', 'title', 'operations'],
  },
  documentRemoved: {
    action: 'gateway.document.remove',
    about: 'The OpenAPI document of a service of the gateway was removed',
    fields: ['name'],
  },
});
