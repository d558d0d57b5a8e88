import { signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import * as inbox from './inbox.ts';
import { changePreferences, viewPreferences } from './preferences.ts';
import {
  ListQuery,
  NotificationPage,
  PreferencesBody,
  PreferencesView,
  SettingsBody,
  SettingsView,
  Updated,
} from './schemas.ts';

const writes: Limit = { group: 'gov-notifications', perMinute: 30, burst: 15 };

export const rows: readonly Row[] = [
  read({
    id: 'gov.notifications.list',
    path: '/gov/notifications',
    access: signedIn,
    query: ListQuery,
    reply: NotificationPage,
    errors: [],
    summary: 'Own notifications, newest first',
    handler: ({ actor, db, query, request }) => inbox.list(db, actor.userId, query, request.language),
  }),
  write({
    id: 'gov.notifications.read',
    method: 'POST',
    path: '/gov/notifications/:id/read',
    access: signedIn,
    limit: writes,
    params: ById,
    reply: Empty,
    errors: [],
    audit: [events.read],
    summary: 'Mark one notification as read',
    handler: ({ actor, params, tx }) => inbox.read(tx, actor.userId, params.id),
  }),
  write({
    id: 'gov.notifications.read_all',
    method: 'POST',
    path: '/gov/notifications/read-all',
    access: signedIn,
    limit: writes,
    reply: Updated,
    errors: [],
    audit: [events.read],
    summary: 'Mark all notifications as read',
    handler: ({ actor, tx }) => inbox.readAll(tx, actor.userId),
  }),
  read({
    id: 'gov.notifications.settings',
    path: '/gov/notifications/settings',
    access: signedIn,
    reply: SettingsView,
    errors: [],
    summary: 'E-mail notification setting, with the masked address',
    handler: ({ actor, db }) => inbox.settingsOf(db, actor.userId),
  }),
  write({
    id: 'gov.notifications.change_settings',
    method: 'PUT',
    path: '/gov/notifications/settings',
    access: signedIn,
    limit: writes,
    body: SettingsBody,
    reply: SettingsView,
    errors: [errors.no_address],
    audit: [events.settingsChanged],
    summary: 'Turn e-mail notifications on or off',
    handler: ({ actor, body, tx }) => inbox.changeSettings(tx, actor.userId, body.email),
  }),
  read({
    id: 'me.notification_preferences',
    path: '/me/notification-preferences',
    access: signedIn,
    reply: PreferencesView,
    errors: [],
    summary: 'Which messages go where beside the portal, by topic',
    handler: ({ actor, db }) => viewPreferences(db, actor.userId),
  }),
  write({
    id: 'me.notification_preferences.change',
    method: 'PUT',
    path: '/me/notification-preferences',
    access: signedIn,
    limit: writes,
    body: PreferencesBody,
    reply: PreferencesView,
    errors: [errors.no_address, errors.security_needs_channel],
    audit: [events.preferencesChanged],
    summary: 'Choose which messages go where; security stays on somewhere',
    handler: ({ actor, body, tx }) => changePreferences(tx, actor.userId, body.items),
  }),
];
