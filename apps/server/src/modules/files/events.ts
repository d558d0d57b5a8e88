import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('files', {
  withheld: {
    action: 'files.withheld',
    about: 'The scanner found a stored file infected or could not scan it, and downloads of it stopped',
    fields: ['purpose', 'outcome', 'reason'],
  },
  storeChanged: {
    action: 'files.store.change',
    about: 'Another store takes the new files',
    fields: ['from', 'to'],
  },
  moved: {
    action: 'files.move',
    about: 'Files were moved to another store',
    fields: ['to', 'moved', 'failed', 'still_arriving'],
  },
  exported: {
    action: 'files.export',
    about: 'An operator exported a file with its key',
    fields: ['is_sealed'],
  },
});
