export type PendingUse = 'sign-in' | 'onboarding' | 'console';

/**
 * The sign-in that this browser started, for the page that the eID app returns to: that page is often a new tab, so
 * the note is in localStorage. It holds no secret: the server binds the sid to a cookie.
 */
export interface PendingSignIn {
  sid: string;
  next: string;
  use: PendingUse;
}

const STORAGE_KEY = 'tamga-eid-pending';
/** Upper limit of an eID session's lifetime. */
const MAX_AGE_MS = 10 * 60_000;

export function parsePending(text: string | null, nowMs: number): PendingSignIn | null {
  if (!text) return null;
  try {
    const note = JSON.parse(text) as { sid?: unknown; next?: unknown; use?: unknown; at?: unknown } | null;
    if (typeof note?.sid !== 'string' || typeof note.next !== 'string' || typeof note.at !== 'number')
      return null;
    const ageMs = nowMs - note.at;
    if (ageMs < 0 || ageMs >= MAX_AGE_MS) return null;
    const use = note.use === 'onboarding' || note.use === 'console' ? note.use : 'sign-in';
    return { sid: note.sid, next: note.next, use };
  } catch {
    return null;
  }
}

export function formatPending(pending: PendingSignIn, nowMs: number): string {
  return JSON.stringify({ ...pending, at: nowMs });
}

export function rememberPending(pending: PendingSignIn): void {
  try {
    localStorage.setItem(STORAGE_KEY, formatPending(pending, Date.now()));
  } catch {
    // Without storage the return page shows an explanation; the QR code and the push still work.
  }
}

export function readPending(): PendingSignIn | null {
  try {
    return parsePending(localStorage.getItem(STORAGE_KEY), Date.now());
  } catch {
    return null;
  }
}

export function forgetPending(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage nothing was kept.
  }
}
