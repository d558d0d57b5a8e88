import type { PassportState } from '../../api/registry.ts';
import { defineWords } from '../../i18n/words.ts';

export const PLACES = ['overview', 'services', 'evidences', 'life-events', 'once-only'] as const;
export type RegistryPlace = (typeof PLACES)[number];

interface RegistryWords {
  title: string;
  lead: string;
  placesLabel: string;
  places: Record<RegistryPlace, string>;
  states: Record<PassportState, string>;
  figures: Record<'services' | 'published' | 'drafts' | 'archived' | 'events' | 'evidences' | 'days', string>;
  inExchange(count: number): string;
  byLevel: string;
  byState: string;
  byAuthority: string;
  others(count: number): string;
  violations: string;
  violationsText(count: number, hits: string): string;
  noViolations: string;
  toReport: string;
  services: {
    lead: string;
    add: string;
    search: string;
    searchHint: string;
    state: string;
    authority: string;
    level: string;
    event: string;
    name: string;
    version: string;
    neverPublished: string;
    unknown: string;
    unknownText: string;
    published: string;
    caption: string;
    empty: string;
    deleted(name: string): string;
  };
}

export const registryWords = defineWords<RegistryWords>(
  {
    title: 'Үйлчилгээний бүртгэл',
    lead: 'Төрийн үйлчилгээний паспорт, баримт, амьдралын үйл явдал.',
    placesLabel: 'Бүртгэлийн хэсгүүд',
    places: {
      overview: 'Тойм',
      services: 'Үйлчилгээ',
      evidences: 'Баримт',
      'life-events': 'Үйл явдал',
      'once-only': 'Нэг удаагийн зарчим',
    },
    states: { draft: 'Ноорог', published: 'Нийтэлсэн', archived: 'Архивласан' },
    figures: {
      services: 'Үйлчилгээ',
      published: 'Нийтэлсэн',
      drafts: 'Ноорог',
      archived: 'Архивласан',
      events: 'Үйл явдал',
      evidences: 'Баримтын төрөл',
      days: 'Дундаж дээд хугацаа, хоног',
    },
    inExchange: (count) => `${count} нь мэдээлэл солилцоонд байна`,
    byLevel: 'Зарласан түвшнээр',
    byState: 'Төлөвөөр',
    byAuthority: 'Байгууллагаар',
    others: (count) => `Бусад (${count})`,
    violations: 'Нэг удаагийн зарчмын зөрчил',
    violationsText: (count, hits) =>
      `${count} тохиолдолд төрд байгаа баримтыг иргэнээс асууж байна. Энэ нь жилд ${hits} удаа давтагдана.`,
    noViolations: 'Төрд байгаа баримтыг иргэнээс асуудаг үйлчилгээ алга.',
    toReport: 'Тайланг үзэх',
    services: {
      lead: 'Паспортыг засах нь иргэнд шууд харагдахгүй: нийтлэх үед харагдана.',
      add: 'Паспорт нэмэх',
      search: 'Хайх',
      searchHint: 'Нэр эсвэл код',
      state: 'Төлөв',
      authority: 'Байгууллага',
      level: 'Түвшин',
      event: 'Үйл явдал',
      name: 'Үйлчилгээ',
      version: 'Хувилбар',
      neverPublished: 'Нийтлээгүй',
      unknown: 'Ийм паспорт алга',
      unknownText: 'Холбоос нь буруу, эсвэл паспортыг устгасан байна.',
      published: 'Нийтэлсэн огноо',
      caption: 'Үйлчилгээний паспортууд',
      empty: 'Ийм үйлчилгээ алга. Шүүлтээ өөрчилж үзнэ үү.',
      deleted: (name) => `«${name}» паспортыг устгалаа.`,
    },
  },
  {
    title: 'Service registry',
    lead: 'Passports of public services, evidence, life events.',
    placesLabel: 'Parts of the registry',
    places: {
      overview: 'Overview',
      services: 'Services',
      evidences: 'Evidence',
      'life-events': 'Life events',
      'once-only': 'Once-only',
    },
    states: { draft: 'Draft', published: 'Published', archived: 'Archived' },
    figures: {
      services: 'Services',
      published: 'Published',
      drafts: 'Drafts',
      archived: 'Archived',
      events: 'Life events',
      evidences: 'Kinds of evidence',
      days: 'Longest time on average, days',
    },
    inExchange: (count) => `${count} in the data exchange`,
    byLevel: 'By declared level',
    byState: 'By state',
    byAuthority: 'By authority',
    others: (count) => `Others (${count})`,
    violations: 'Once-only violations',
    violationsText: (count, hits) =>
      `In ${count === 1 ? '1 case' : `${count} cases`} citizens are asked for what the state already has. That happens ${hits} times a year.`,
    noViolations: 'No service asks citizens for what the state already has.',
    toReport: 'See the report',
    services: {
      lead: 'Citizens do not see an edit until it is published.',
      add: 'Add a passport',
      search: 'Search',
      searchHint: 'Name or code',
      state: 'State',
      authority: 'Authority',
      level: 'Level',
      event: 'Life event',
      name: 'Service',
      version: 'Version',
      neverPublished: 'Never published',
      unknown: 'There is no such passport',
      unknownText: 'The link is wrong, or the passport was deleted.',
      published: 'Published',
      caption: 'Service passports',
      empty: 'There is no such service. Try changing the filters.',
      deleted: (name) => `The passport “${name}” was deleted.`,
    },
  },
);
