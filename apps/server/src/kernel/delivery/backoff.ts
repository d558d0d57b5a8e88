const minute = 60_000;
const hour = 60 * minute;

/** Pauses after each failed attempt, about three days in all. */
const pauses = [
  5_000,
  30_000,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  20 * hour,
  24 * hour,
] as const;

const jitter = 0.2;
const longestAskedMs = 24 * hour;

/** Undefined after the last attempt. `askedMs` is the Retry-After of the receiver. */
export function pauseAfter(
  attempt: number,
  askedMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const pause = pauses[attempt - 1];
  if (pause === undefined) return undefined;
  const spread = pause * (1 - jitter + 2 * jitter * random());
  return Math.round(Math.max(spread, Math.min(askedMs, longestAskedMs)));
}

const failuresToOpen = 5;
const longestOpenMs = 10 * minute;

/** The pause of a receiver after consecutive failures; 0 while it is not yet considered ill. */
export const breakerPause = (failures: number): number =>
  failures < failuresToOpen
    ? 0
    : Math.min(longestOpenMs, 10_000 * 2 ** Math.min(failures - failuresToOpen, 10));

/** Gone and Conflict are final answers: the same message will never be taken. */
export const isFinal = ({ status }: { status: number | null }): boolean => status === 409 || status === 410;

const aboutTheReceiver: readonly number[] = [401, 403, 408, 425, 429];

/** Other 4xx concern one message: a single message that is refused must not stop those behind it. */
export const isIllness = ({ status }: { status: number | null }): boolean =>
  status === null || status < 400 || status >= 500 || aboutTheReceiver.includes(status);
