import { defineEvents } from '../../kernel/audit/events.ts';

/** The audit log outlives the invitation, so no event holds a register number or an e-mail address. */
export const events = defineEvents('administration', {
  sent: {
    action: 'admin.invitation.sent',
    about: 'A person was invited to a role by register number, before they sign in',
    fields: ['role_id', 'expires_at'],
  },
  resent: {
    action: 'admin.invitation.resent',
    about: 'The letter of an invitation to a role was sent again',
    fields: ['role_id', 'letters'],
  },
  withdrawn: {
    action: 'admin.invitation.withdrawn',
    about: 'An invitation to a role was withdrawn',
    fields: ['role_id'],
  },
  accepted: {
    action: 'admin.invitation.accepted',
    about: 'An invited person accepted a role; a manager still confirms it with PIN2',
    fields: ['role_id', 'invitation_id', 'invited_by'],
  },
  declined: {
    action: 'admin.invitation.declined',
    about: 'An invited person declined a role',
    fields: ['role_id', 'invitation_id'],
  },
  void: {
    action: 'admin.invitation.void',
    about: 'An invited person accepted a role that the inviter may no longer give, so nothing was given',
    fields: ['role_id', 'invitation_id', 'invited_by'],
  },
});
