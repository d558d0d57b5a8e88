import type { Reader } from '../../../kernel/db/database.ts';
import type { Language } from '../../../kernel/http/language.ts';
import { localDay, offsetAt, platformZone } from '../../../kernel/local-day.ts';
import { readAuthorities } from '../store.ts';
import type { FiguresQuery, FiguresView } from './schemas.ts';
import { readDecided, readOpenByService, readServiceNames } from './store.ts';

const dayMs = 24 * 3_600_000;
const defaultWeeks = 12;

/** Mondays in the platform time zone, the oldest first, ending with the current week. */
export function listWeeks(now: Date, count: number): string[] {
  const today = Date.parse(`${localDay(now)}T00:00:00Z`);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = today - sinceMonday * dayMs;
  return Array.from({ length: count }, (_, index) =>
    new Date(monday - (count - 1 - index) * 7 * dayMs).toISOString().slice(0, 10),
  );
}

/** Local midnight of a day; `+0800` becomes the `+08:00` that a date needs. */
const midnight = (day: string, now: Date) =>
  new Date(`${day}T00:00:00${offsetAt(now).replace(/(\d\d)$/, ':$1')}`);

const nothing = { decided: 0, decided_late: 0, median_hours: null, p90_hours: null };

/** Open and late cases of now, and decisions of the last weeks, of the authorities of the caller. */
export async function teamFigures(
  db: Reader,
  query: FiguresQuery,
  { now, language }: { now: Date; language: Language },
): Promise<FiguresView> {
  const weeks = listWeeks(now, Number(query.weeks ?? defaultWeeks));
  const authorities = await readAuthorities(db);
  const open = await readOpenByService(db, { authorities, now });
  const decided = await readDecided(db, {
    authorities,
    from: midnight(weeks[0] ?? localDay(now), now),
    zone: platformZone(),
  });
  const openOf = new Map(open.map(({ code, ...counts }) => [code, counts]));
  const decidedOf = new Map(decided.map(({ code, week, ...counts }) => [keyOf(code, week), counts]));
  const codes = [
    ...new Set([...openOf.keys(), ...decided.flatMap(({ code }) => (code === null ? [] : [code]))]),
  ];
  const names = new Map((await readServiceNames(db, codes)).map((row) => [row.code, row]));
  const sum = (field: 'open' | 'late') => open.reduce((total, row) => total + row[field], 0);
  const nameOf = (code: string) => {
    const known = names.get(code);
    return (language === 'en' && known?.name_en) || known?.name || code;
  };
  return {
    open: sum('open'),
    late: sum('late'),
    ...(decidedOf.get(keyOf(null, null)) ?? nothing),
    services: codes
      .map((code) => ({
        code,
        name: nameOf(code),
        ...(openOf.get(code) ?? { open: 0, late: 0 }),
        ...(decidedOf.get(keyOf(code, null)) ?? nothing),
      }))
      .sort((one, other) => other.open - one.open || one.code.localeCompare(other.code)),
    weeks: weeks.map((week) => ({ week, ...(decidedOf.get(keyOf(null, week)) ?? nothing) })),
  };
}

const keyOf = (code: string | null, week: string | null) => `${code ?? ''}\n${week ?? ''}`;
