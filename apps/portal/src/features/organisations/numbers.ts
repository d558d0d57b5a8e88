/** Upper case without spaces; the dash is a part of some numbers. */
export function normaliseRegNo(text: string): string {
  return text.replace(/\s/g, '').normalize('NFC').toUpperCase();
}

export type NumberFault = 'missing' | 'shape';

export function findRegNoFault(regNo: string): NumberFault | null {
  if (regNo === '') return 'missing';
  return /^[\p{L}\p{N}-]{4,16}$/u.test(regNo) ? null : 'shape';
}
