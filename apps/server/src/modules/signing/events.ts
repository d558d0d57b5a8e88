import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('sign', {
  init: {
    action: 'sign.init',
    about: 'A person began to sign a document',
    fields: ['on_behalf_of', 'size_bytes'],
  },
  initiate: {
    action: 'sign.initiate',
    about: 'A person began to sign a digest',
    fields: [],
  },
  complete: {
    action: 'sign.complete',
    about: 'A signature was made with PIN2',
    fields: ['kind', 'certificate_serial'],
  },
  finish: {
    action: 'sign.finish',
    about: 'A signing was completed; a document has reached this level',
    fields: ['level', 'shortfall'],
  },
  reject: {
    action: 'sign.reject',
    about: 'A signing ended without a signature',
    fields: ['state', 'reason'],
  },
  download: {
    action: 'sign.download',
    about: 'A signed document was downloaded',
    fields: [],
  },
  keep: {
    action: 'sign.document.keep',
    about: 'A person keeps a signed document',
    fields: ['level'],
  },
  remove: {
    action: 'sign.document.remove',
    about: 'A person removed a signed document',
    fields: [],
  },
  raise: {
    action: 'sign.document.raise',
    about: 'A kept document was raised to another level or stamped again',
    fields: ['level', 'shortfall'],
  },
});
