import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('support', {
  opened: {
    action: 'support.case.open',
    about: 'A person or a visitor wrote to support',
    fields: ['number', 'topic'],
  },
  written: {
    action: 'support.case.write',
    about: 'The sender added a message to a case',
    fields: ['number'],
  },
  answered: {
    action: 'support.case.answer',
    about: 'Support answered a case',
    fields: ['number', 'closed'],
  },
  assigned: {
    action: 'support.case.assign',
    about: 'A case was given to a member of support, or released',
    fields: ['number', 'assigned_to'],
  },
  closed: { action: 'support.case.close', about: 'A case was closed', fields: ['number'] },
  reopened: { action: 'support.case.reopen', about: 'A closed case was opened again', fields: ['number'] },
  deleted: {
    action: 'support.case.delete',
    about: 'Cases past their retention were deleted',
    fields: ['count'],
  },
});
