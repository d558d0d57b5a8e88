import type { Language } from './language.ts';
import type { Dictionary } from './mn.ts';

/** Written out by hand for Mongolian, because not every browser brings Mongolian month names. */
export function formatDate(iso: string, language: Language): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  if (language === 'mn') return `${date.getFullYear()} оны ${date.getMonth() + 1}-р сарын ${date.getDate()}`;
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(date);
}

/** A day of the calendar (`YYYY-MM-DD`), which is the same day wherever it is read. */
export function formatDay(day: string, language: Language): string {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return '';
  if (language === 'mn') return `${year} оны ${month}-р сарын ${date}`;
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.UTC(year, month - 1, date));
}

/** 75 → "1:15" */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** For "in …": whole minutes above a minute and a half, seconds below. */
export function formatWait(seconds: number, words: Dictionary['time']): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole > 90 ? words.inMinutes(Math.ceil(whole / 60)) : words.inSeconds(whole);
}

/** Whole tögrögs: "25 000 ₮", "MNT 25,000". The spaces do not break. */
export function formatMoney(amount: number, language: Language): string {
  const digits = String(Math.round(amount)).replace(/\B(?=(\d{3})+$)/g, language === 'mn' ? '\u00a0' : ',');
  return language === 'mn' ? `${digits}\u00a0₮` : `MNT\u00a0${digits}`;
}
