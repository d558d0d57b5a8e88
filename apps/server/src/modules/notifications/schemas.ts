import { Id, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageEnd, pageQuery } from '../../kernel/http/time-cursor.ts';

export const categories = ['info', 'success', 'warning'] as const;
export type Category = (typeof categories)[number];

/** What a message is about; each topic has its own choice of channels. */
export const topics = ['services', 'payments', 'documents', 'organisations', 'security'] as const;
export type Topic = (typeof topics)[number];
/** Where a message goes beside the portal. */
export type Channel = 'email' | 'sms';

export const ListQuery = strict({
  unread: Type.Optional(oneOf('true')),
  ...pageQuery,
});
export type ListQuery = Static<typeof ListQuery>;

export const NotificationView = Type.Object({
  id: Id,
  title: Type.String(),
  body: Type.String(),
  category: oneOf(...categories),
  /** The portal page for the next step. */
  link: Type.Optional(Type.String()),
  read: Type.Boolean(),
  created_at: Timestamp,
});
export type NotificationView = Static<typeof NotificationView>;

export const NotificationPage = Type.Object({
  items: Type.Array(NotificationView),
  unread: Type.Integer(),
  ...pageEnd,
});
export type NotificationPage = Static<typeof NotificationPage>;

export const Updated = Type.Object({ updated: Type.Integer() });

export const SettingsBody = strict({ email: Type.Boolean() });
export const SettingsView = Type.Object({
  email: Type.Boolean(),
  /** Masked, so that the owner recognises the address and a bystander cannot read it. */
  address: Type.Union([Type.String(), Type.Null()]),
});
export type SettingsView = Static<typeof SettingsView>;

const channels = { email: Type.Boolean(), sms: Type.Boolean() };
export const PreferencesBody = strict({
  items: Type.Array(strict({ topic: oneOf(...topics), ...channels }), {
    minItems: 1,
    maxItems: topics.length,
  }),
});
export const PreferencesView = Type.Object({
  items: Type.Array(Type.Object({ topic: oneOf(...topics), ...channels })),
  /** Masked; empty when there is none that messages can go to. */
  email: Type.String(),
  phone: Type.String(),
});
export type PreferencesView = Static<typeof PreferencesView>;
export type Preference = PreferencesView['items'][number];

export const names = {
  Notification: NotificationView,
  NotificationPage,
  NotificationSettings: SettingsView,
  NotificationPreferences: PreferencesView,
  NotificationPreferencesBody: PreferencesBody,
};
