import type { Text } from '../../kernel/http/language.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { letterQueue, smsQueue } from './notify.ts';
import { rows } from './routes.ts';
import { names } from './schemas.ts';
import { ensurePartitions, findLeaving, markAllReadAtCommit, readCounts } from './store.ts';
import { type StreamDeps, type StreamTopic, streamMount } from './stream.ts';

export { list as listNotifications } from './inbox.ts';
export { type Notification, notify } from './notify.ts';
export type { Topic } from './schemas.ts';
export type { StreamTopic, Text };
export { markAllReadAtCommit as markNotificationsRead, readCounts as readNotificationCounts };

export interface NotificationDeps extends StreamDeps {
  retentionMonths: number;
  /** Undefined without a mail server: notifications then appear in the portal only. */
  sendLetter: ((letter: { to: string; subject: string; text: string }) => Promise<void>) | undefined;
  /** Undefined without a gateway for text messages. */
  sendSms: ((message: { id: string; to: string; text: string }) => Promise<void>) | undefined;
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
          if (deps.sendLetter === undefined) return;
          const letter = await findLeaving(deps.database, String(id), 'email');
          if (letter === undefined) return;
          // The recipient's language is unknown here, so the e-mail contains both.
          await deps.sendLetter({
            to: letter.email,
            subject: `${letter.title.mn} · ${letter.title.en}`,
            text: [letter.body.mn, letter.body.en, deps.appOrigin].join('\n\n'),
          });
        },
      },
      {
        name: smsQueue,
        about: 'Sends a notification to the phone of a person who asked for that',
        run: async ({ id }) => {
          if (deps.sendSms === undefined) return;
          const message = await findLeaving(deps.database, String(id), 'sms');
          if (message === undefined) return;
          // The title only: a locked screen shows it, and details belong behind the sign-in.
          await deps.sendSms({
            id: String(id),
            to: message.phone,
            text: [message.title.mn, message.title.en, deps.appOrigin].join('\n'),
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
