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
