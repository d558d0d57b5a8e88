import { defineEvents } from '../../kernel/audit/events.ts';

/** A keyed hash of the ETSI id names a signer, because no log may hold a register number. */
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
    about: 'A change was sent to the eID provider without a usable answer: it may have happened',
    fields: ['change', 'reg_no'],
  },
});
