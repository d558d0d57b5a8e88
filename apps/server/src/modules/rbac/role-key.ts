/** How Mongolian is written with Latin letters (MNS 5217:2012), as far as a key needs it. */
const latin: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'ye',
  ё: 'yo',
  ж: 'j',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  ө: 'u',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ү: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: 'i',
  ы: 'y',
  ь: 'i',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};

const longest = 40;

/** The key of a role whose maker gave none. Undefined when the name leaves nothing to make one of. */
export function keyOfName(name: string): string | undefined {
  const letters = [...name.toLowerCase()].map((letter) => latin[letter] ?? letter).join('');
  const key = letters
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, longest)
    .replace(/^[_0-9]+|_+$/g, '');
  return key.length >= 2 ? key : undefined;
}
