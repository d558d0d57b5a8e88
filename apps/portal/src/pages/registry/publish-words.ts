import { defineWords } from '../../i18n/words.ts';
import type { GateName } from './gates.ts';

interface PublishWords {
  title(version: number): string;
  lead: string;
  gates: Record<GateName, string>;
  good: Record<GateName, string>;
  bad: Record<GateName, (because: string) => string>;
  passed: string;
  failed: string;
  note: string;
  noteHint: string;
  action: string;
  handover(cases: number, authority: string, officers: number): string;
  blocked: string;
  fixLinks: string;
  fixFields: string;
  done(version: number): string;
  archiveTitle(name: string): string;
  archiveText: string;
  archiveDrafts(count: number): string;
  archiveUndo: string;
  archivedDone: string;
  restoredDone: Record<'draft' | 'published', string>;
  deleteTitle(name: string): string;
  deleteText: string;
}

/** Words for publishing, archiving, restoring and deleting a passport. */
export const publishWords = defineWords<PublishWords>(
  {
    title: (version) => `${version}-р хувилбарыг нийтлэх`,
    lead: 'Нийтэлмэгц иргэд каталогоос харж, хүсэлт гаргана.',
    gates: {
      saved: 'Өөрчлөлт хадгалагдсан',
      mandatory: 'CPSV-AP заавал байх талбар',
      time: 'Шийдвэрлэх хугацаа',
      languages: 'Монгол, англи хоёр хэлээр',
      evidence_languages: 'Баримт хоёр хэлээр',
      once_only: 'Нэг удаагийн зарчим',
      automation: 'Автомат шийдвэрлэлт',
    },
    good: {
      saved: 'Хадгалаагүй өөрчлөлт алга.',
      mandatory: 'Код, нэр, тайлбар, байгууллага бөглөгдсөн.',
      time: 'Хэр удахыг иргэнд хэлсэн.',
      languages: 'Иргэн унших бүх текст хоёр хэлээр байна.',
      evidence_languages: 'Баримт бүр хоёр хэлээр нэртэй.',
      once_only: 'Зарласан түвшин асууж буй баримттай нийцэж байна.',
      automation: 'Шийдвэрлэх хэлбэр нийцэж байна.',
    },
    bad: {
      saved: () => 'Паспорт, маягт, баримтын хадгалаагүй өөрчлөлтийг эхлээд хадгална уу.',
      mandatory: (fields) => `Хоосон байна: ${fields}.`,
      time: () => 'Хугацаа бичээгүй тул иргэн «0 хоног хүртэл» гэж уншина. Хугацааг бичнэ үү.',
      languages: (fields) => `Нөгөө хэлээр бөглөнө үү: ${fields}.`,
      evidence_languages: (names) => `Англи нэр эсвэл тайлбар дутуу: ${names}.`,
      once_only: (names) =>
        `Төрд байгаа баримтыг иргэнээс асууж байна: ${names}. Иргэнээс асуухаа болих, эсвэл зарласан түвшнийг «Цахим» болгоно уу.`,
      automation: () => 'Үзэмж, үнэлгээ шаарддаг үйлчилгээг автомат болгох боломжгүй.',
    },
    passed: 'Хангасан',
    failed: 'Хангаагүй',
    note: 'Өөрчлөлтийн тайлбар',
    noteHint: 'Хувилбарын түүхэнд үлдэнэ. Юу, яагаад өөрчлөгдсөнийг бичнэ үү.',
    action: 'Нийтлэх',
    handover: (cases, authority, officers) =>
      `Хүлээгдэж буй ${cases} хүсэлт «${authority}» байгууллагад шилжинэ. Тэнд ${officers} ажилтан шийдвэрлэнэ.`,
    blocked: 'Дээрхийг засаад дахин нийтэлнэ үү.',
    fixLinks: 'Баримтыг засах',
    fixFields: 'Талбарыг бөглөх',
    done: (version) => `${version}-р хувилбарыг нийтэллээ. Каталогт харагдаж байна.`,
    archiveTitle: (name) => `«${name}» үйлчилгээг архивлах уу?`,
    archiveText: 'Иргэд шинээр хүсэлт гаргах боломжгүй болно. Өмнөх хүсэлтүүд хэвээр үлдэнэ.',
    archiveDrafts: (count) =>
      `Эхлүүлсэн ч илгээгээгүй ${count} хүсэлт байна. Архивласны дараа уншиж, хуулж, устгаж болно, харин илгээх боломжгүй.`,
    archiveUndo: 'Дараа нь архиваас сэргээж болно.',
    archivedDone: 'Архивлалаа. Сэргээвэл өмнөх төлөвтөө буцна.',
    restoredDone: {
      draft: 'Архиваас сэргээлээ. Ноорог хэвээр байна.',
      published: 'Архиваас сэргээлээ. Иргэд өмнөх хувилбарыг дахин харж байна.',
    },
    deleteTitle: (name) => `«${name}» паспортыг устгах уу?`,
    deleteText: 'Паспорт хувилбарын түүхтэйгээ устана. Буцаах боломжгүй.',
  },
  {
    title: (version) => `Publish version ${version}`,
    lead: 'Citizens see it in the catalogue and can apply as soon as it is published.',
    gates: {
      saved: 'Changes are saved',
      mandatory: 'Fields that CPSV-AP demands',
      time: 'How long it takes',
      languages: 'In Mongolian and in English',
      evidence_languages: 'Evidence in both languages',
      once_only: 'Once-only principle',
      automation: 'Automatic decisions',
    },
    good: {
      saved: 'Nothing is unsaved.',
      mandatory: 'Code, name, description and authority are filled in.',
      time: 'Citizens are told how long it takes.',
      languages: 'Everything citizens read is there in both languages.',
      evidence_languages: 'Every document has its name in both languages.',
      once_only: 'The declared level fits what is asked of citizens.',
      automation: 'The way it is decided is allowed.',
    },
    bad: {
      saved: () => 'First save what was changed in the passport, its form or its evidence.',
      mandatory: (fields) => `Empty: ${fields}.`,
      time: () => 'No time is given: citizens would read “up to 0 days”. Enter how long it takes.',
      languages: (fields) => `Missing in the other language: ${fields}.`,
      evidence_languages: (names) => `The English name or note is missing: ${names}.`,
      once_only: (names) =>
        `Citizens are asked for what the state has: ${names}. Stop asking for it, or declare the level “Online”.`,
      automation: () => 'What needs discretion or an assessment cannot be automatic.',
    },
    passed: 'Passed',
    failed: 'Not passed',
    note: 'What has changed',
    noteHint: 'Kept with the version. Say what changed and why.',
    action: 'Publish',
    handover: (cases, authority, officers) =>
      `${cases === 1 ? '1 waiting case moves' : `${cases} waiting cases move`} to ${authority}, where ${officers === 1 ? '1 officer decides' : `${officers} officers decide`} them.`,
    blocked: 'Correct the above, then publish.',
    fixLinks: 'Correct the evidence',
    fixFields: 'Fill in the fields',
    done: (version) => `Version ${version} is published and stands in the catalogue.`,
    archiveTitle: (name) => `Archive “${name}”?`,
    archiveText: 'Nobody will be able to apply. Existing applications stay as they are.',
    archiveDrafts: (count) =>
      count === 1
        ? 'One application has been started and not sent. It can then be read, copied and deleted, but not sent.'
        : `${count} applications have been started and not sent. They can then be read, copied and deleted, but not sent.`,
    archiveUndo: 'It can be restored later.',
    archivedDone: 'Archived. Restoring it gives back what was there before.',
    restoredDone: {
      draft: 'Restored. It is a draft again.',
      published: 'Restored. Citizens see the version they saw before.',
    },
    deleteTitle: (name) => `Delete the passport “${name}”?`,
    deleteText: 'The passport goes with the history of its versions. This cannot be undone.',
  },
);
