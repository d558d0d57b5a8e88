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
    about: 'An automatic application was fulfilled after its fee was paid and the state register answered',
    fields: moved,
  },
  refuse: {
    action: 'gov.application.refuse',
    about: 'The data of a state register contradict the certificate',
    fields: moved,
  },
  register: {
    action: 'gov.application.register',
    about: 'An application from an earlier system was registered',
    fields: moved,
  },
  casesHandedOver: {
    action: 'gov.cases.handed_over',
    about: 'Cases moved to the authority that took over their service',
    fields: ['from', 'to', 'count', 'released'],
  },
  assign: {
    action: 'gov.application.assign',
    about: 'An officer took an application, or took over an expired lease of another officer',
    fields: [...moved, 'taken_over_from'],
  },
  reassign: {
    action: 'gov.application.reassign',
    about: 'An officer gave an application to a colleague',
    fields: [...moved, 'taken_from', 'given_to'],
  },
  release: {
    action: 'gov.application.release',
    about: 'An application was given back, so that nobody holds it',
    fields: [...moved, 'taken_from'],
  },
  request_info: {
    action: 'gov.application.request_info',
    about: 'An officer asked the applicant for more information',
    fields: [...moved, 'answer_by'],
  },
  withdraw_info: {
    action: 'gov.application.withdraw_info',
    about: 'An officer withdrew a question to the applicant',
    fields: moved,
  },
  provide_info: {
    action: 'gov.application.provide_info',
    about: 'The applicant provided the requested information',
    fields: [...moved, 'evidence', 'changed'],
  },
  approve: {
    action: 'gov.application.decide',
    about: 'An officer decided an application',
    fields: [...moved, 'result', 'signature'],
  },
  complete: {
    action: 'gov.application.complete',
    about: 'The output of a granted application was delivered',
    fields: moved,
  },
  cancel: {
    action: 'gov.application.cancel',
    about: 'The applicant cancelled',
    fields: moved,
  },
  approve_tacitly: {
    action: 'gov.application.tacit',
    about: 'The deadline passed and the application was granted tacitly',
    fields: moved,
  },
  expire: {
    action: 'gov.application.expire',
    about: 'The applicant did not answer or pay in time',
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
    about: 'A paper was removed from an application',
    fields: ['application_id'],
  },
  draftSaved: {
    action: 'gov.draft.save',
    about: 'A person saved a revision of a draft',
    fields: ['service_id', 'revision'],
  },
  draftDropped: {
    action: 'gov.draft.drop',
    about: 'A person deleted a draft with its papers',
    fields: ['service_id', 'files'],
  },
  draftExpired: {
    action: 'gov.draft.expire',
    about: 'A draft was deleted with its papers after a long time without change',
    fields: ['service_id', 'files'],
  },
  draftFileAdded: {
    action: 'gov.draft.file_add',
    about: 'A paper was added to a draft',
    fields: ['draft_id', 'type', 'size_bytes'],
  },
  draftFileRemoved: {
    action: 'gov.draft.file_remove',
    about: 'A paper was removed from a draft',
    fields: ['draft_id'],
  },
  factAsked: {
    action: 'gov.fact.ask',
    about: 'A person agreed that an agency is asked for data about them',
    fields: ['service', 'draft_id', 'evidence', 'agency', 'relay_request_id'],
  },
  factAnswered: {
    action: 'gov.fact.answer',
    about: 'An agency answered; the person decides whether the answer is used',
    fields: ['evidence', 'platform', 'answer_digest'],
  },
  factFailed: {
    action: 'gov.fact.fail',
    about: 'An agency refused, answered about another person, or sent something unreadable',
    fields: ['evidence', 'platform', 'failure'],
  },
  factDropped: {
    action: 'gov.fact.drop',
    about: 'An answer came after the person stopped waiting, and was not kept',
    fields: ['state'],
  },
  factAccepted: {
    action: 'gov.fact.accept',
    about: 'A person saw an answer and uses it',
    fields: ['evidence', 'answer_digest'],
  },
  factRefused: {
    action: 'gov.fact.refuse',
    about: 'A person refused an answer, which was erased, or stopped waiting',
    fields: ['evidence', 'state'],
  },
  factUsed: {
    action: 'gov.fact.use',
    about: 'An answer was sent with an application',
    fields: ['application_id', 'evidence', 'receipt_digest'],
  },
  factExpired: {
    action: 'gov.fact.expire',
    about: 'An answer was not used in time and was erased',
    fields: ['evidence'],
  },
});

/** A rejection is a decision like an approval, and both expiries share one event. */
export const eventOf = (action: Action) =>
  events[action === 'reject' ? 'approve' : action === 'expire_unpaid' ? 'expire' : action];
