import type { KnowledgePassage, PublishedKnowledgeArticle } from '@tamga/client';
import { type Block, type Inline, pageLevels, readBlocks, readInline } from '@tamga/markdown';
import type { Language } from './messages.ts';
import { escapeHtml, type PlainPage, plainTexts } from './plain-html.ts';

export const articlePath = /^\/help\/articles\/([a-z0-9-]{1,80})\/?$/i;

/** An article as HTML: like the page with script, it makes only text and links of the Markdown. */
export function describeArticle(article: PublishedKnowledgeArticle, language: Language): PlainPage {
  const isEnglish = language === 'en' && article.content_en !== '';
  const anchors = (isEnglish ? article.sections_en : article.sections).map(({ anchor }) => anchor);
  const blocks = readBlocks(isEnglish ? article.content_en : article.content);
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  return {
    status: 200,
    title: isEnglish ? article.title_en : article.title,
    body: blocks.map((block) => describeBlock(block, anchors[headings.indexOf(block)], language)).join('\n'),
  };
}

/** What the search found in articles; services have a page of their own. */
export function listPassages(passages: readonly KnowledgePassage[], language: Language): string {
  const rows = passages
    .filter(({ url }) => url.startsWith('/help/'))
    .map(({ title, content, url }) => {
      const link = describeInline({ kind: 'link', text: title, url }, language);
      return `<li><h3>${link}</h3><p>${escapeHtml(shorten(content))}</p></li>`;
    });
  return rows.length === 0 ? '' : `<h2>${plainTexts[language].articles}</h2><ul>${rows.join('\n')}</ul>`;
}

const longest = 240;
const shorten = (text: string) => (text.length <= longest ? text : `${text.slice(0, longest).trimEnd()}…`);

function describeBlock(block: Block, anchor: string | undefined, language: Language): string {
  const inline = (text: string) =>
    readInline(text)
      .map((part) => describeInline(part, language))
      .join('');
  if (block.kind === 'code') return `<pre>${escapeHtml(block.text)}</pre>`;
  if (block.kind === 'paragraph') return `<p>${inline(block.text)}</p>`;
  if (block.kind === 'heading') {
    const tag = pageLevels[block.level - 1] ?? 'h4';
    const id = anchor === undefined ? '' : ` id="${escapeHtml(anchor)}"`;
    return `<${tag}${id}>${inline(block.text)}</${tag}>`;
  }
  const tag = block.isOrdered ? 'ol' : 'ul';
  return `<${tag}>${block.items.map((item) => `<li>${inline(item)}</li>`).join('\n')}</${tag}>`;
}

const tags = { strong: 'strong', code: 'code', light: 'em' } as const;

function describeInline(part: Inline, language: Language): string {
  if (part.kind === 'text') return escapeHtml(part.text);
  if (part.kind !== 'link') return `<${tags[part.kind]}>${escapeHtml(part.text)}</${tags[part.kind]}>`;
  if (!part.url.startsWith('/'))
    return `<a href="${escapeHtml(part.url)}" rel="noopener noreferrer">${escapeHtml(part.text)}</a>`;
  const url = new URL(part.url, 'http://localhost');
  url.searchParams.set('plain', '1');
  url.searchParams.set('lang', language);
  return `<a href="${escapeHtml(`${url.pathname}${url.search}${url.hash}`)}">${escapeHtml(part.text)}</a>`;
}
