import type { Database, Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { localDay } from '../../kernel/local-day.ts';
import type { Outcome } from './answer/answer.ts';
import { everybody } from './budget.ts';
import { countAnswer, listAnswers, listFeedback, listUsage } from './figure-store.ts';
import type { FigureDay } from './schemas.ts';

const dayMs = 24 * 3_600_000;
/** Times to the first piece are counted by these upper bounds. */
const bounds = [100, 250, 500, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000, 30_000, 60_000];

/** One answer more in the figures of its day; `firstMs` is undefined when nothing was shown. */
export async function noteAnswer(
  { database, now }: { database: Database; now: () => Date },
  outcome: Outcome,
  firstMs: number | undefined,
): Promise<void> {
  const withinMs = firstMs === undefined ? 0 : (bounds.find((bound) => firstMs <= bound) ?? bounds.at(-1));
  await database.transaction(systemIdentity, (tx) =>
    countAnswer(tx, { day: localDay(now()), outcome, withinMs: withinMs ?? 0 }),
  );
}

/** Every day of the period, the oldest first, also those on which nobody asked. */
export async function readDays(db: Reader, now: Date, count: number): Promise<FigureDay[]> {
  const days = Array.from({ length: count }, (_, at) =>
    localDay(new Date(now.getTime() - (count - 1 - at) * dayMs)),
  );
  const from = days[0] ?? localDay(now);
  const [usage, answers, feedback] = await Promise.all([
    listUsage(db, everybody, from),
    listAnswers(db, from),
    listFeedback(db, from),
  ]);
  return days.map((day) => {
    const spent = usage.find((row) => row.day === day);
    const heard = feedback.find((row) => row.day === day);
    const asked = answers.filter((row) => row.day === day);
    const shown = asked.filter(({ within_ms }) => within_ms > 0);
    return {
      day,
      tokens: spent?.tokens ?? 0,
      calls: spent?.calls ?? 0,
      questions: sum(asked.map((row) => row.count)),
      degraded: sum(asked.map((row) => row.degraded)),
      helpful: heard?.helpful ?? 0,
      unhelpful: heard?.unhelpful ?? 0,
      half_within_ms: boundOf(shown, 0.5),
      most_within_ms: boundOf(shown, 0.9),
    };
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The upper bound below which this share of the answers began; null without answers. */
function boundOf(rows: readonly { within_ms: number; count: number }[], share: number): number | null {
  const wanted = sum(rows.map(({ count }) => count)) * share;
  let seen = 0;
  for (const { within_ms, count } of rows) {
    seen += count;
    if (seen >= wanted) return within_ms;
  }
  return null;
}
