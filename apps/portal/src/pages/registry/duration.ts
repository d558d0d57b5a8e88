/** One time for citizens and officers, which the passport stores as days, as ISO 8601 and as the hours of the deadline. */

export const UNITS = ['hours', 'days', 'weeks', 'months'] as const;
export type Unit = (typeof UNITS)[number];
export interface Duration {
  /** As typed. */
  amount: string;
  unit: Unit;
}
export interface StoredTime {
  max_days: string;
  processing_time: string;
  sla_hours: string;
}

const HOURS: Record<Unit, number> = { hours: 1, days: 24, weeks: 168, months: 720 };
const ISO: Record<Unit, (amount: string) => string> = {
  hours: (amount) => `PT${amount}H`,
  days: (amount) => `P${amount}D`,
  weeks: (amount) => `P${amount}W`,
  months: (amount) => `P${amount}M`,
};
/** The server counts no deadline longer than a year. */
const MOST_HOURS = 8760;

/** Citizens are promised the days, so they decide where the stored values differ. */
export function readDuration({ max_days: days, processing_time: iso }: StoredTime): Duration {
  const unit = UNITS.find((each) => {
    const [, amount = ''] = /^PT?(\d+)[HDWM]$/.exec(iso) ?? [];
    return ISO[each](amount) === iso && daysOf({ amount, unit: each }) === days;
  });
  return unit === undefined ? { amount: days, unit: 'days' } : { amount: iso.replace(/\D/g, ''), unit };
}

const daysOf = ({ amount, unit }: Duration) => String(Math.ceil((Number(amount) * HOURS[unit]) / 24));

/** What was typed wrong stays in the days, whose rule then refuses it. */
export function writeDuration({ amount, unit }: Duration): Partial<StoredTime> {
  const typed = amount.trim();
  if (!/^[1-9]\d{0,3}$/.test(typed)) return { max_days: amount, processing_time: '' };
  return {
    max_days: daysOf({ amount: typed, unit }),
    processing_time: ISO[unit](typed),
    sla_hours: String(Math.min(MOST_HOURS, Number(typed) * HOURS[unit])),
  };
}

/** Hours that an officer has, if they differ from the time that citizens are promised. */
export function findOtherDeadline(stored: StoredTime): number | null {
  const { sla_hours: expected } = writeDuration(readDuration(stored));
  return expected === undefined || expected === stored.sla_hours ? null : Number(stored.sla_hours);
}
