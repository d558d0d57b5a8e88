import type { Language } from './language.ts';

export type Words<Value> = Record<Language, Value>;

/** Words of one page, loaded with the page. English must have exactly the keys of Mongolian. */
export function defineWords<Value extends object>(mn: Value, en: NoInfer<Value>): Words<Value> {
  return { mn, en };
}
