import { countDecisionDays, listServicePapers, sayPaper } from '@tamga/forms';
import type { Language } from '../../kernel/http/language.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { RegistryService } from '../registry/index.ts';
import type { KnowledgeSearch, Passage } from './knowledge-port.ts';

const pageOf = (id: string) => `/services/${id}`;

/** Passages of published services, found by the search of the catalogue. */
export function searchServices(catalogue: Pick<Catalogue, 'search'>): KnowledgeSearch {
  return {
    search: async (query, lang, limit) =>
      (await catalogue.search(query, lang, limit)).map((service) => describeService(service, lang)),
  };
}

/** Amounts and times with their units, because a number without one proves nothing. */
export function describeService(service: RegistryService, lang: Language): Passage {
  const say = (mn: string, en: string) => (lang === 'en' && en !== '' ? en : mn);
  const words = labels[lang];
  const title = say(service.name, service.name_en);
  const days = countDecisionDays(service);
  const papers = listServicePapers(service).map((paper) => {
    const { title: name } = paper;
    const more = sayPaper(paper, lang);
    return `${say(name.mn, name.en)}${more === '' ? '' : ` (${more})`}`;
  });
  const lines = [
    say(service.description, service.description_en),
    `${words.authority}: ${say(service.authority, service.authority_en)}`,
    `${words.fee}: ${service.fee === 0 ? words.free : `${service.fee} ${words.currency}`}`,
    days > 0 ? `${words.time}: ${days} ${words.days}` : '',
    named(words.papers, papers.join(', ')),
    named(words.who, say(service.target_group, service.target_group_en)),
    named(words.law, say(service.legal_basis, service.legal_basis_en)),
  ];
  return {
    title,
    content: lines.filter((line) => line.trim() !== '').join('\n'),
    url: pageOf(service.id),
    slug: service.code,
    lang,
  };
}

const named = (label: string, text: string) => (text.trim() === '' ? '' : `${label}: ${text}`);

const labels = {
  mn: {
    authority: 'Байгууллага',
    fee: 'Хураамж',
    free: 'үнэгүй (0 төгрөг)',
    currency: 'төгрөг',
    time: 'Шийдвэрлэх хугацаа',
    days: 'хоног',
    papers: 'Бүрдүүлэх баримт',
    who: 'Хэнд зориулсан',
    law: 'Хууль эрх зүйн үндэслэл',
  },
  en: {
    authority: 'Authority',
    fee: 'Fee',
    free: 'free of charge (0 tugrik)',
    currency: 'tugrik',
    time: 'Time to decide',
    days: 'days',
    papers: 'Papers to bring',
    who: 'For whom',
    law: 'Legal basis',
  },
} as const;
