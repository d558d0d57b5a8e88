import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('account', {
  asked: { action: 'account.data.asked', about: 'A person asked for a copy of their data', fields: [] },
  ready: {
    action: 'account.data.ready',
    about: 'A copy of a person’s data was made',
    fields: ['size_bytes'],
  },
  downloaded: { action: 'account.data.downloaded', about: 'A person downloaded their data', fields: [] },
  erasureAsked: { action: 'account.erasure.asked', about: 'A person asked to erase their data', fields: [] },
  erasureWithdrawn: {
    action: 'account.erasure.withdrawn',
    about: 'A person took their request to erase back',
    fields: [],
  },
  erasureRefused: {
    action: 'account.erasure.refused',
    about: 'An administrator refused a request to erase',
    fields: ['request_id'],
  },
  erased: {
    action: 'account.erasure.done',
    about: 'An administrator granted a request, and the data that may go was erased',
    fields: ['request_id', 'rows'],
  },
});
