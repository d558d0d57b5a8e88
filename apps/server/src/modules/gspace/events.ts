import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gspace', {
  uploaded: {
    action: 'gspace.upload',
    about: 'A person put a file into their own space, or replaced one',
    fields: ['type', 'size_bytes', 'sha256', 'replaced'],
  },
  deleted: {
    action: 'gspace.delete',
    about: 'A person deleted a file from their own space',
    fields: ['size_bytes'],
  },
});
