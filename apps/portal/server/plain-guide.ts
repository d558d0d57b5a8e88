import type { Guide, GuidePaper, GuideService, LifeEvent } from '@tamga/client';
import { sayPaper } from '@tamga/forms';
import type { Language } from './messages.ts';
import { escapeHtml, type PlainPage, plainTexts } from './plain-html.ts';

const guideTexts = {
  mn: {
    guides: 'Амьдралын үйл явдал',
    missing: 'Ийм заавар олдсонгүй',
    cost: 'Нийт хураамж',
    time: 'Хамгийн урт хугацаа',
    online: 'Цахимаар хийх алхам',
    ofSteps: (online: number, all: number) => `${all} алхмаас ${online}`,
    steps: 'Алхам алхмаар',
    how: { online: 'Цахимаар', in_person: 'Биечлэн', automatic: 'Өөрөө болно' },
    getHere: 'эндээс шууд авах',
    others: 'Холбоотой бусад үйлчилгээ',
  },
  en: {
    guides: 'What is happening in your life',
    missing: 'No such guide was found',
    cost: 'Cost in all',
    time: 'Longest time',
    online: 'Steps to do online',
    ofSteps: (online: number, all: number) => `${online} of ${all}`,
    steps: 'Step by step',
    how: { online: 'Online', in_person: 'In person', automatic: 'Comes by itself' },
    getHere: 'get it here at once',
    others: 'Other services for this event',
  },
} as const;

export const guideMissing = (language: Language): string => guideTexts[language].missing;

const say = (mn: string, en: string, language: Language) =>
  escapeHtml(language === 'en' && en !== '' ? en : mn);
const link = (path: string, text: string, language: Language) =>
  `<a href="${path}?plain=1&amp;lang=${language}">${text}</a>`;

export function listGuides(events: readonly LifeEvent[], language: Language): string {
  if (events.length === 0) return '';
  const rows = events.map(
    ({ id, name, en_label }) => `<li>${link(`/guides/${id}`, say(name, en_label, language), language)}</li>`,
  );
  return `<h2>${guideTexts[language].guides}</h2>
<ul>${rows.join('\n')}</ul>`;
}

export function describeGuide(guide: Guide, language: Language): PlainPage {
  const words = guideTexts[language];
  const shared = plainTexts[language];
  const facts = [
    [words.cost, guide.total_fee === 0 ? shared.free : shared.money(guide.total_fee)],
    [words.time, guide.longest_days === 0 ? shared.atOnce : shared.days(guide.longest_days)],
    [words.online, words.ofSteps(guide.online_steps, guide.steps.length)],
  ];
  const steps = guide.steps.map(({ service, ...step }) => {
    const title = service
      ? link(`/services/${service.id}`, say(service.name, service.name_en, language), language)
      : say(step.title, step.title_en, language);
    return `<li><h2>${title}</h2>
<p><strong>${words.how[step.how]}</strong></p>
<p>${say(step.body, step.body_en, language)}</p>
${service ? describeService(service, language) : ''}</li>`;
  });
  const others = guide.other_services.map(
    ({ id, name, name_en }) => `<li>${link(`/services/${id}`, say(name, name_en, language), language)}</li>`,
  );
  return {
    status: 200,
    title: language === 'en' && guide.en_label !== '' ? guide.en_label : guide.name,
    body: `<p>${say(guide.description, guide.description_en, language)}</p>
${
  steps.length === 0
    ? ''
    : `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
<h2>${words.steps}</h2>
<ol>${steps.join('\n')}</ol>`
}
${others.length === 0 ? '' : `<h2>${words.others}</h2><ul>${others.join('\n')}</ul>`}
<p>${link('/services', shared.services, language)}</p>`,
  };
}

function describeService(service: GuideService, language: Language): string {
  const shared = plainTexts[language];
  const cost = service.fee === 0 ? shared.free : shared.money(service.fee);
  const time = service.fulfilment === 'auto' ? shared.atOnce : shared.days(service.max_days);
  const papers = service.papers.map((paper) => `<li>${describePaper(paper, language)}</li>`);
  return `<p><small>${say(service.authority, service.authority_en, language)} · ${cost} · ${time}</small></p>
${papers.length === 0 ? '' : `<p>${shared.need}</p><ul>${papers.join('')}</ul>`}`;
}

function describePaper({ name, name_en, source, service_id }: GuidePaper, language: Language): string {
  const text = say(name, name_en, language);
  if (source === 'fetched')
    return `${text} – ${sayPaper({ isFetched: true, isConditional: false, isOptional: false }, language)}`;
  if (source === 'brought') return text;
  return `${text} – ${link(`/services/${service_id}`, guideTexts[language].getHere, language)}`;
}
