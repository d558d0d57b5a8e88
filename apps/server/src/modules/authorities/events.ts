import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('authorities', {
  created: { action: 'authorities.created', about: 'An authority was registered', fields: ['name'] },
  changed: {
    action: 'authorities.changed',
    about: 'The name or contact of an authority was changed',
    fields: ['name', 'before', 'changed'],
  },
  officesSet: {
    action: 'authorities.offices.set',
    about: 'The offices of an authority were replaced',
    fields: ['name', 'offices'],
  },
  deleted: { action: 'authorities.deleted', about: 'An authority was deleted', fields: ['name'] },
});
