import { defineEvents } from '../../kernel/audit/events.ts';

/** A signer is named by a keyed hash of the ETSI id: register numbers stand in no log. */
export const events = defineEvents('eid', {
  organisationLinked: {
    action: 'eid.organization.linked',
    about: 'A person linked an organisation they represent',
    fields: ['reg_no'],
  },
  organisationUnlinked: {
    action: 'eid.organization.unlinked',
    about: 'A person unlinked an organisation',
    fields: ['reg_no'],
  },
  signerAdded: {
    action: 'eid.signer.added',
    about: 'A signer was added and asked to confirm',
    fields: ['reg_no', 'signer_hash', 'session_id'],
  },
  signerRemoved: {
    action: 'eid.signer.removed',
    about: 'A signer was removed',
    fields: ['reg_no', 'signer_hash'],
  },
  signerAskedAgain: {
    action: 'eid.signer.asked_again',
    about: 'A signer who had not confirmed was asked again',
    fields: ['reg_no', 'signer_hash', 'session_id'],
  },
  unconfirmed: {
    action: 'eid.change.unconfirmed',
    about: 'The eID provider was told of a change and gave no usable answer: it may have happened',
    fields: ['change', 'reg_no'],
  },
});
