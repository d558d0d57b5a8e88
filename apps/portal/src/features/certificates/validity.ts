export type Validity = 'expired' | 'soon' | 'fine';

const SOON_MS = 30 * 24 * 60 * 60_000;

export function readValidity(notAfter: string | undefined, nowMs: number): Validity {
  const endMs = Date.parse(notAfter ?? '');
  if (Number.isNaN(endMs)) return 'fine';
  if (endMs < nowMs) return 'expired';
  return endMs - nowMs < SOON_MS ? 'soon' : 'fine';
}
