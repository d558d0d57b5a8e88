import type { Passport } from '../../api/registry.ts';
import { type FieldName, SECTION_NAMES, SECTIONS } from './passport-fields.ts';

export type ComparedField = FieldName | 'evidences' | 'form';

export interface Compared {
  field: ComparedField;
  before: unknown;
  after: unknown;
  isChanged: boolean;
}

const COMPARED: readonly ComparedField[] = [
  ...SECTION_NAMES.flatMap((section): readonly FieldName[] => SECTIONS[section]),
  'evidences',
  'form',
];

const readLinks = (passport: Passport) =>
  passport.evidences.map(({ code, name, name_en, required, from_citizen, note, note_en }) => ({
    code,
    name,
    name_en,
    required,
    from_citizen,
    note,
    note_en,
  }));

/** Objects keep their keys in any order, and the same form saved twice is still the same form. */
export function normalise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalise);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, normalise(inner)]),
  );
}

/** Two published states of a passport, field by field in the order in which they are edited. */
export function compareSnapshots(before: Passport, after: Passport): Compared[] {
  return COMPARED.map((field) => {
    const read = (passport: Passport) => (field === 'evidences' ? readLinks(passport) : passport[field]);
    const [old, fresh] = [read(before), read(after)];
    // Which event is named first says nothing, so neither does a change of it.
    const sortSet = (value: unknown) =>
      field === 'life_event_ids' && Array.isArray(value) ? value.toSorted() : value;
    const text = (value: unknown) => JSON.stringify(normalise(sortSet(value)));
    return { field, before: old, after: fresh, isChanged: text(old) !== text(fresh) };
  });
}
