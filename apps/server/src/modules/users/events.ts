import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('users', {
  latinNameSet: { action: 'users.latin_name.set', about: 'A person changed their Latin name', fields: [] },
  roleChanged: {
    action: 'users.role.changed',
    about: 'A person was given another role',
    fields: ['role_id', 'given_by', 'released', 'ended_keys'],
  },
  authoritiesSet: {
    action: 'users.authorities.set',
    about: 'The authorities that a person works for were set',
    fields: ['authorities', 'given_by', 'released'],
  },
  activeChanged: {
    action: 'users.active.changed',
    about: 'An account was enabled or disabled',
    fields: ['active', 'released', 'ended_keys'],
  },
  registered: {
    action: 'users.registered',
    about: 'A person was registered before their first sign-in',
    fields: ['role_id'],
  },
  geIdSet: {
    action: 'users.ge_id.set',
    about: 'The citizen number of a person was set or removed',
    fields: ['present', 'former_holder'],
  },
  geIdPassed: {
    action: 'users.ge_id.passed',
    about: 'A citizen number that a person held was given to somebody else',
    fields: ['user_id'],
  },
  deleted: {
    action: 'users.deleted',
    about: 'An account was deleted; its row stays',
    fields: ['released', 'ended_keys'],
  },
});
