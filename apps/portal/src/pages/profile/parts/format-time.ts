import { formatDate } from '../../../i18n/format.ts';
import type { Language } from '../../../i18n/language.ts';

/** The day and the minute, on the clock of the person in front of the screen. */
export function formatDateTime(iso: string | undefined, language: Language): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${formatDate(date.toISOString(), language)}, ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

export type Validity = 'expired' | 'soon' | 'fine';

const SOON_MS = 30 * 24 * 60 * 60_000;

export function readValidity(notAfter: string | undefined, nowMs: number): Validity {
  const endMs = Date.parse(notAfter ?? '');
  if (Number.isNaN(endMs)) return 'fine';
  if (endMs < nowMs) return 'expired';
  return endMs - nowMs < SOON_MS ? 'soon' : 'fine';
}
