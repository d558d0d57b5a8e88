/** Looks up a path, then its parents: the input of a list shows the error of `tags.0`. */
export function findNearest<Found>(path: string, look: (path: string) => Found | undefined | null) {
  const names = path.split('.');
  for (let depth = names.length; depth > 0; depth -= 1) {
    const found = look(names.slice(0, depth).join('.'));
    if (found) return found;
  }
  return undefined;
}

export const focusInput = (path: string) => findNearest(path, (id) => document.getElementById(id))?.focus();
