import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('document', {
  seal: {
    action: 'document.seal',
    about: 'The platform sealed a document that it issued',
    fields: ['kind', 'level', 'shortfall', 'certificate_serial'],
  },
  raise: {
    action: 'document.raise',
    about: 'The seal of a document was raised to a higher level, or found to be revoked',
    fields: ['kind', 'level', 'shortfall'],
  },
});
