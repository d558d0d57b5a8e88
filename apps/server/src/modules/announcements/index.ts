import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { Published } from './published.ts';
import { announcementsRows } from './routes.ts';
import { names } from './schemas.ts';

export { createPublished, type Published } from './published.ts';

/** What operators tell everybody: news, disruptions, planned maintenance. */
export const announcements = (published: Published): Module => ({
  name: 'announcements',
  rows: announcementsRows(published),
  errors,
  events,
  schemas: names,
  openInMaintenance: true,
});
