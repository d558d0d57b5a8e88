import { type Topic, type TopicKey, type TopicPart, topicPath } from '../src/features/help/topic.ts';
import { findTopicKey, searchTopics, topics } from '../src/features/help/topics.ts';
import type { Language } from './messages.ts';
import { escapeHtml, type PlainPage, plainSearch, plainTexts, readQuery } from './plain-html.ts';

const help = /^\/help(?:\/([^/]+))?\/?$/i;
/** Pages that need script. */
const notPlain = /^\/help\/(?:contact|cases)(?:\/|$)/i;

/** The help with its search, or one topic; undefined for every other address. */
export function choosePlainHelp(address: URL, language: Language): PlainPage | undefined {
  const found = help.exec(address.pathname);
  if (found === null || notPlain.test(address.pathname)) return undefined;
  if (found[1] === undefined) return listTopics(readQuery(address), language);
  const key = findTopicKey(found[1].toLowerCase());
  return key === undefined
    ? { status: 404, title: plainTexts[language].helpMissing, body: linkToHelp(language) }
    : describeTopic(topics[language][key], language);
}

const link = (to: string, label: string, language: Language) =>
  `<a href="${to}?plain=1&amp;lang=${language}">${escapeHtml(label)}</a>`;

const linkToHelp = (language: Language) => `<p>${link('/help', plainTexts[language].help, language)}</p>`;

const listOf = (tag: 'ul' | 'ol', items: readonly string[]) =>
  items.length === 0 ? '' : `<${tag}>${items.map((item) => `<li>${item}</li>`).join('\n')}</${tag}>`;

function listTopics(q: string, language: Language): PlainPage {
  const words = plainTexts[language];
  const found = searchTopics(q);
  const rows = found.map((key) => {
    const { title, summary } = topics[language][key];
    return `<h2>${link(topicPath(key), title, language)}</h2><p>${escapeHtml(summary)}</p>`;
  });
  return {
    status: 200,
    title: words.help,
    body: `${plainSearch('/help', q, language)}
<p>${words.helpFound(found.length)}</p>
${listOf('ul', rows)}`,
  };
}

function describeTopic(topic: Topic, language: Language): PlainPage {
  const nameOf = (key: TopicKey) => link(topicPath(key), topics[language][key].title, language);
  return {
    status: 200,
    title: topic.title,
    body: `<p>${escapeHtml(topic.summary)}</p>
${topic.parts.map((part) => describePart(part, language)).join('\n')}
<h2>${plainTexts[language].see}</h2>
${listOf('ul', topic.see.map(nameOf))}
${linkToHelp(language)}`,
  };
}

function describePart({ title, text = [], steps = [], links = [] }: TopicPart, language: Language): string {
  return `<h2>${escapeHtml(title)}</h2>
${text.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')}
${listOf('ol', steps.map(escapeHtml))}
${listOf(
  'ul',
  links.map(({ to, label }) => link(to, label, language)),
)}`;
}
