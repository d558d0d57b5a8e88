import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('contacts', {
  codeAsked: {
    action: 'contacts.code.asked',
    about: 'A person asked for a code to prove a contact',
    fields: ['kind', 'sent'],
  },
  codeRefused: {
    action: 'contacts.code.refused',
    about: 'A person entered a wrong code for a contact',
    fields: ['kind', 'tries_left'],
  },
  proven: {
    action: 'contacts.proven',
    about: 'A person proved an e-mail address or a mobile number; an earlier one was told',
    fields: ['kind', 'replaced'],
  },
  removed: {
    action: 'contacts.removed',
    about: 'A person removed their e-mail address or mobile number, which was told',
    fields: ['kind'],
  },
});
