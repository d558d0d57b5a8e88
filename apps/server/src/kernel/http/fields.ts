import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import type { Language } from './language.ts';

/**
 * A property of a record, defined once: request bodies, replies, columns and defaults derive from it, and its
 * column has the same name.
 */
export interface Field<
  Input extends TSchema = TSchema,
  View extends TSchema = TSchema,
  Required extends boolean = boolean,
> {
  /** The request schema, with its bounds. */
  readonly input: Input;
  readonly isRequired: Required;
  /** The schema of the stored and returned value. */
  readonly view: View;
  /** The value to store; the default when nothing was sent. */
  complete(given: Static<Input> | undefined): Static<View>;
}
export type Fields = Readonly<Record<string, Field>>;

type InputsOf<F extends Fields> = {
  [Name in keyof F]: F[Name]['isRequired'] extends true ? F[Name]['input'] : TOptional<F[Name]['input']>;
};
type ViewsOf<F extends Fields> = { [Name in keyof F]: F[Name]['view'] };
type GivenFor<F extends Fields> = { readonly [Name in keyof F]?: Static<F[Name]['input']> | undefined };
export type RecordOf<F extends Fields> = { [Name in keyof F]: Static<F[Name]['view']> };

export const field = <Input extends TSchema, View extends TSchema>(
  input: Input,
  view: View,
  complete: (given: Static<Input> | undefined) => Static<View>,
): Field<Input, View, false> => ({ input, isRequired: false, view, complete });

/** Text that is not blank. */
export const named = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
export const trim = (given: string): string => given.trim();
export const upperCase = (given: string): string => given.toUpperCase();

export const textField = (input: number | Type.TString, tidy: (given: string) => string = (given) => given) =>
  field(typeof input === 'number' ? Type.String({ maxLength: input }) : input, Type.String(), (given) =>
    tidy(given ?? ''),
  );
export const nameField = (maxLength: number) =>
  ({ ...textField(named(maxLength), trim), isRequired: true }) as const;
export const wholeField = (maximum: number, byDefault = 0) =>
  field(Type.Integer({ minimum: 0, maximum }), Type.Integer(), (given) => given ?? byDefault);
export const flagField = () => field(Type.Boolean(), Type.Boolean(), (given) => given ?? false);
export const choiceField = <Choice extends TSchema>(choice: Choice, byDefault: Static<Choice>) =>
  field(choice, choice, (given) => given ?? byDefault);
export const nullable = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()]);
export const nullableField = <Value extends TSchema>(value: Value) =>
  field(nullable(value), nullable(value), (given) => given ?? (null as Static<Value> | null));

export const namesOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[];

const mapFields = <F extends Fields>(fields: F, read: (each: Field, name: string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, read(each, name)]));

/** Properties of the request body. */
export const inputOf = <F extends Fields>(fields: F) =>
  mapFields(fields, ({ input, isRequired }) => (isRequired ? input : Type.Optional(input))) as InputsOf<F>;
/** Properties of the reply. */
export const viewOf = <F extends Fields>(fields: F) => mapFields(fields, ({ view }) => view) as ViewsOf<F>;
/** The whole record: missing fields get their defaults. */
export const completeFields = <F extends Fields>(fields: F, given: GivenFor<F>) =>
  mapFields(fields, (each, name) => each.complete(given[name])) as RecordOf<F>;

type Bilingual<R> = { [Name in keyof R & string]: `${Name}_en` extends keyof R ? Name : never }[keyof R &
  string];
/** Names of texts whose English version is the property of the same name with `_en`. */
export const bilingualNames = <R extends object>(record: R) =>
  namesOf(record).filter((name) => `${name}_en` in record) as Bilingual<R>[];

type OneLanguage<R> = { [Name in keyof R as Name extends `${Bilingual<R>}_en` ? never : Name]: R[Name] };
const englishNames = (record: object) => new Set(bilingualNames(record).map((name) => `${name}_en`));
/** Properties of a reply in the reader's language. */
export const inOneLanguage = <P extends object>(properties: P) => {
  const english = englishNames(properties);
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => !english.has(name)),
  ) as OneLanguage<P>;
};
/** The record in the reader's language: a text without an English version stays Mongolian. */
export function translate<R extends object>(record: R, language: Language): OneLanguage<R> {
  const shown = inOneLanguage(record);
  if (language === 'mn') return shown;
  const translated = bilingualNames(record).flatMap((name) => {
    const [mn, en] = [record[name], record[`${name}_en` as keyof R]];
    const isComplete = Array.isArray(en) && Array.isArray(mn) ? en.length === mn.length : en !== '';
    return isComplete ? [[name, en]] : [];
  });
  return { ...shown, ...Object.fromEntries(translated) };
}
