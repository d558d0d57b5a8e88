import type { QueueItem } from '../../api/officer.ts';
import { isOpen } from '../applications/clock.ts';

const SOON_MS = 24 * 3_600_000;

export type Unit = 'minutes' | 'hours' | 'days';

export type Due =
  | { kind: 'none' }
  | { kind: 'stopped' }
  | { kind: 'closed' }
  | { kind: 'left' | 'over'; count: number; unit: Unit; isSoon: boolean };

function measure(ms: number): { count: number; unit: Unit } {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  if (minutes < 60) return { count: minutes, unit: 'minutes' };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { count: hours, unit: 'hours' } : { count: Math.floor(hours / 24), unit: 'days' };
}

/** How the clock of a case stands. What is left is rounded down: nobody is promised a minute that is not there. */
export function readDue(item: Pick<QueueItem, 'status' | 'due_at' | 'suspended'>, nowMs: number): Due {
  if (!isOpen(item)) return { kind: 'closed' };
  if (item.suspended) return { kind: 'stopped' };
  if (item.due_at === null) return { kind: 'none' };
  const leftMs = Date.parse(item.due_at) - nowMs;
  return leftMs >= 0
    ? { kind: 'left', ...measure(leftMs), isSoon: leftMs < SOON_MS }
    : { kind: 'over', ...measure(-leftMs), isSoon: false };
}
