const NOTHING = { text: '', hasFocus: false };

let early = NOTHING;

/**
 * Follows what a visitor types into the front page's search until the app replaces that field: a slow phone takes a
 * while to draw the app, and typing goes on meanwhile.
 */
export function followEarlySearch(root: HTMLElement): void {
  const field = root.querySelector<HTMLInputElement>('input[type=search]');
  if (!field) return;
  early = { text: field.value, hasFocus: document.activeElement === field };
  field.addEventListener('input', () => {
    early = { ...early, text: field.value };
  });
  root.addEventListener('focusin', ({ target }) => {
    if (field.isConnected) early = { ...early, hasFocus: target === field };
  });
}

/** What was typed, once: a later visit of the page begins with an empty field. */
export function takeEarlySearch(): typeof NOTHING {
  const taken = early;
  early = NOTHING;
  return taken;
}
