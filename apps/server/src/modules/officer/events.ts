import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('officer', {
  conflictReleased: {
    action: 'officer.conflict.release',
    about: 'A case was taken from an officer who has an interest in it',
    fields: ['taken_from'],
  },
  filterSaved: {
    action: 'officer.filter.save',
    about: 'An officer saved a filter of the queue',
    fields: ['view', 'service'],
  },
  filterDeleted: {
    action: 'officer.filter.delete',
    about: 'An officer deleted a saved filter',
    fields: ['view', 'service'],
  },
  templateCreated: {
    action: 'officer.template.create',
    about: 'A reply template was written',
    fields: ['authority', 'service_id', 'kind', 'title'],
  },
  templateChanged: {
    action: 'officer.template.change',
    about: 'A reply template was changed',
    fields: ['authority', 'service_id', 'kind', 'title'],
  },
  templateDeleted: {
    action: 'officer.template.delete',
    about: 'A reply template was deleted',
    fields: ['authority', 'service_id', 'kind', 'title'],
  },
});
