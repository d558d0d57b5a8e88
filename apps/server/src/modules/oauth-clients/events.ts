import { defineEvents } from '../../kernel/audit/events.ts';

/** `admin_key` names the admin API key if a key, not a person, made the change. */
export const events = defineEvents('gateway', {
  clientCreated: {
    action: 'application.create',
    about: 'An application was registered',
    fields: ['name', 'app_type', 'stage', 'weak', 'admin_key', 'origin'],
  },
  clientChanged: {
    action: 'application.update',
    about: 'An application was changed',
    fields: ['changed', 'enabled', 'weak', 'admin_key'],
  },
  clientDeleted: {
    action: 'application.delete',
    about: 'An application was deleted with its secrets and grants',
    fields: ['name', 'admin_key'],
  },
  secretRotated: {
    action: 'application.secret.rotate',
    about: 'An application got a new secret; the previous one ends after the grace period',
    fields: ['grace_seconds', 'admin_key'],
  },
  oldSecretEnded: {
    action: 'application.secret.end',
    about: 'The old secret of an application was ended before its time',
    fields: [],
  },
  secretSet: {
    action: 'application.secret.set',
    about: 'The secret of an application was set to a chosen value',
    fields: [],
  },
  upstreamsSet: {
    action: 'application.services.set',
    about: 'Services were granted to an application or withdrawn from it',
    fields: ['added', 'removed'],
  },
  upstreamCreated: {
    action: 'gateway.service.create',
    about: 'A service was registered at the gateway',
    fields: ['name', 'scope'],
  },
  upstreamChanged: {
    action: 'gateway.service.update',
    about: 'A service of the gateway was changed',
    fields: ['name', 'changed', 'enabled'],
  },
  upstreamDeleted: {
    action: 'gateway.service.delete',
    about: 'A service was deleted with all its grants',
    fields: ['name'],
  },
});
