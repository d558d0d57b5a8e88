const NOTHING = { text: '', hasFocus: false };

let early = NOTHING;

/** Keeps what a visitor typed into the front page's search before the app had loaded; the app replaces that field. */
export function keepEarlySearch(root: HTMLElement): void {
  const field = root.querySelector<HTMLInputElement>('input[type=search]');
  if (field) early = { text: field.value, hasFocus: document.activeElement === field };
}

export const readEarlySearch = () => early;

export function forgetEarlySearch(): void {
  early = NOTHING;
}
