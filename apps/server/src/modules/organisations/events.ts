import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('organisations', {
  created: {
    action: 'organisations.created',
    about: 'A person created an organisation and became its owner',
    fields: ['apps'],
  },
  takenOver: {
    action: 'organisations.taken_over',
    about:
      'A person whom the register names took the organisation over; roles and invitations of others ended',
    fields: ['new_owner', 'former_owners', 'ended', 'reset', 'withdrawn'],
  },
  verified: {
    action: 'organisations.verified',
    about: 'A member proved that they represent the organisation',
    fields: [],
  },
  representationEnded: {
    action: 'organisations.representation_ended',
    about: 'The register no longer names a member as a representative; their right to act ended',
    fields: ['user_id', 'named_left'],
  },
  invitationSent: {
    action: 'organisations.invitation.sent',
    about: 'A person was invited to an organisation, by account, register number or link',
    fields: ['invitation_id', 'role', 'by', 'user_id'],
  },
  invitationWithdrawn: {
    action: 'organisations.invitation.withdrawn',
    about: 'An invitation to an organisation was withdrawn',
    fields: ['invitation_id'],
  },
  invitationAccepted: {
    action: 'organisations.invitation.accepted',
    about: 'An invited person joined an organisation',
    fields: ['invitation_id', 'role'],
  },
  invitationDeclined: {
    action: 'organisations.invitation.declined',
    about: 'An invited person declined an invitation',
    fields: ['invitation_id'],
  },
  memberRoleChanged: {
    action: 'organisations.member.role_changed',
    about: 'A member was given another role',
    fields: ['user_id', 'role'],
  },
  memberRemoved: {
    action: 'organisations.member.removed',
    about: 'A member left or was removed from an organisation',
    fields: ['user_id', 'self'],
  },
});
