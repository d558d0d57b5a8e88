import {
  DirectoryError,
  type DirectoryOrganisation,
  type DirectoryPerson,
} from '../../modules/directory/directory-port.ts';

const longestText = 500;
const personTexts = [
  'id',
  'reg_no',
  'family_name',
  'last_name',
  'first_name',
  'birth_date',
  'email',
  'phone_no',
  'address_detail',
  'country_name',
] as const;
const organisationTexts = [
  'id',
  'reg_no',
  'name',
  'short_name',
  'email',
  'phone_no',
  'address_detail',
  'country_name',
  'created_date',
] as const;

export function readPerson(answer: unknown): DirectoryPerson | undefined {
  const record = readObject(answer);
  if (record === undefined) return undefined;
  const gender = record['gender'];
  if (gender !== undefined && gender !== null && gender !== 1 && gender !== 2) fail('gender');
  return { ...readTexts(record, personTexts), ...(gender === 1 || gender === 2 ? { gender } : {}) };
}

export function readOrganisation(answer: unknown): DirectoryOrganisation | undefined {
  const record = readObject(answer);
  return record && readTexts(record, organisationTexts);
}

function readObject(answer: unknown): Record<string, unknown> | undefined {
  if (answer === undefined || answer === null) return undefined;
  if (typeof answer !== 'object' || Array.isArray(answer)) fail('the record');
  return Object.keys(answer).length === 0 ? undefined : (answer as Record<string, unknown>);
}

/** Keeps only known fields, as bounded text; an id may come as a number. */
function readTexts<const N extends string>(
  record: Record<string, unknown>,
  names: readonly N[],
): { [K in N]?: string } {
  const texts: { [K in N]?: string } = {};
  for (const name of names) {
    const value = record[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value === 'number' && name === 'id') texts[name] = String(value);
    else if (typeof value === 'string' && value.length <= longestText) texts[name] = value;
    else fail(name);
  }
  // Without a register number the record cannot be assigned to a person.
  if (texts['reg_no' as N] === undefined) fail('reg_no');
  return texts;
}

function fail(what: string): never {
  throw new DirectoryError('failed', `directory answered a record with an unusable ${what}`);
}
