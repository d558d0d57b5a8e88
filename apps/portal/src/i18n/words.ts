import type { Language } from './language.ts';

export type Words<Value> = Record<Language, Value>;

/** A page's own words, loaded with the page. The English must have every word the Mongolian has, and no other. */
export function defineWords<Value extends object>(mn: Value, en: NoInfer<Value>): Words<Value> {
  return { mn, en };
}
