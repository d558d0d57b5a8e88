/** The levels of ETSI EN 319 142-1, from the weakest. */
export const LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type Level = (typeof LEVELS)[number];

export const reaches = (level: Level, target: Level) => LEVELS.indexOf(level) >= LEVELS.indexOf(target);
