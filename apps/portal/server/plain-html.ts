import type { Language } from './messages.ts';

export interface PlainPage {
  status: number;
  /** As text. */
  title: string;
  /** As HTML. */
  body: string;
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const thousands = new Intl.NumberFormat('en-US');
const amount = (value: number) => thousands.format(value).replaceAll(',', ' ');

export const plainTexts = {
  mn: {
    brand: 'Тамга',
    services: 'Төрийн үйлчилгээ',
    search: 'Хайх',
    found: (count: number) => `${count} үйлчилгээ`,
    missing: 'Ийм үйлчилгээ олдсонгүй',
    away: 'Одоогоор харуулах боломжгүй байна. Хэдэн минутын дараа дахин оролдоно уу.',
    needsScript: 'Энэ хуудсанд JavaScript хэрэгтэй',
    needsScriptText:
      'Хөтчийнхөө JavaScript-ийг идэвхжүүлээд хуудсаа дахин нээнэ үү. Үйлчилгээний мэдээллийг түүнгүйгээр уншиж болно.',
    applyNeedsScript:
      'Хүсэлт гаргахын тулд хөтчийнхөө JavaScript-ийг идэвхжүүлнэ үү, эсвэл байгууллагад биечлэн хандана уу.',
    authority: 'Хариуцах байгууллага',
    who: 'Хэнд зориулсан',
    cost: 'Хураамж',
    free: 'Үнэгүй',
    money: (value: number) => `${amount(value)} ₮`,
    time: 'Хугацаа',
    atOnce: 'Шууд олгоно',
    days: (count: number) => `${count} хоног хүртэл`,
    result: 'Юу авах вэ',
    law: 'Хууль эрх зүйн үндэслэл',
    need: 'Танаас юу хэрэгтэй вэ',
    needNothing: 'Танаас ямар ч бичиг баримт шаардахгүй.',
    help: 'Тусламж',
    helpFound: (count: number) => `${count} хариулт`,
    helpMissing: 'Ийм тусламжийн хуудас алга',
    articles: 'Нийтлэл',
    see: 'Бас үзээрэй',
    other: 'English',
  },
  en: {
    brand: 'Tamga',
    services: 'Public services',
    search: 'Search',
    found: (count: number) => (count === 1 ? '1 service' : `${count} services`),
    missing: 'No such service was found',
    away: 'This cannot be shown at the moment. Try again in a few minutes.',
    needsScript: 'This page needs JavaScript',
    needsScriptText:
      'Turn on JavaScript in your browser and open the page again. You can read about services without it.',
    applyNeedsScript: 'To apply, turn on JavaScript in your browser, or visit the authority in person.',
    authority: 'Authority',
    who: 'For whom',
    cost: 'Cost',
    free: 'Free',
    money: (value: number) => `MNT ${amount(value)}`,
    time: 'Time',
    atOnce: 'Issued at once',
    days: (count: number) => (count === 1 ? 'Up to 1 day' : `Up to ${count} days`),
    result: 'What you get',
    law: 'Legal basis',
    need: 'What you need',
    needNothing: 'You need no papers.',
    help: 'Help',
    helpFound: (count: number) => (count === 1 ? '1 answer' : `${count} answers`),
    helpMissing: 'There is no such help page',
    articles: 'Articles',
    see: 'See also',
    other: 'Монгол',
  },
} as const;

/** A search field that sends its words to the same plain page. */
export const plainSearch = (path: string, q: string, language: Language): string => {
  const { search } = plainTexts[language];
  return `<form action="${path}" role="search">
<input type="hidden" name="plain" value="1"><input type="hidden" name="lang" value="${language}">
<label>${search} <input type="search" name="q" maxlength="200" value="${escapeHtml(q)}"></label>
<button>${search}</button></form>`;
};

export const readQuery = ({ searchParams }: URL): string => searchParams.get('q')?.trim().slice(0, 200) ?? '';

export const plainStyle = `<style>:root{color-scheme:light dark}
body{max-width:44rem;margin:0 auto;padding:1rem;font:1.05rem/1.6 system-ui,sans-serif}
header{display:flex;justify-content:space-between;gap:1rem;border-bottom:1px solid;padding-bottom:.5rem}
nav{display:flex;gap:1rem}ul,ol{padding-left:1.2rem}h2{font-size:1.1rem;margin:1.2rem 0 .2rem}dt{font-weight:600}dd{margin:0 0 .6rem}pre{overflow-x:auto;padding:.6rem;border:1px solid}
input,button{font:inherit;padding:.4rem .6rem;max-width:100%}</style>`;

export function renderPage({ title, body }: PlainPage, address: URL, language: Language): string {
  const words = plainTexts[language];
  const other = language === 'mn' ? 'en' : 'mn';
  const elsewhere = new URLSearchParams(address.searchParams);
  elsewhere.set('plain', '1');
  elsewhere.set('lang', other);
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – ${words.brand}</title>${plainStyle}</head>
<body>
<header><nav aria-label="${words.brand}"><a href="/services?plain=1&amp;lang=${language}">${words.brand}</a>
<a href="/help?plain=1&amp;lang=${language}">${words.help}</a></nav>
<a href="${escapeHtml(`?${elsewhere}`)}" lang="${other}">${words.other}</a></header>
<main><h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
