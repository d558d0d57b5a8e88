import { defineEvents } from '../../../kernel/audit/events.ts';

export const events = defineEvents('sign', {
  create: {
    action: 'sign.request.create',
    about: 'A person sent a document to others to sign',
    fields: ['parties', 'order', 'size_bytes'],
  },
  read: {
    action: 'sign.request.read',
    about: 'A person opened the document of a request',
    fields: ['party'],
  },
  begin: {
    action: 'sign.request.begin',
    about: 'A party of a request began to sign',
    fields: ['party', 'session', 'on_behalf_of'],
  },
  sign: {
    action: 'sign.request.sign',
    about: 'The signature of a party was added to the document of a request',
    fields: ['party', 'level', 'shortfall'],
  },
  decline: {
    action: 'sign.request.decline',
    about: 'A party declined to sign; the request ended',
    fields: ['party'],
  },
  withdraw: {
    action: 'sign.request.withdraw',
    about: 'The sender withdrew a request',
    fields: [],
  },
  remind: {
    action: 'sign.request.remind',
    about: 'The parties that have to sign were reminded',
    fields: ['by'],
  },
  complete: {
    action: 'sign.request.complete',
    about: 'Everybody signed; each person keeps the document',
    fields: ['level', 'shortfall'],
  },
  expire: {
    action: 'sign.request.expire',
    about: 'The deadline of a request passed',
    fields: [],
  },
  raise: {
    action: 'sign.request.raise',
    about: 'The newest signature of an open request was raised to another level',
    fields: ['level', 'shortfall'],
  },
});
