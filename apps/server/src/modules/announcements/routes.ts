import { open, permission } from '../../kernel/http/access.ts';
import { isUnchanged, weakEtag } from '../../kernel/http/etag.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { addAnnouncement, changeAnnouncement, endEarly, most, removeAnnouncement } from './announcements.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { Published } from './published.ts';
import { Announcement, AnnouncementBody, AnnouncementList } from './schemas.ts';
import { listAnnouncements, lockAnnouncement } from './store.ts';

const manage = permission('settings.manage');
const { step_up_required } = superadminErrors;
const { stepUpAsked } = superadminEvents;
const bodyErrors = [
  errors.ends_before_start,
  errors.only_maintenance_is_read_only,
  errors.read_only_needs_end,
  step_up_required,
];

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
      errors: [...bodyErrors, errors.too_many_announcements],
      audit: [events.created, stepUpAsked],
      freshProof: { when: 'it makes the platform read-only' },
      summary: 'Tell everybody something',
      handler: ({ actor, body, tx }) => addAnnouncement(tx, actor, body),
    }),
    write({
      id: 'announcements.change',
      method: 'PUT',
      path: '/admin/announcements/:id',
      access: manage,
      params: ById,
      body: AnnouncementBody,
      reply: Announcement,
      errors: bodyErrors,
      audit: [events.changed, stepUpAsked],
      freshProof: { when: 'the platform becomes read-only, earlier or for longer' },
      summary: 'Change an announcement',
      current: ({ params, tx }) => lockAnnouncement(tx, params.id),
      handler: ({ actor, body, params, tx }) => changeAnnouncement(tx, actor, params.id, body),
    }),
    write({
      id: 'announcements.end',
      method: 'POST',
      path: '/admin/announcements/:id/end',
      access: manage,
      params: ById,
      reply: Announcement,
      errors: [errors.not_running],
      audit: [events.ended],
      summary: 'End a running announcement now; the platform is no longer read-only',
      handler: ({ params, tx }) => endEarly(tx, params.id),
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
