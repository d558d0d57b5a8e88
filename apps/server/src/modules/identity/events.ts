import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('auth', {
  signedIn: {
    action: 'auth.eid.login',
    about: 'A person signed in with the national eID',
    fields: ['flow', 'level', 'session_id', 'new_account', 'new_device'],
  },
  signInFailed: {
    action: 'auth.eid.failed',
    about: 'A sign-in ended without a session',
    fields: ['state', 'reason'],
  },
  secondFactorAsked: {
    action: 'auth.mfa.asked',
    about: 'A person proved their identity and was asked for a second factor',
    fields: [],
  },
  accountLocked: {
    action: 'auth.account.locked',
    about: 'Five wrong PINs locked an account for fifteen minutes',
    fields: [],
  },
  refreshed: {
    action: 'auth.session.refreshed',
    about: 'A session got its next token pair',
    fields: ['session_id'],
  },
  reused: {
    action: 'auth.session.reuse',
    about: 'A replaced refresh token was reused and its session was ended',
    fields: ['session_id'],
  },
  signedOut: {
    action: 'auth.session.ended',
    about: 'A person signed out',
    fields: ['session_id'],
  },
});
