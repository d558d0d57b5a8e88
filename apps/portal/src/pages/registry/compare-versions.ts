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

/** Object keys have no order, so a form saved twice must compare as equal. */
export function normalise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalise);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, normalise(inner)]),
  );
}

/** Compares two published versions of a passport, field by field in the order of the editor. */
export function compareSnapshots(before: Passport, after: Passport): Compared[] {
  return COMPARED.map((field) => {
    const read = (passport: Passport) => (field === 'evidences' ? readLinks(passport) : passport[field]);
    const [old, fresh] = [read(before), read(after)];
    // The order of events has no meaning, so a changed order is not a change.
    const sortSet = (value: unknown) =>
      field === 'life_event_ids' && Array.isArray(value) ? value.toSorted() : value;
    const text = (value: unknown) => JSON.stringify(normalise(sortSet(value)));
    return { field, before: old, after: fresh, isChanged: text(old) !== text(fresh) };
  });
}
