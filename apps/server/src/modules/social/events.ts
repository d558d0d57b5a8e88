import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('auth', {
  signedIn: {
    action: 'auth.social.login',
    about: 'A person signed in with a linked social account',
    fields: ['session_id', 'new_device'],
  },
  linkOffered: {
    action: 'auth.social.link_offered',
    about: 'A social account without a link was proven; its person may continue with eID',
    fields: ['provider'],
  },
  linked: {
    action: 'auth.social.linked',
    about: 'A social account was linked to a person who signed in with eID',
    fields: ['provider'],
  },
  linkRefused: {
    action: 'auth.social.link_refused',
    about: 'A person signed in with eID, and the social account they had proven before was not linked',
    fields: ['reason'],
  },
  unlinked: {
    action: 'auth.social.unlinked',
    about: 'A person unlinked their social account; every session they had ended with it',
    fields: ['provider'],
  },
});
