import { developerGuide } from '../src/features/developers/guide.ts';
import type { GuidePart } from '../src/features/developers/guide-shape.ts';
import type { Language } from './messages.ts';
import { escapeHtml, type PlainPage } from './plain-html.ts';

/** The public page for developers; undefined for every other address. */
export function choosePlainDevelopers(address: URL, language: Language): PlainPage | undefined {
  if (!/^\/developers\/?$/i.test(address.pathname)) return undefined;
  const { title, lead, parts } = developerGuide(language, address.origin);
  const contents = parts.map((part) => `<li><a href="#${part.id}">${escapeHtml(part.title)}</a></li>`);
  return {
    status: 200,
    title,
    body: `<p>${escapeHtml(lead)}</p>
<ul>${contents.join('')}</ul>
${parts.map((part) => describePart(part, language)).join('\n')}`,
  };
}

function describePart(part: GuidePart, language: Language): string {
  const { id, title, text = [], steps = [], code, links = [] } = part;
  const items = links.map(({ to, label, isDocument }) => {
    const href = isDocument ? to : `${to}?plain=1&amp;lang=${language}`;
    return `<li><a href="${href}">${escapeHtml(label)}</a></li>`;
  });
  return `<h2 id="${id}">${escapeHtml(title)}</h2>
${text.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')}
${steps.length === 0 ? '' : `<ol>${steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('\n')}</ol>`}
${code === undefined ? '' : `<pre tabindex="0" aria-label="${code.file}">${escapeHtml(code.text)}</pre>`}
${items.length === 0 ? '' : `<ul>${items.join('\n')}</ul>`}`;
}
