import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('profile', {
  signatureSet: {
    action: 'profile.signature.set',
    about: 'A person set the image of their signature',
    fields: [],
  },
  signatureRemoved: {
    action: 'profile.signature.removed',
    about: 'A person removed the image of their signature',
    fields: [],
  },
  stampSet: {
    action: 'profile.orgstamp.set',
    about: 'The stamp of an organisation was set',
    fields: ['reg_no'],
  },
  stampRemoved: {
    action: 'profile.orgstamp.removed',
    about: 'The stamp of an organisation was removed',
    fields: ['reg_no'],
  },
  nameLatinSet: {
    action: 'profile.org_name_latin.set',
    about: 'The Latin name of an organisation was set',
    fields: ['reg_no'],
  },
});
