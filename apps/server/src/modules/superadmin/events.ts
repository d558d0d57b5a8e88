import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('superadmin', {
  onboardingBegun: {
    action: 'superadmin.onboarding.begun',
    about:
      'An invited person proved their social account and started the onboarding of a super administrator',
    fields: [],
  },
  onboardingEidProven: {
    action: 'superadmin.onboarding.eid_proven',
    about: 'An onboarding was joined to a person by the national eID',
    fields: ['level'],
  },
  onboardingEidFailed: {
    action: 'superadmin.onboarding.eid_failed',
    about: 'The eID step of an onboarding ended without approval',
    fields: ['state', 'reason'],
  },
  onboardingCodeSent: {
    action: 'superadmin.onboarding.code_sent',
    about: 'A one-time code was mailed for an onboarding',
    fields: ['sends'],
  },
  onboardingCodeRefused: {
    action: 'superadmin.onboarding.code_refused',
    about: 'A wrong or expired e-mail code was entered for an onboarding',
    fields: ['tries'],
  },
  onboardingEmailProven: {
    action: 'superadmin.onboarding.email_proven',
    about: 'The e-mail address of an invitation was proven by its code',
    fields: [],
  },
  onboarded: {
    action: 'superadmin.onboarded',
    about: 'A super administrator finished onboarding and was given recovery codes',
    fields: ['session_id', 'renewed'],
  },
  secondFactorPassed: {
    action: 'superadmin.mfa.passed',
    about: 'A super administrator signed in with the second factor',
    fields: ['session_id', 'recovery_code', 'recovery_codes_left'],
  },
  secondFactorLocked: {
    action: 'superadmin.mfa.locked',
    about: 'Five wrong codes locked the second factor for fifteen minutes',
    fields: [],
  },
  stepUpAsked: {
    action: 'superadmin.mfa.asked_again',
    about: 'A change was refused until the person proves their identity again',
    fields: [],
  },
  adminCreated: {
    action: 'superadmin.create_admin',
    about: 'A person was pre-registered as an administrator',
    fields: [],
  },
  adminGranted: {
    action: 'superadmin.grant_admin',
    about: 'A person was made an administrator',
    fields: ['from_role_id'],
  },
  adminRevoked: {
    action: 'superadmin.revoke_admin',
    about: 'An administrator became an ordinary person again',
    fields: [],
  },
  inviteCreated: {
    action: 'superadmin.create_invite',
    about: 'A person was invited to become a super administrator',
    fields: ['by'],
  },
  inviteDeleted: {
    action: 'superadmin.delete_invite',
    about: 'An invitation was withdrawn or its record removed',
    fields: ['pending'],
  },
  accessModeSet: {
    action: 'superadmin.set_access_mode',
    about: 'The platform was opened to everyone or closed to unregistered people',
    fields: ['mode'],
  },
});
