import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('administration', {
  sessionEnded: {
    action: 'admin.session.ended',
    about: 'An administrator signed a person out on one device',
    fields: ['session_id'],
  },
  sessionsEnded: {
    action: 'admin.sessions.ended',
    about: 'An administrator signed a person out on every device',
    fields: ['count'],
  },
  approvalWanted: {
    action: 'admin.approval.wanted',
    about: 'A role was planned for a person, who will be asked after their first sign-in with eID',
    fields: ['role_id', 'sid'],
  },
  approvalAsked: {
    action: 'admin.approval.asked',
    about: 'A person was asked on their phone to accept a role with PIN2',
    fields: ['role_id', 'granted_by', 'sid', 'digest'],
  },
  approvalGiven: {
    action: 'admin.approval.given',
    about: 'A person accepted a role with PIN2; signature and certificate are kept under this sid',
    fields: ['role_id', 'granted_by', 'sid', 'digest', 'certificate_serial'],
  },
  approvalEnded: {
    action: 'admin.approval.ended',
    about: 'A person did not accept a role, or the request was withdrawn first',
    fields: ['role_id', 'sid', 'state', 'reason'],
  },
});
