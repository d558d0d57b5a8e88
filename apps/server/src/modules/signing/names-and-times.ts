import { type Level, reaches } from './pades/level.ts';

const hourMs = 3_600_000;

/** A document below its target is tried again soon, one that is complete is looked at each day. */
export const nextCheck = (level: Level, target: Level, now: Date): Date =>
  new Date(now.getTime() + (reaches(level, target) ? 24 : 1) * hourMs);

/** At most 200 letters, as a row takes. */
export const signedName = (filename: string): string =>
  `${[...filename.replace(/\.pdf$/i, '')].slice(0, 180).join('')}-signed.pdf`;
