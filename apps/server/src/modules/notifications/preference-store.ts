import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import type { Preference } from './schemas.ts';

const chosen = statement('notifications.preferences', (p: { userId: string }) =>
  sqlFor
    .selectFrom('notification_preferences')
    .select(['topic', 'email', 'sms'])
    .where('user_id', '=', p.userId),
);
export const listPreferences = (db: Reader | Tx, userId: string): Promise<Preference[]> =>
  db.run(chosen({ userId }));

const reach = statement('notifications.reach', (p: { userId: string }) =>
  sqlFor
    .selectFrom('users')
    .leftJoin('notification_settings as s', 's.user_id', 'users.id')
    .select(['users.email', 'users.email_verified', 'users.phone', 's.email as everything'])
    .where('users.id', '=', p.userId),
);
export const findReach = (db: Reader | Tx, userId: string) => db.first(reach({ userId }));

const put = statement(
  'notifications.put_preference',
  ({ userId, topic, email, sms, now }: Preference & { userId: string; now: Date }) =>
    sqlFor
      .insertInto('notification_preferences')
      .values({ user_id: userId, topic, email, sms, updated_at: now })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'topic']).doUpdateSet({ email, sms, updated_at: now }),
      ),
);
export const writePreference = (tx: Tx, userId: string, choice: Preference, now: Date): Promise<number> =>
  tx.change(put({ ...choice, userId, now }));

const forget = statement('notifications.forget_preferences', (p: { userId: string }) =>
  sqlFor
    .deleteFrom('notification_preferences')
    .where('user_id', '=', p.userId)
    .where('topic', '<>', 'security'),
);
/** The switch for all e-mails overrides earlier choices by topic. */
export const forgetPreferences = (tx: Tx, userId: string): Promise<number> => tx.change(forget({ userId }));
