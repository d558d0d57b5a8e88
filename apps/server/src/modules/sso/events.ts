import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('sso', {
  signedIn: {
    action: 'sso.login',
    about: 'A person signed in through the upstream provider',
    fields: ['client', 'session_id', 'found_by', 'new_device'],
  },
  identityBound: {
    action: 'sso.identity.bound',
    about:
      'A subject of the upstream provider was bound to an account; moved says that it was bound to another',
    fields: ['found_by', 'moved'],
  },
  numberTaken: {
    action: 'sso.number.taken',
    about:
      'The upstream provider gave a person a number that belongs to another account; it stays with that account',
    fields: ['number'],
  },
  signedOut: {
    action: 'sso.logout',
    about: 'A person was sent to end their session at the upstream provider',
    fields: [],
  },
});
