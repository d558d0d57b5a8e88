import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gateway', {
  ownerAdded: {
    action: 'application.owner.add',
    about: 'A person became an owner of an application',
    fields: ['user_id'],
  },
  ownerRemoved: {
    action: 'application.owner.remove',
    about: 'A person is no longer an owner of an application',
    fields: ['user_id'],
  },
  ownersTold: {
    action: 'application.secret.notice',
    about: 'The owners of an application were told that its old secret ends while it is still in use',
    fields: ['ends_at', 'owners'],
  },
});
