import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gateway', {
  ownerAdded: {
    action: 'application.owner.add',
    about: 'A person became an owner of an application',
    fields: ['user_id'],
  },
  ownerOffered: {
    action: 'application.owner.offer',
    about: 'The holder of a register number was invited to own an application',
    fields: [],
  },
  ownerOfferWithdrawn: {
    action: 'application.owner.withdraw',
    about: 'An invitation to own an application was withdrawn',
    fields: [],
  },
  ownerDeclined: {
    action: 'application.owner.decline',
    about: 'A person declined to own an application',
    fields: [],
  },
  ownerRemoved: {
    action: 'application.owner.remove',
    about: 'A person is no longer an owner of an application',
    fields: ['user_id'],
  },
  approvalAsked: {
    action: 'application.approval.ask',
    about: 'An owner asked for the approval of an application on trial',
    fields: ['name'],
  },
  approvalWithdrawn: {
    action: 'application.approval.withdraw',
    about: 'An owner changed an application while it waited for approval, so the request ended',
    fields: ['name'],
  },
  approved: {
    action: 'application.approval.give',
    about: 'An application on trial was approved: everybody can sign in to it',
    fields: ['name'],
  },
  approvalRefused: {
    action: 'application.approval.refuse',
    about: 'The approval of an application was refused; it stays on trial',
    fields: ['name'],
  },
  ownersTold: {
    action: 'application.secret.notice',
    about: 'The owners of an application were told that its old secret ends while it is still in use',
    fields: ['ends_at', 'owners'],
  },
});
