import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gov', {
  issued: {
    action: 'gov.reference.issue',
    about: 'A document was issued to a person',
    fields: ['type', 'reference_no', 'user_id', 'register'],
  },
});
