import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { createPublished } from './published.ts';
import { announcementsRows } from './routes.ts';
import { names } from './schemas.ts';

/** What operators tell everybody: news, disruptions, planned maintenance. */
export const announcements = (deps: { database: Database; bus: Bus }): Module => ({
  name: 'announcements',
  rows: announcementsRows(createPublished(deps.database, deps.bus)),
  errors,
  events,
  schemas: names,
});
