/** Latin letters for Mongolian Cyrillic (MNS 5217:2012). */
const standard: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'ye', ё: 'yo', ж: 'j', з: 'z', и: 'i', й: 'i', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', ө: 'u', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ү: 'u', ф: 'f' },
  ...{ х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sh', ъ: 'i', ы: 'y', ь: 'i', э: 'e', ю: 'yu', я: 'ya' },
};

/**
 * Transliterates to lower-case Latin letters without accents; a search passes its own spellings for some
 * letters.
 */
export function createRomanizer(own: Readonly<Record<string, string>> = {}): (text: string) => string {
  const letters: Readonly<Record<string, string>> = { ...standard, ...own };
  return (text) => {
    let latin = '';
    for (const letter of text.toLowerCase().normalize('NFC')) latin += letters[letter] ?? letter;
    return latin.normalize('NFD').replace(/\p{M}/gu, '');
  };
}
