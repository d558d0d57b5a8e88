import { isDay } from './day-bound.ts';
import type { FieldSchema } from './schema.ts';

/**
 * Facts about the applicant: of a person what the eID proves, of a child or an organisation what the state register says.
 * An address for e-mail is prefilled too, but it is the person's to change.
 */
const factNames = [
  'last_name',
  'first_name',
  'national_id',
  'birth_date',
  'organisation_name',
  'organisation_number',
] as const;
export type FactName = (typeof factNames)[number];
/** Without an entry nothing is known, and the question is answered like any other. */
export type KnownFacts = Readonly<Partial<Record<FactName, string>>>;

/** What is known as the answer to a question; undefined if the person answers it. */
export function findFact(field: FieldSchema, facts: KnownFacts | undefined): string | undefined {
  const name = factNames.find((each) => each === field['x-prefill']);
  const fact = name === undefined ? undefined : facts?.[name];
  return fact === '' ? undefined : fact;
}

/**
 * A register number is two letters, the birth date as YYMMDD and two digits; twenty is added to the month for births
 * after 1999. Undefined for a number whose date does not exist: a wrong birth date is worse than none.
 */
export function readBirthDate(registerNumber: string): string | undefined {
  const [, year = '', month = '', day = ''] =
    /^\p{Lu}{2}(\d{2})(\d{2})(\d{2})\d{2}$/u.exec(registerNumber) ?? [];
  const isAfter1999 = Number(month) > 20;
  const date = [
    `${isAfter1999 ? '20' : '19'}${year}`,
    String(Number(month) - (isAfter1999 ? 20 : 0)).padStart(2, '0'),
    day,
  ].join('-');
  return isDay(date) ? date : undefined;
}
