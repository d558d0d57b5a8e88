/** Upper case without spaces and dashes. */
export function normaliseNationalId(text: string): string {
  return text.replace(/[\s.-]/g, '').toUpperCase();
}

export type NationalIdFault = 'missing' | 'latin' | 'shape';

/**
 * Catches typing errors before they cost a push. Other lengths than the usual two letters and eight digits are left
 * to the server: residents of other states have other numbers.
 */
export function findNationalIdFault(normalised: string): NationalIdFault | null {
  if (normalised === '') return 'missing';
  if (/^[A-Z]{2}\d{8}$/.test(normalised)) return 'latin';
  return /^[\p{L}\d]{8,20}$/u.test(normalised) && /\d/.test(normalised) ? null : 'shape';
}
