import { Id, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageEnd, pageQuery } from '../../kernel/http/time-cursor.ts';

export const categories = ['info', 'success', 'warning'] as const;
export type Category = (typeof categories)[number];

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

export const names = { Notification: NotificationView, NotificationPage, NotificationSettings: SettingsView };
