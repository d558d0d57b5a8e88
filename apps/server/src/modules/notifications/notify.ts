import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Text } from '../../kernel/http/language.ts';
import type { Category, Channel, Topic } from './schemas.ts';
import { findChannels, insertNotification } from './store.ts';

export const channel = 'notifications';
export const letterQueue = 'notifications.letter';
export const smsQueue = 'notifications.sms';

export interface Notification {
  userId: string;
  title: Text;
  body: Text;
  /** Decides where it goes beside the portal, as the person chose; `services` unless set. */
  topic?: Topic;
  category: Category;
  /** A portal path. */
  link?: string;
  /** Set where the changing statement already returned it; saves a query. */
  channels?: readonly string[];
}

/** Runs in the transaction of the event, so that both commit together. */
export async function notify(tx: WriteTx, to: Notification): Promise<void> {
  const id = randomUUID();
  const topic = to.topic ?? 'services';
  const channels = to.channels ?? (await findChannels(tx, to.userId, topic));
  insertNotification(tx, {
    id,
    userId: to.userId,
    title: JSON.stringify(to.title),
    body: JSON.stringify(to.body),
    topic,
    category: to.category,
    link: to.link ?? null,
    createdAt: tx.now,
  });
  tx.publish(channel, { user_id: to.userId });
  const queues: Record<Channel, string> = { email: letterQueue, sms: smsQueue };
  for (const each of ['email', 'sms'] as const) if (channels.includes(each)) tx.enqueue(queues[each], { id });
}
