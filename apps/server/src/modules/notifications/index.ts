import type { Text } from '../../kernel/http/language.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { letterQueue } from './notify.ts';
import { rows } from './routes.ts';
import { names } from './schemas.ts';
import { ensurePartitions, markAllReadAtCommit, readCounts, readLetter } from './store.ts';
import { type StreamDeps, type StreamTopic, streamMount } from './stream.ts';

export { list as listNotifications } from './inbox.ts';
export { type Notification, notify } from './notify.ts';
export type { StreamTopic, Text };
export { markAllReadAtCommit as markNotificationsRead, readCounts as readNotificationCounts };

export interface NotificationDeps extends StreamDeps {
  retentionMonths: number;
  /** Undefined without a mail server: notifications then appear in the portal only. */
  sendLetter: ((letter: { to: string; subject: string; text: string }) => Promise<void>) | undefined;
  appOrigin: string;
}

export function notifications(deps: NotificationDeps): Module {
  return {
    name: 'notifications',
    rows,
    mounts: [streamMount(deps)],
    errors,
    events,
    schemas: names,
    jobs: [
      {
        name: letterQueue,
        about: 'Sends a notification by e-mail to a person who asked for that',
        run: async ({ id }) => {
          const letter = await readLetter(deps.database, String(id));
          if (letter === undefined || deps.sendLetter === undefined) return;
          // The recipient's language is unknown here, so the e-mail contains both.
          await deps.sendLetter({
            to: letter.address,
            subject: `${letter.title.mn} · ${letter.title.en}`,
            text: [letter.body.mn, letter.body.en, deps.appOrigin].join('\n\n'),
          });
        },
      },
      {
        name: 'notifications.partitions',
        about: 'Creates partitions for the coming months of notifications and drops those past retention',
        schedule: '40 3 * * *',
        run: () => ensurePartitions(deps.database, deps.retentionMonths),
      },
    ],
  };
}
