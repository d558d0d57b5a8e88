import type { Page } from 'playwright-core';

/** Runs in the page. */
const script = `(() => {
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.push('wider than the screen by ' + (page.scrollWidth - page.clientWidth));
  for (const label of document.querySelectorAll('button *, a *'))
    if (label.scrollWidth > label.clientWidth + 1 && getComputedStyle(label).overflowX === 'hidden' && getComputedStyle(label).textOverflow !== 'ellipsis' && label.checkVisibility() && label.clientWidth > 1)
      found.push('cut off: “' + label.textContent.slice(0, 40) + '”');
  const whole = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const clips = new Map([[null, whole]]);
  // Hidden content of a scrolling or clipped part cannot overlap.
  const clipOf = (part) => {
    if (!clips.has(part)) {
      const outer = clipOf(part.parentElement);
      const isOpen = getComputedStyle(part).overflow === 'visible';
      clips.set(part, isOpen ? outer : meet(outer, part.getBoundingClientRect()));
    }
    return clips.get(part);
  };
  const meet = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const owner = node.parentElement;
    if (text === '' || !owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const { left, top, right, bottom } = meet(clipOf(owner), box);
      if (right - left > 2 && bottom - top > 2 && bottom > 0) boxes.push({ left, top, right, bottom, text, owner });
    }
  }
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (one.owner === other.owner) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // Line boxes of neighbouring lines overlap by a few pixels; letters do not.
      if (across > 3 && down > 6) found.push('“' + one.text.slice(0, 40) + '” on “' + other.text.slice(0, 40) + '”');
    }
  return found.slice(0, 5);
})()`;

/** Finds overlapping texts, and whether the page is wider than the screen. */
export const findCollisions = (page: Page): Promise<string[]> => page.evaluate<string[]>(script);
