import { type FieldSchema, type FormSchema, type KnownFacts, listNames, resolveDay } from '@tamga/forms';
import fc from 'fast-check';

/** What a person may type into the page of a form: right, wrong, out of bounds, or nothing. */
export type TypedAnswers = Record<string, string | boolean | Record<string, string | boolean>[]>;

interface Page {
  findFaults(
    form: object,
    answers: object,
    options: { language: 'en'; now: Date; facts?: KnownFacts },
  ): Record<string, string>;
  placeServerFaults(
    form: object,
    errors: readonly object[],
    missingPaper: string,
  ): { answers: Record<string, string> };
  writePayload(form: object, answers: object): Record<string, unknown>;
}

/** The portal's code; it is loaded by name, because its types are those of a browser. */
export async function loadPage(): Promise<Page> {
  const at = '../../portal/src/features/service-form';
  return { ...(await import(`${at}/answers.ts`)), ...(await import(`${at}/check-answers.ts`)) } as Page;
}

/** All right, nearly all right, or half of it wrong. */
export const answersOf = (form: FormSchema, today: string): fc.Arbitrary<TypedAnswers> =>
  fc.oneof(...[0, 1, 10].map((wrong) => groupAnswers(form, today, wrong))) as fc.Arbitrary<TypedAnswers>;

/** `wrong` answers for every ten right ones. */
function groupAnswers(group: FormSchema, today: string, wrong: number): fc.Arbitrary<object> {
  const answerOf = (field: FieldSchema) => {
    if (field.items !== undefined) {
      const { minItems = 0, maxItems = 3 } = field;
      const entry = groupAnswers(field.items, today, wrong);
      const least = wrong === 0 ? Math.max(minItems, 1) : 0;
      const most = wrong === 0 ? maxItems : maxItems + 1;
      return fc.array(entry, { minLength: least, maxLength: Math.min(most, 4), size: 'max' });
    }
    const known = samplesOf(field, today);
    return fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...known.right) },
      { weight: wrong, arbitrary: fc.constantFrom(...known.wrong) },
    );
  };
  return fc.record(
    Object.fromEntries(listNames(group).map((name) => [name, answerOf(group.properties?.[name] ?? {})])),
  );
}

const texts = ['99112233', 'УБ90010112', 'AB123456', 'Altan Khaan', 'Мөнх хас'];

function samplesOf(field: FieldSchema, today: string): Record<'right' | 'wrong', (string | boolean)[]> {
  const { minimum = 0, maximum = 100, minLength = 0, maxLength = 100 } = field;
  if (field.type === 'boolean')
    return { right: field.const === true ? [true] : [true, false], wrong: [false] };
  if (field.enum !== undefined) return { right: field.enum.map(String), wrong: [''] };
  if (field.type === 'number' || field.type === 'integer')
    return {
      right: [`${minimum}`, `${maximum}`],
      wrong: ['', 'many', `${minimum + 0.5}`, `${minimum - 1}`, `${maximum + 1}`],
    };
  if (field.format === 'date') {
    const [first, last] = [field['x-earliest'] ?? '1900-01-01', field['x-latest'] ?? 'today'];
    return {
      right: [resolveDay(first, today), resolveDay(last, today)],
      wrong: ['', '2026-02-30', '1899-12-31', '2999-01-01'],
    };
  }
  if (field.format === 'email')
    return { right: ['b.o@example.mn'], wrong: ['', 'nobody', 'a@b', 'бат@example.mn'] };
  const { pattern = '' } = field;
  const right = texts.filter((text) => new RegExp(pattern, 'u').test(text) && text.length <= maxLength);
  if (right.length === 0) throw new Error(`no sample matches ${pattern}`);
  return { right, wrong: ['', ' ', '#', 'x'.repeat(Math.max(0, minLength - 1)), 'x'.repeat(maxLength + 1)] };
}
