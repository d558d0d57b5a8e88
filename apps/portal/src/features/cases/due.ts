import type { QueueItem } from '../../api/officer.ts';
import { countDays, isOpen } from '../applications/clock.ts';

const SOON_MS = 24 * 3_600_000;

export type Unit = 'minutes' | 'hours' | 'days';

export type Due =
  | { kind: 'none' }
  | { kind: 'stopped' }
  | { kind: 'closed' }
  | { kind: 'left' | 'over'; count: number; unit: Unit; isSoon: boolean };

function measureOver(ms: number): { count: number; unit: Unit } {
  const hours = Math.floor(ms / 3_600_000);
  return hours < 48 ? measureHours(ms) : { count: Math.floor(hours / 24), unit: 'days' };
}

/** Calendar days like on the applicant's page; hours and minutes on the last day, rounded down. */
function measureLeft(leftMs: number, nowMs: number): { count: number; unit: Unit } {
  const days = countDays(new Date(nowMs), new Date(nowMs + leftMs));
  return days > 0 && leftMs >= SOON_MS ? { count: days, unit: 'days' } : measureHours(leftMs);
}

function measureHours(ms: number): { count: number; unit: Unit } {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  return minutes < 60
    ? { count: minutes, unit: 'minutes' }
    : { count: Math.floor(minutes / 60), unit: 'hours' };
}

/** The clock of a case. The remaining time is rounded down, so that no officer relies on a missing minute. */
export function readDue(item: Pick<QueueItem, 'status' | 'due_at' | 'suspended'>, nowMs: number): Due {
  if (!isOpen(item)) return { kind: 'closed' };
  if (item.suspended) return { kind: 'stopped' };
  if (item.due_at === null) return { kind: 'none' };
  const leftMs = Date.parse(item.due_at) - nowMs;
  return leftMs >= 0
    ? { kind: 'left', ...measureLeft(leftMs, nowMs), isSoon: leftMs < SOON_MS }
    : { kind: 'over', ...measureOver(-leftMs), isSoon: false };
}
