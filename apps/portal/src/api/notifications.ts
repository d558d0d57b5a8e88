import type { NotificationSettings } from '@tamga/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';

export type { Notification, NotificationSettings } from '@tamga/client';

export const STREAM_PATH = '/api/v1/gov/notifications/stream';
const PAGE_SIZE = 20;

export const notificationsQuery = infiniteQueryOptions({
  ...byCursor,
  queryKey: ['gov', 'notifications', 'list'],
  queryFn: ({ signal, pageParam, meta }) =>
    callApi('GET /api/v1/gov/notifications', {
      query: { limit: readPageSize(meta, PAGE_SIZE), cursor: pageParam },
      signal,
    }),
});

/** Number of unread notifications; the event stream updates it. */
export const unreadQuery = queryOptions({
  queryKey: ['gov', 'notifications', 'unread'],
  queryFn: async ({ signal }) =>
    (await callApi('GET /api/v1/gov/notifications', { query: { limit: 1, unread: 'true' }, signal })).unread,
  staleTime: 30_000,
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['gov', 'notifications', 'settings'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/notifications/settings', { signal }),
});

export async function markRead(id: string): Promise<void> {
  await callApi('POST /api/v1/gov/notifications/{id}/read', { params: { id } });
}

export async function markAllRead(): Promise<void> {
  await callApi('POST /api/v1/gov/notifications/read-all', {});
}

export const changeNotificationSettings = (email: boolean): Promise<NotificationSettings> =>
  callApi('PUT /api/v1/gov/notifications/settings', { body: { email } });
