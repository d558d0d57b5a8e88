import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gov', {
  booked: {
    action: 'gov.appointment.book',
    about: 'A person booked a place in a slot',
    fields: ['agency', 'scheduled_at'],
  },
  cancelled: {
    action: 'gov.appointment.cancel',
    about: 'A person gave their place back',
    fields: ['agency', 'scheduled_at'],
  },
  ended: {
    action: 'gov.appointment.end',
    about: 'An appointment to collect a result ended with its application, and its place was freed',
    fields: ['agency', 'scheduled_at'],
  },
  completed: {
    action: 'gov.appointment.complete',
    about: 'Past appointments were completed',
    fields: ['count'],
  },
});
