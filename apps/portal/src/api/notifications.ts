import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';

export interface Notification {
  id: string;
  title: string;
  body: string;
  category: 'info' | 'success' | 'warning';
  link?: string;
  read: boolean;
  created_at: string;
}

interface NotificationPage {
  items: Notification[];
  unread: number;
  next?: string;
}

export interface NotificationSettings {
  email: boolean;
  address: string | null;
}

const NOTIFICATIONS = '/api/v1/gov/notifications';
export const STREAM_PATH = `${NOTIFICATIONS}/stream`;
const PAGE_SIZE = 20;

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['gov', 'notifications', 'list'],
  queryFn: async ({ signal, pageParam }) =>
    (
      await request<NotificationPage>(
        `${NOTIFICATIONS}?limit=${PAGE_SIZE}${pageParam ? `&cursor=${pageParam}` : ''}`,
        { signal },
      )
    ).data,
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
});

/** How many are unread; the stream keeps it up to date. */
export const unreadQuery = queryOptions({
  queryKey: ['gov', 'notifications', 'unread'],
  queryFn: async ({ signal }) =>
    (await request<NotificationPage>(`${NOTIFICATIONS}?limit=1&unread=true`, { signal })).data.unread,
  staleTime: 30_000,
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['gov', 'notifications', 'settings'],
  queryFn: async ({ signal }) =>
    (await request<NotificationSettings>(`${NOTIFICATIONS}/settings`, { signal })).data,
});

export async function markRead(id: string): Promise<void> {
  await request(`${NOTIFICATIONS}/${encodeURIComponent(id)}/read`, { method: 'POST' });
}

export async function markAllRead(): Promise<void> {
  await request(`${NOTIFICATIONS}/read-all`, { method: 'POST' });
}

export async function changeNotificationSettings(email: boolean): Promise<NotificationSettings> {
  return (
    await request<NotificationSettings>(`${NOTIFICATIONS}/settings`, { method: 'PUT', body: { email } })
  ).data;
}
