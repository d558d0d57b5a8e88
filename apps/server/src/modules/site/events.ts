import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('site', {
  appearanceSet: {
    action: 'site.appearance.set',
    about: 'The look of the site was changed',
    fields: ['accent', 'font', 'style', 'theme'],
  },
  themeCreated: { action: 'site.theme.created', about: 'A theme was added', fields: ['name'] },
  themeChanged: { action: 'site.theme.changed', about: 'A theme was changed', fields: ['name', 'is_active'] },
  themeActivated: {
    action: 'site.theme.activated',
    about: 'The site was switched to another theme',
    fields: ['name'],
  },
  themeDeleted: { action: 'site.theme.deleted', about: 'A theme was deleted', fields: ['name'] },
});
