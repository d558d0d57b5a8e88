import type { Guide, KnowledgePassage, LifeEvent, Passport, PublishedKnowledgeArticle } from '@tamga/client';
import { listServicePapers, sayPaper, sayPayment, sayTerms, sayTime } from '@tamga/forms';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from './context.ts';
import { chooseLanguage, type Language } from './messages.ts';
import { forwardBodyHeaders } from './page-call.ts';
import { articlePath, describeArticle, listPassages } from './plain-article.ts';
import { choosePlainDevelopers } from './plain-developers.ts';
import { describeGuide, guideMissing, listGuides } from './plain-guide.ts';
import { choosePlainHelp } from './plain-help.ts';
import {
  escapeHtml,
  type PlainPage,
  plainSearch,
  plainStyle,
  plainTexts,
  readQuery,
  renderPage,
} from './plain-html.ts';
import { readJson } from './response-body.ts';
import { pageHeadersFor } from './security-headers.ts';
import { signalOfClient } from './send-answer.ts';

const plainHeaders = pageHeadersFor(plainStyle);
const catalogueBytes = 16 * 1024 * 1024;
const service = /^\/services\/([0-9a-f-]{36})\/?$/i;
const guide = /^\/guides\/([0-9a-f-]{36})\/?$/i;

/**
 * Pages for a browser without script: a person can find a service or help and read about it, and a
 * developer the page for developers. `index.html` sends such
 * a browser to the same address with `?plain`.
 */
export async function sendPlainPage(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = new URL(request.url, context.appOrigin);
  const asked = address.searchParams.get('lang');
  const language: Language =
    asked === 'en' || asked === 'mn' ? asked : chooseLanguage(request.headers['accept-language']);
  const page = await choosePage(context, request, reply, address, language);
  return reply
    .code(page.status)
    .headers({ ...plainHeaders, 'cache-control': 'no-cache', vary: 'accept-language' })
    .type('text/html; charset=utf-8')
    .send(renderPage(page, address, language));
}

async function choosePage(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  address: URL,
  language: Language,
): Promise<PlainPage> {
  const words = plainTexts[language];
  const read = (path: string) => readPublic(context, request, reply, path, language);
  const id = service.exec(address.pathname)?.[1];
  if (id !== undefined) {
    const { status, data } = await read(`catalog/services/${id}`);
    if (status === 200) return describeService(data as Passport, language);
    return { status, title: status === 404 ? words.missing : words.away, body: '' };
  }
  const slug = articlePath.exec(address.pathname)?.[1]?.toLowerCase();
  if (slug !== undefined) {
    const { status, data } = await read(`public/knowledge/${slug}`);
    if (status === 200) return describeArticle(data as PublishedKnowledgeArticle, language);
    return { status, title: status === 404 ? words.helpMissing : words.away, body: '' };
  }
  const help = choosePlainHelp(address, language);
  if (help !== undefined) {
    const q = readQuery(address);
    if (q === '') return help;
    const { status, data } = await read(
      `public/knowledge/search?lang=${language}&q=${encodeURIComponent(q)}`,
    );
    // The topics are shown also while articles cannot be searched.
    const passages = status === 200 ? (data as { items: KnowledgePassage[] }).items : [];
    return { ...help, body: help.body + listPassages(passages, language) };
  }
  const developers = choosePlainDevelopers(address, language);
  if (developers !== undefined) return developers;
  const guideId = guide.exec(address.pathname)?.[1];
  if (guideId !== undefined) {
    const { status, data } = await read(`catalog/life-events/${guideId}`);
    if (status === 200) return describeGuide(data as Guide, language);
    return { status, title: status === 404 ? guideMissing(language) : words.away, body: '' };
  }
  if (!/^\/(?:services\/?)?$/i.test(address.pathname))
    return { status: 200, title: words.needsScript, body: `<p>${words.needsScriptText}</p>` };
  const q = readQuery(address);
  const { status, data } = await read(`catalog/services${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`);
  if (status !== 200) return { status, title: words.away, body: '' };
  const events = q === '' ? await read('catalog/life-events') : undefined;
  const guides = events?.status === 200 ? (events.data as { items: LifeEvent[] }).items : [];
  return {
    status,
    title: words.services,
    body: listServices((data as { items: Passport[] }).items, q, listGuides(guides, language), language),
  };
}

async function readPublic(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  language: Language,
): Promise<{ status: number; data: unknown }> {
  // A browser's cached copy is of this page, not of the data.
  const { 'if-none-match': _page, ...headers } = forwardBodyHeaders(context, request);
  const result = await context.upstream.call({
    kind: 'call',
    method: 'GET',
    path: `/api/v1/${path}`,
    headers: { ...headers, 'accept-language': language },
    signal: signalOfClient(reply),
  });
  if (result.kind === 'failed') return { status: 503, data: undefined };
  const envelope = await readJson(result.body, catalogueBytes);
  return { status: envelope === undefined ? 502 : result.status, data: envelope?.data };
}

const inLanguage = (mn: string, en: string, language: Language) =>
  escapeHtml(language === 'en' && en !== '' ? en : mn);

function listServices(items: readonly Passport[], q: string, guides: string, language: Language): string {
  const words = plainTexts[language];
  const rows = items.map(
    (
      item,
    ) => `<li><h2><a href="/services/${item.id}?plain=1&amp;lang=${language}">${inLanguage(item.name, item.name_en, language)}</a></h2>
<p>${inLanguage(item.description, item.description_en, language)}</p>
<p><small>${inLanguage(item.authority, item.authority_en, language)} · ${costOf(item, language)} · ${sayTime(item, language)}</small></p></li>`,
  );
  return `${plainSearch('/services', q, language)}
${guides}
<p>${words.found(items.length)}</p>
<ul>${rows.join('\n')}</ul>`;
}

function describeService(item: Passport, language: Language): PlainPage {
  const words = plainTexts[language];
  const facts: readonly (readonly [string, string])[] = [
    [words.authority, inLanguage(item.authority, item.authority_en, language)],
    [words.who, inLanguage(item.target_group, item.target_group_en, language)],
    [words.cost, joined(costOf(item, language), sayPayment(item, language))],
    [words.time, joined(sayTime(item, language), sayTerms(item, language))],
    [words.result, inLanguage(item.output, item.output_en, language)],
    [words.law, inLanguage(item.legal_basis, item.legal_basis_en, language)],
  ];
  const papers = listServicePapers(item).map((paper) => {
    const { title, note } = paper;
    const more = sayPaper(paper, language);
    const help = inLanguage(note.mn, note.en, language);
    return `<li>${inLanguage(title.mn, title.en, language)}${more === '' ? '' : ` – ${more}`}${help === '' ? '' : `<br><small>${help}</small>`}</li>`;
  });
  return {
    status: 200,
    title: language === 'en' && item.name_en !== '' ? item.name_en : item.name,
    body: `<p>${inLanguage(item.description, item.description_en, language)}</p>
<dl>${facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
      .join('')}</dl>
<h2>${words.need}</h2>
${papers.length === 0 ? `<p>${words.needNothing}</p>` : `<ul>${papers.join('')}</ul>`}
<p>${words.applyNeedsScript}</p>
<p><a href="/services?plain=1&amp;lang=${language}">${words.services}</a></p>`,
  };
}

const costOf = ({ fee }: Passport, language: Language) =>
  fee === 0 ? plainTexts[language].free : plainTexts[language].money(fee);

const joined = (fact: string, more: string) => (more === '' ? fact : `${fact}. ${more}`);
