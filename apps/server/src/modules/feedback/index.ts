import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { localDay } from '../../kernel/local-day.ts';
import type { Module } from '../../kernel/module.ts';
import { feedbackRows } from './routes.ts';
import { names } from './schemas.ts';
import { deleteOld } from './store.ts';

export interface FeedbackDeps {
  database: Database;
  retentionMonths: number;
  /** Removes personal numbers and addresses from a text. */
  redact: (text: string) => string;
}

/** Whether pages help their readers, without the readers. */
export const feedback = ({ database, retentionMonths, redact }: FeedbackDeps): Module => ({
  name: 'feedback',
  rows: feedbackRows(redact),
  errors: {},
  events: {},
  schemas: names,
  jobs: [
    {
      name: 'feedback.forget',
      about: 'Deletes feedback on pages past its retention',
      schedule: '55 3 * * *',
      run: async (_data, { now }) => {
        const before = new Date(now);
        before.setUTCMonth(before.getUTCMonth() - retentionMonths);
        await database.transaction(systemIdentity, (tx) => deleteOld(tx, localDay(before)));
      },
    },
  ],
});
