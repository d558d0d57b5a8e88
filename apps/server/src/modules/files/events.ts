import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('files', {
  withheld: {
    action: 'files.withheld',
    about: 'The scanner found a stored file infected or could not scan it, and downloads of it stopped',
    fields: ['purpose', 'outcome', 'reason'],
  },
});
