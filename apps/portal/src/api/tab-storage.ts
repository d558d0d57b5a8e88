import { nameActing } from './acting-for.ts';

/** Names of personal texts carry the user's id after a colon; signing out erases them all. */
const PERSONAL = /^tamga-[a-z]+:/;

export const buildPersonalName = (kind: string, userId: string, id: string) =>
  `tamga-${kind}:${userId}:${id}`;

/** After signing out, code that still runs while the page unloads must not write anything back. */
let hasLeft = false;

export const hasLeftTab = (): boolean => hasLeft;

/** False when the browser refuses storage or has no room. */
export function keepInTab(name: string, text: string): boolean {
  if (hasLeft) return false;
  try {
    sessionStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function readFromTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

export function forgetInTab(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}

/** What a person typed and the server does not have, with the page where it was typed. */
export interface TypedText {
  text: string;
  title: string;
  path: string;
  /** For whom it was typed, as links name it. */
  party: string;
  at: number;
}

/** Unsent text of a tab that nobody closes must not stay for ever. */
const KEPT_MS = 24 * 3_600_000;

/** False when the browser refuses: then only the page has the text. */
export function keepTyped(name: string, text: string): boolean {
  const { pathname, search } = window.location;
  const typed: TypedText = {
    text,
    title: document.title,
    path: pathname + search,
    party: nameActing(),
    at: Date.now(),
  };
  return keepInTab(name, JSON.stringify(typed));
}

export function readTyped(name: string): TypedText | null {
  const typed = parseTyped(readFromTab(name));
  if (typed === null || Date.now() - typed.at < KEPT_MS) return typed;
  forgetInTab(name);
  return null;
}

function parseTyped(kept: string | null): TypedText | null {
  try {
    const { text, title, path, party, at } = JSON.parse(kept ?? 'null') as Partial<TypedText>;
    const isWhole =
      [text, title, path, party].every((each) => typeof each === 'string') && typeof at === 'number';
    return isWhole ? ({ text, title, path, party, at } as TypedText) : null;
  } catch {
    return null;
  }
}

/** Everything that this person would lose with this tab. */
export const listTyped = (userId: string): (TypedText & { name: string })[] =>
  findTyped((name) => name.split(':')[1] === userId).map(([name, typed]) => ({ ...typed, name }));

/** Unsent texts by name. */
export function findTyped(isWanted: (name: string) => boolean): [string, TypedText][] {
  try {
    return listPersonal()
      .filter(isWanted)
      .flatMap((name) => {
        const typed = readTyped(name);
        return typed === null ? [] : [[name, typed] as [string, TypedText]];
      });
  } catch {
    return [];
  }
}

/** For signing in: texts of the person before must not stay in this tab. */
export function forgetTextsOfOthers(userId: string): void {
  try {
    for (const name of listPersonal()) {
      const owner = name.split(':')[1];
      // For whom somebody acts is one text with the person's id inside.
      if (owner !== userId && owner !== 'party') sessionStorage.removeItem(name);
    }
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}

function listPersonal(): string[] {
  const names = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '');
  return names.filter((name) => PERSONAL.test(name));
}

/** For signing out: erases the texts of every user and refuses new ones while this page lives. */
export function forgetPersonalTexts(): void {
  hasLeft = true;
  try {
    for (const name of listPersonal()) sessionStorage.removeItem(name);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}
