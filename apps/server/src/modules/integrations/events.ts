import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('integration', {
  connected: {
    action: 'integration.connect',
    about: 'A person connected an outside service; through is the page or the API',
    fields: ['provider', 'through'],
  },
  disconnected: {
    action: 'integration.disconnect',
    about: 'A person removed the connection to an outside service',
    fields: ['provider'],
  },
  tokenRead: {
    action: 'integration.token_read',
    about: "A server-side caller read the tokens of a person's connection",
    fields: ['provider'],
  },
  fileSent: {
    action: 'integration.file_sent',
    about: 'A person copied a file of their own space to an outside service',
    fields: ['provider', 'size_bytes'],
  },
  grantEnded: {
    action: 'integration.grant_ended',
    about: 'The outside service no longer accepts a connection, so the person has to connect again',
    fields: ['provider'],
  },
});
