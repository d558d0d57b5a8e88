import { open, permission } from '../../kernel/http/access.ts';
import { isUnchanged, weakEtag } from '../../kernel/http/etag.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { addAnnouncement, changeAnnouncement, most, removeAnnouncement } from './announcements.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { Published } from './published.ts';
import { Announcement, AnnouncementBody, AnnouncementList } from './schemas.ts';
import { listAnnouncements } from './store.ts';

const manage = permission('settings.manage');

export function announcementsRows({ shown }: Published): readonly Row[] {
  return [
    read({
      id: 'site.announcements',
      path: '/site/announcements',
      access: open('every visitor reads them'),
      reply: AnnouncementList,
      otherStatus: 304,
      errors: [],
      summary: 'News, disruptions and maintenance of now, and maintenance of the next seven days',
      handler: async ({ request, reply }) => {
        const items = await shown(request.now);
        isUnchanged(weakEtag(JSON.stringify(items)), request, reply);
        reply.header('cache-control', 'no-cache');
        return { items, total: items.length };
      },
    }),
    read({
      id: 'announcements.list',
      path: '/admin/announcements',
      access: manage,
      reply: AnnouncementList,
      errors: [],
      summary: 'All announcements, newest first',
      handler: async ({ db }) => {
        const items = await listAnnouncements(db, most);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'announcements.create',
      method: 'POST',
      path: '/admin/announcements',
      access: manage,
      body: AnnouncementBody,
      reply: Announcement,
      status: 201,
      idempotent: true,
      errors: [errors.ends_before_start, errors.only_maintenance_is_read_only, errors.too_many_announcements],
      audit: [events.created],
      summary: 'Tell everybody something',
      handler: ({ body, tx }) => addAnnouncement(tx, body),
    }),
    write({
      id: 'announcements.change',
      method: 'PUT',
      path: '/admin/announcements/:id',
      access: manage,
      params: ById,
      body: AnnouncementBody,
      reply: Announcement,
      errors: [errors.ends_before_start, errors.only_maintenance_is_read_only],
      audit: [events.changed],
      summary: 'Change an announcement',
      handler: ({ body, params, tx }) => changeAnnouncement(tx, params.id, body),
    }),
    write({
      id: 'announcements.delete',
      method: 'DELETE',
      path: '/admin/announcements/:id',
      access: manage,
      params: ById,
      reply: Empty,
      errors: [],
      audit: [events.deleted],
      summary: 'Delete an announcement',
      handler: async ({ params, tx }) => {
        await removeAnnouncement(tx, params.id);
        return {};
      },
    }),
  ];
}
