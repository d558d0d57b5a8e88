import type { Announcement, AnnouncementBody } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { Announcement, AnnouncementBody } from '@tamga/client';

const KEY = ['announcements'] as const;
/** One call refreshes the public list and the administrators' list after a change. */
export const ANNOUNCEMENTS_KEY = KEY;

/** What visitors see now. A failure shows nothing: no page waits for it. */
export const currentAnnouncementsQuery = queryOptions({
  queryKey: [...KEY, 'current'],
  queryFn: ({ signal }) => callApi('GET /api/v1/site/announcements', { signal, timeoutMs: 5_000 }),
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
  retry: false,
});

export const announcementsQuery = queryOptions({
  queryKey: [...KEY, 'all'],
  queryFn: ({ signal }) => callApi('GET /api/v1/admin/announcements', { signal }),
});

export const saveAnnouncement = (id: string | null, body: AnnouncementBody): Promise<Announcement> =>
  id === null
    ? callApi('POST /api/v1/admin/announcements', { body })
    : callApi('PUT /api/v1/admin/announcements/{id}', { params: { id }, body });

/** Ends a running announcement before its time. */
export const endAnnouncement = (id: string): Promise<Announcement> =>
  callApi('POST /api/v1/admin/announcements/{id}/end', { params: { id } });

export async function deleteAnnouncement(id: string): Promise<void> {
  await callApi('DELETE /api/v1/admin/announcements/{id}', { params: { id } });
}
