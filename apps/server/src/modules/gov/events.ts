import { defineEvents } from '../../kernel/audit/events.ts';
import type { Action } from './state-machine.ts';

const moved = ['from', 'to'] as const;

export const events = defineEvents('gov', {
  apply: {
    action: 'gov.application.create',
    about: 'A person applied for a service',
    fields: ['reference_no', 'service', 'to'],
  },
  fulfil: {
    action: 'gov.application.fulfil',
    about: 'An application was fulfilled by itself once its fee was paid and the state register had answered',
    fields: moved,
  },
  refuse: {
    action: 'gov.application.refuse',
    about: 'A state register did not bear out what the certificate would say',
    fields: moved,
  },
  register: {
    action: 'gov.application.register',
    about: 'An application left by an earlier system was registered',
    fields: moved,
  },
  casesHandedOver: {
    action: 'gov.cases.handed_over',
    about: 'Cases followed their service to the authority that took it over',
    fields: ['from', 'to', 'count'],
  },
  assign: {
    action: 'gov.application.assign',
    about: 'An officer took an application, or took it over from another who left it',
    fields: [...moved, 'taken_over_from'],
  },
  request_info: {
    action: 'gov.application.request_info',
    about: 'An officer asked the applicant for more',
    fields: moved,
  },
  provide_info: {
    action: 'gov.application.provide_info',
    about: 'The applicant gave what was asked for',
    fields: [...moved, 'evidence', 'changed'],
  },
  approve: {
    action: 'gov.application.decide',
    about: 'An officer decided',
    fields: [...moved, 'result'],
  },
  complete: {
    action: 'gov.application.complete',
    about: 'What was granted was handed over',
    fields: moved,
  },
  cancel: {
    action: 'gov.application.cancel',
    about: 'The applicant withdrew',
    fields: moved,
  },
  approve_tacitly: {
    action: 'gov.application.tacit',
    about: 'The deadline passed and silence granted the application',
    fields: moved,
  },
  expire: {
    action: 'gov.application.expire',
    about: 'The applicant did not answer, or did not pay, in time',
    fields: moved,
  },
  breach: {
    action: 'gov.application.breach',
    about: 'The deadline of an application passed without a decision',
    fields: ['due_at'],
  },
  fileAdded: {
    action: 'gov.file.add',
    about: 'A paper was added to an application',
    fields: ['application_id', 'type', 'size_bytes', 'sha256'],
  },
  fileRemoved: {
    action: 'gov.file.remove',
    about: 'A paper was taken back from an application',
    fields: ['application_id'],
  },
  draftSaved: {
    action: 'gov.draft.save',
    about: 'A person saved a revision of an unfinished application',
    fields: ['service_id', 'revision'],
  },
  draftDropped: {
    action: 'gov.draft.drop',
    about: 'A person threw an unfinished application away, with its papers',
    fields: ['service_id', 'files'],
  },
  draftExpired: {
    action: 'gov.draft.expire',
    about: 'An unfinished application that nobody touched for long was deleted, with its papers',
    fields: ['service_id', 'files'],
  },
  draftFileAdded: {
    action: 'gov.draft.file_add',
    about: 'A paper was added to an unfinished application',
    fields: ['draft_id', 'type', 'size_bytes'],
  },
  draftFileRemoved: {
    action: 'gov.draft.file_remove',
    about: 'A paper was taken out of an unfinished application',
    fields: ['draft_id'],
  },
});

/** A rejection is the same act as an approval, with another end; and what expires expires, whatever it waited for. */
export const eventOf = (action: Action) =>
  events[action === 'reject' ? 'approve' : action === 'expire_unpaid' ? 'expire' : action];
