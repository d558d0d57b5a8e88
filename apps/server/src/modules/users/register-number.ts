import { readBirthDate } from '@tamga/forms';

/** The digit after the birth date is odd for men and even for women. */
export function readRegisterNumber(
  nationalId: string,
): { birthdate: string; gender: 'female' | 'male' } | undefined {
  const birthdate = readBirthDate(nationalId);
  if (birthdate === undefined) return undefined;
  return { birthdate, gender: Number(nationalId.at(-2)) % 2 === 1 ? 'male' : 'female' };
}
