/**
 * A register number is two letters of the place, the birth date as YYMMDD, and two digits. Twenty is added to
 * the month for births after 1999; the digit after the date is odd for men and even for women.
 */
const form = /^\p{Lu}{2}(\d{2})(\d{2})(\d{2})(\d)\d$/u;

/** Undefined for a number whose date does not exist: a wrong birth date is worse than none. */
export function readRegisterNumber(
  nationalId: string,
): { birthdate: string; gender: 'female' | 'male' } | undefined {
  const [, year = '', month = '', day = '', sex = ''] = form.exec(nationalId) ?? [];
  const isAfter1999 = Number(month) > 20;
  const birthdate = [
    `${isAfter1999 ? '20' : '19'}${year}`,
    String(Number(month) - (isAfter1999 ? 20 : 0)).padStart(2, '0'),
    day,
  ].join('-');
  const date = new Date(`${birthdate}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== birthdate) return undefined;
  return { birthdate, gender: Number(sex) % 2 === 1 ? 'male' : 'female' };
}
