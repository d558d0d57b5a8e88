import type { Redactor } from './model-port.ts';
import { namePatterns } from './names.ts';

/**
 * Personal numbers and the placeholders that stand for them outside. A later pattern does not see what an earlier one
 * took, so longer forms come first.
 */
const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['MAIL', /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu],
  // MN and 18 digits, in groups or not.
  ['ACCOUNT', /(?<![\p{L}\p{N}])MN[ -]?\d{2}(?:[ -]?\d{4}){4}(?!\d)/giu],
  // Two letters and eight digits: УБ99112233, also typed in Latin letters or with a space.
  ['REGISTER', /(?<![\p{L}\p{N}])[А-ЯЁӨҮа-яёөүA-Za-z]{2}[ -]?\d{8}(?!\d)/gu],
  [
    'PHONE',
    /(?<![\p{L}\p{N}])(?:(?:\+|00)?976[ -]?)?[5-9]\d(?:\d{2}[ -]?\d{4}|\d[ -]?\d{5}|[ -]\d{2}[ -]\d{2}[ -]\d{2})(?!\d)/gu,
  ],
  // Account, card and civil registration numbers; a date with its time is none.
  ['ACCOUNT', /(?<![\p{L}\p{N}.,])(?!(?:19|20)\d\d-\d\d-\d\d)\d(?:[ -]?\d){8,19}(?![\d])/gu],
];

const open = '⟦';
const close = '⟧';
const placeholder = /⟦[A-Z]+-\d+⟧/g;
const maxPlaceholder = 24;

/** `names`: of the person who asks, and of people in the data that was read for them. */
export function createRedactor(names: readonly string[] = []): Redactor {
  const patterns = [...kinds, ...namePatterns(names).map((pattern) => ['NAME', pattern] as const)];
  const byValue = new Map<string, string>();
  const byPlaceholder = new Map<string, string>();
  const counts = new Map<string, number>();
  const replace = (kind: string, value: string): string => {
    const known = byValue.get(value);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = `${open}${kind}-${count}${close}`;
    byValue.set(value, made);
    byPlaceholder.set(made, value);
    return made;
  };
  const show = (text: string) => text.replace(placeholder, (found) => byPlaceholder.get(found) ?? found);
  return {
    hide: (text) => {
      // A placeholder that somebody typed must not turn into a number of this conversation.
      let hidden = text.replaceAll(open, '[').replaceAll(close, ']');
      for (const [kind, pattern] of patterns) hidden = replaceOutside(hidden, pattern, kind, replace);
      return hidden;
    },
    show,
    showPieces: () => {
      let held = '';
      return {
        push: (piece) => {
          const text = held + piece;
          const at = text.lastIndexOf(open);
          const isCut = at >= 0 && !text.includes(close, at) && text.length - at <= maxPlaceholder;
          held = isCut ? text.slice(at) : '';
          return show(isCut ? text.slice(0, at) : text);
        },
        end: () => {
          const rest = held;
          held = '';
          return show(rest);
        },
      };
    },
  };
}

/** Placeholders of earlier patterns contain digits that a later pattern must not take. */
function replaceOutside(
  text: string,
  pattern: RegExp,
  kind: string,
  replace: (kind: string, value: string) => string,
): string {
  return text
    .split(/(⟦[A-Z]+-\d+⟧)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(pattern, (value) => replace(kind, value))))
    .join('');
}

/** For texts that need nothing of a person: a search, a list of questions. */
export const stripNumbers = (text: string, names: readonly string[] = []): string =>
  createRedactor(names).hide(text).replace(placeholder, '…');
