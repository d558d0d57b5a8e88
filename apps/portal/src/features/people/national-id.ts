/** Upper case, without the spaces and dashes people put in. */
export function normaliseNationalId(text: string): string {
  return text.replace(/[\s.-]/g, '').toUpperCase();
}

export type NationalIdFault = 'missing' | 'latin' | 'shape';

/**
 * Catches slips before a push is spent on them. Other lengths than the usual two letters and eight digits are
 * left to the server: residents of other states have other numbers.
 */
export function findNationalIdFault(normalised: string): NationalIdFault | null {
  if (normalised === '') return 'missing';
  if (/^[A-Z]{2}\d{8}$/.test(normalised)) return 'latin';
  return /^[\p{L}\d]{8,20}$/u.test(normalised) && /\d/.test(normalised) ? null : 'shape';
}
