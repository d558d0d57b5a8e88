import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('operator', {
  eidProven: {
    action: 'operator.eid_proven',
    about: 'A person completed eID at the console; whether they are an operator is not revealed yet',
    fields: ['level'],
  },
  eidFailed: {
    action: 'operator.eid_failed',
    about: 'An eID sign-in at the console ended without approval',
    fields: ['state', 'reason'],
  },
  signedIn: {
    action: 'operator.signed_in',
    about: 'An operator signed in with eID and TOTP',
    fields: ['operator_id', 'role'],
  },
  signInFailed: {
    action: 'operator.sign_in_failed',
    about: 'A sign-in at the console was rejected',
    fields: ['operator_id', 'reason'],
  },
  locked: {
    action: 'operator.locked',
    about: 'Five failures locked an operator for fifteen minutes',
    fields: ['operator_id'],
  },
  signedOut: { action: 'operator.signed_out', about: 'An operator signed out', fields: ['operator_id'] },
  steppedUp: {
    action: 'operator.stepped_up',
    about: 'An operator entered a code again, for dangerous changes',
    fields: ['operator_id'],
  },
  stepUpFailed: {
    action: 'operator.step_up_failed',
    about: 'A step-up code was rejected',
    fields: ['operator_id', 'reason'],
  },
  tenantCreated: {
    action: 'operator.tenant.created',
    about: 'An operator created an organisation',
    fields: ['operator_id', 'slug', 'reason', 'admin_user_id', 'invited'],
  },
  tenantNotCreated: {
    action: 'operator.tenant.not_created',
    about: 'A row of a bulk request created nothing: the slug exists, or the row is wrong',
    fields: ['operator_id', 'slug', 'reason', 'result', 'error'],
  },
  directoryRead: {
    action: 'operator.directory.read',
    about: 'An operator searched the directory; the search is kept as a keyed hash',
    fields: ['operator_id', 'what', 'search_hash', 'outcome'],
  },
  added: {
    action: 'operator.added',
    about: 'An operator was added, or given a new secret, by command line',
    fields: ['role', 'renewed'],
  },
  disabled: {
    action: 'operator.disabled',
    about: 'An operator was disabled by command line; their sessions ended',
    fields: [],
  },
});
