const KEY = 'tamga-paying';

/** Which payment the person left this site for; only this tab comes back from it. */
export function rememberPaying(id: string): void {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // Without it the list is simply shown as it is.
  }
}

export function readPaying(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function forgetPaying(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
