import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('apps', {
  installed: {
    action: 'apps.installed',
    about: 'An app was installed for an organisation',
    fields: ['app', 'version'],
  },
  upgraded: {
    action: 'apps.upgraded',
    about: 'An app of an organisation was upgraded to its newest version',
    fields: ['app', 'from', 'version', 'added'],
  },
  held: {
    action: 'apps.held',
    about: 'An update waits for an administrator because it asks for more than before',
    fields: ['app', 'version', 'reason', 'added'],
  },
  enabled: { action: 'apps.enabled', about: 'An app of an organisation was switched on', fields: ['app'] },
  disabled: { action: 'apps.disabled', about: 'An app of an organisation was switched off', fields: ['app'] },
  autoUpdateSet: {
    action: 'apps.auto_update.set',
    about: 'Automatic updates of an app were allowed or stopped',
    fields: ['app', 'enabled'],
  },
});
