/** The clock of a request or of one assignment. */
export interface Clock {
  /** Before or after the deadline; with an answer it stands still. */
  kind: 'running' | 'late' | 'met' | 'missed';
  /** Left until the deadline, or past it; of an answered one, the time that the answer took. */
  ms: number;
  /** The part of the time that has passed, 0 to 1. */
  share: number;
}

interface Timed {
  from: string;
  due: string;
  answered: string | undefined;
}

export function readClock({ from, due, answered }: Timed, nowMs: number): Clock {
  const [start, end] = [Date.parse(from), Date.parse(due)];
  const at = answered === undefined ? nowMs : Date.parse(answered);
  const share = Math.min(1, Math.max(0, (at - start) / Math.max(1, end - start)));
  const isLate = at > end;
  if (answered !== undefined) return { kind: isLate ? 'missed' : 'met', ms: at - start, share };
  return isLate ? { kind: 'late', ms: at - end, share: 1 } : { kind: 'running', ms: end - at, share };
}

type Unit = 'day' | 'hour' | 'minute' | 'second';
const UNITS: readonly [Unit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** The two largest units: "2 h 05 min" needs no seconds. */
export function formatSpan(ms: number, words: Record<Unit, string>): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const first = Math.max(
    0,
    UNITS.findIndex(([, size]) => seconds >= size),
  );
  const begin = seconds === 0 ? UNITS.length - 1 : first;
  let left = seconds;
  return UNITS.slice(begin, begin + 2)
    .map(([unit, size]) => {
      const count = Math.floor(left / size);
      left -= count * size;
      return `${count}\u00a0${words[unit]}`;
    })
    .join(' ');
}
