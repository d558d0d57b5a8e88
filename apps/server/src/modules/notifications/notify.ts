import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Text } from '../../kernel/http/language.ts';
import type { Category } from './schemas.ts';
import { insertNotification, wantsLetters } from './store.ts';

export const channel = 'notifications';
export const letterQueue = 'notifications.letter';

export interface Notification {
  userId: string;
  title: Text;
  body: Text;
  category: Category;
  /** A portal path. */
  link?: string;
  /** Set where the changing statement already returned it; saves a query. */
  letter?: boolean;
}

/** Runs in the transaction of the event, so that both commit together. */
export async function notify(tx: WriteTx, to: Notification): Promise<void> {
  const id = randomUUID();
  const letter = to.letter ?? (await wantsLetters(tx, to.userId));
  insertNotification(tx, {
    id,
    userId: to.userId,
    title: JSON.stringify(to.title),
    body: JSON.stringify(to.body),
    category: to.category,
    link: to.link ?? null,
    createdAt: tx.now,
  });
  tx.publish(channel, { user_id: to.userId });
  if (letter) tx.enqueue(letterQueue, { id });
}
