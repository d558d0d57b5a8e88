/**
 * Builds an element. A property that starts with "on" is a listener; true is an empty attribute; false, null
 * and undefined omit the attribute or child.
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (child !== false && child !== null && child !== undefined) element.append(child);
  }
  return element;
}

const SHAPES = {
  back: '<path d="M15 5l-7 7 7 7"/>',
  next: '<path d="M9 5l7 7-7 7"/>',
  scan: '<path d="M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M4 12h16"/>',
  window: '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="M3 9.5h18M6.2 7.3h.01M8.7 7.3h.01"/>',
  erase: '<path d="M9 6h10a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H9l-6-6zM11.5 9.5l5 5M16.5 9.5l-5 5"/>',
  enter: '<path d="M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M4 12h11M11 8l4 4-4 4"/>',
  sign: '<path d="M4 20h16M6 15.5L15.8 5.7a2 2 0 0 1 2.8 2.8L8.8 18.3 5.5 19z"/>',
  approved: '<path d="M5 12.5l4.6 4.6L19 7.5"/>',
  refused: '<path d="M7 7l10 10M17 7L7 17"/>',
  expired: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
  failed: '<path d="M12 6.5v7M12 17.4v.1"/>',
  alert: '<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.4v.1"/>',
  mail: '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="M3.5 7.5l8.5 6 8.5-6"/>',
};

/** The text beside the icon says the same, so it is hidden from screen readers. */
export function icon(name) {
  const template = document.createElement('template');
  template.innerHTML = `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${SHAPES[name]}</svg>`;
  return template.content.firstElementChild;
}
