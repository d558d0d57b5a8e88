import { readsAs, toLatinName } from '../../kernel/latin.ts';

interface LatinNames {
  first_name_en: string;
  last_name_en: string;
}
interface Names extends LatinNames {
  first_name: string;
  last_name: string;
}

/**
 * The Latin name after eID has proven a person: their own spelling as long as it reads as the official name, else what
 * eID gives. Certificates, marks and claims state the stored name, so nothing else may be stored.
 */
export const latinOf = (official: string, kept: string, given: string): string =>
  kept !== '' && (kept === given || readsAs(official, kept)) ? kept : given || toLatinName(official);

/** The fields whose wish is no spelling of the official name; an unchanged one may stay, as eID gave it. */
export const findForeign = (user: Names, wish: Partial<LatinNames>): (keyof LatinNames)[] =>
  (
    [
      ['first_name_en', user.first_name],
      ['last_name_en', user.last_name],
    ] as const
  ).flatMap(([field, official]) => {
    const wanted = wish[field];
    return wanted === undefined || wanted === user[field] || readsAs(official, wanted) ? [] : [field];
  });

/** Whether a text that somebody wrote holds this person's given name, in whole words. */
export function isCalled(user: Pick<Names, 'first_name' | 'first_name_en'>, written: string): boolean {
  const words = written.split(/[^\p{L}\p{M}]+/u).filter(Boolean);
  return words.some((_, from) =>
    words.slice(from).some((_, more) => {
      const called = words.slice(from, from + more + 1).join('');
      return readsAs(user.first_name, called) || readsAs(user.first_name_en, called);
    }),
  );
}
