const fold = (text: string) => text.normalize('NFC').toLocaleLowerCase('mn');

/** Every word of the search must be a part of the name. */
export function findByName<Item extends { name: string }>(items: readonly Item[], search: string): Item[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  return items.filter(({ name }) => {
    const folded = fold(name);
    return words.every((word) => folded.includes(word));
  });
}
