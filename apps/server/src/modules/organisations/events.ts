import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('organisations', {
  created: {
    action: 'organisations.created',
    about: 'A person created an organisation and became its owner',
    fields: [],
  },
  verified: {
    action: 'organisations.verified',
    about: 'A member showed that they may represent the organisation',
    fields: [],
  },
  invitationAccepted: {
    action: 'organisations.invitation.accepted',
    about: 'An invited person became an administrator of an organisation',
    fields: ['invitation_id'],
  },
  memberAdded: {
    action: 'organisations.member.added',
    about: 'A person was made a member of an organisation',
    fields: ['user_id', 'role'],
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
