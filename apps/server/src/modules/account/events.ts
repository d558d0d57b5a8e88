import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('account', {
  sessionEnded: {
    action: 'account.session.ended',
    about: 'A person signed one of their devices out',
    fields: ['session_id'],
  },
  othersEnded: {
    action: 'account.sessions.ended',
    about: 'A person signed out every device but the one in use',
    fields: ['count'],
  },
});
