import { defineWords } from '../../i18n/words.ts';
import type { FormProblem } from './read-form.ts';

export const PARTS = ['passport', 'form', 'evidences', 'versions'] as const;
export type Part = (typeof PARTS)[number];

interface EditorWords {
  editor: {
    newTitle: string;
    newLead: string;
    back: string;
    partsLabel: string;
    parts: Record<Part, string>;
    version(number: number): string;
    save: string;
    create: string;
    discard: string;
    unsaved: string;
    unsavedPart: string;
    outdated: string;
    saved: string;
    created: string;
    publish: string;
    archive: string;
    restore: string;
    delete: string;
    readOnly: string;
    archived: string;
    republish: string;
    formHint: string;
    formLabel: string;
    formFormat: string;
    formNone: string;
    problems: Record<FormProblem['kind'], (detail: string) => string>;
  };
  links: {
    lead: string;
    evidence: string;
    required: string;
    fromCitizen: string;
    note: string;
    noteEn: string;
    noNameEn: string;
    exchange: string;
    notExchange: string;
    violation: string;
    add: string;
    choose: string;
    chooseFirst: string;
    remove(name: string): string;
    none: string;
    save: string;
    saved: string;
    compliant: string;
    broken(count: number): string;
  };
  versions: {
    none: string;
    caption: string;
    version: string;
    published: string;
    note: string;
    noteOf(version: string): string;
    baseline: string;
    steps: string;
    documents: string;
    days: string;
    fee: string;
    deltaText: string;
    better(label: string): string;
    worse(label: string): string;
    compare: string;
    older: string;
    newer: string;
    onlyChanged: string;
    same: string;
    field: string;
    changed: string;
    empty: string;
    yes: string;
    no: string;
    count(changed: number): string;
  };
}

const quoted = (mn: string) => (detail: string) => (detail ? `${mn}: ${detail}` : mn);

export const editorWords = defineWords<EditorWords>(
  {
    editor: {
      newTitle: 'Шинэ паспорт',
      newLead: 'Эхлээд ноорог үүснэ. Баримт, маягтыг дараа нь нэмж болно.',
      back: 'Бүх үйлчилгээ',
      partsLabel: 'Паспортын хэсгүүд',
      parts: { passport: 'Паспорт', form: 'Маягт', evidences: 'Баримт', versions: 'Хувилбар' },
      version: (number) => `${number}-р хувилбар`,
      save: 'Хадгалах',
      create: 'Ноорог үүсгэх',
      discard: 'Өөрчлөлтийг болих',
      unsaved: 'Хадгалаагүй өөрчлөлт байна.',
      unsavedPart: 'хадгалаагүй',
      outdated:
        'Таныг бичиж байх хооронд өөр хүн энэ паспортыг өөрчилжээ. Түүний өөрчлөлтийг энд нэмсэн, таны бичсэн хэвээр байна. Шалгаад дахин хадгална уу.',
      saved: 'Хадгаллаа. Иргэнд харуулахын тулд нийтэлнэ үү.',
      created: 'Ноорог үүслээ.',
      publish: 'Нийтлэх…',
      archive: 'Архивлах…',
      restore: 'Архиваас сэргээх',
      delete: 'Устгах…',
      readOnly: 'Та зөвхөн үзэх эрхтэй.',
      archived: 'Архивласан паспорт. Засах, нийтлэхийн тулд эхлээд архиваас сэргээнэ үү.',
      republish: 'Нийтэлснээс хойш засагдсан: иргэн одоогоор өмнөх хувилбарыг харж байна.',
      formHint:
        'JSON Schema 2020-12. Талбар бүр x-title (mn, en) нэртэй, x-sections хэсгийн аль нэгэнд нэг удаа орно. Хоосон бол асуулт асуухгүй.',
      formLabel: 'Маягтын JSON Schema',
      formFormat: 'Эмхлэх',
      formNone: 'Энэ үйлчилгээ асуулт асуухгүй.',
      problems: {
        json: quoted('JSON бичиглэл буруу'),
        shape: () => 'Маягт "type": "object", "additionalProperties": false байна.',
        fields: () => 'properties дотор дор хаяж нэг талбар хэрэгтэй.',
        untitled: (part) => `${part}: хоёр хэлээр нэр бичнэ үү.`,
        emptyGroup: (part) => `${part}: асуулт алга. Асуулт нэмэх, эсвэл бүлгийг хасна уу.`,
        unplaced: (part) => `${part}: яг нэг бүлэгт байна.`,
      },
    },
    links: {
      lead: 'Төрийн мэдээлэл солилцоонд байгаа баримтыг иргэнээс асуух нь нэг удаагийн зарчмыг зөрчинө.',
      evidence: 'Баримт',
      required: 'Заавал',
      fromCitizen: 'Иргэнээс авна',
      note: 'Тайлбар',
      noteEn: 'Тайлбар, англиар',
      noNameEn: 'Англи нэр, тайлбар дутуу: нэрийг «Баримт» хуудсанд нөхнө.',
      exchange: 'Солилцоонд байгаа',
      notExchange: 'Солилцоонд байхгүй',
      violation: 'Зөрчил: төрд байгаа баримтыг иргэнээс асууж байна. «Иргэнээс авна» тэмдгийг авбал арилна.',
      add: 'Нэмэх',
      choose: 'Баримт сонгох',
      chooseFirst: 'Эхлээд жагсаалтаас баримт сонгоно уу.',
      remove: (name) => `«${name}» хасах`,
      none: 'Баримт холбоогүй.',
      save: 'Баримтыг хадгалах',
      saved: 'Баримтыг хадгаллаа.',
      compliant: 'Нэг удаагийн зарчмыг хангаж байна.',
      broken: (count) => `${count} баримт нэг удаагийн зарчмыг зөрчиж байна. Дээд түвшин: цахим.`,
    },
    versions: {
      none: 'Одоогоор нийтлээгүй байна.',
      caption: 'Нийтэлсэн хувилбарууд',
      version: 'Хувилбар',
      published: 'Нийтэлсэн',
      note: 'Тайлбар',
      noteOf: (version) => `Юу өөрчлөгдсөн (${version})`,
      baseline: 'Анхны',
      steps: 'Алхам',
      documents: 'Иргэнээс авах баримт',
      days: 'Хоног',
      fee: 'Хураамж, ₮',
      deltaText: 'Анхны хувилбартай харьцуулсан өөрчлөлт хаалтад байна. Хасах нь иргэнд хөнгөн.',
      better: (label) => `${label}, сайжирсан`,
      worse: (label) => `${label}, хүндэрсэн`,
      compare: 'Хоёр хувилбарыг харьцуулах',
      older: 'Өмнөх',
      newer: 'Дараах',
      onlyChanged: 'Зөвхөн өөрчлөгдсөнийг харуулах',
      same: 'Энэ хоёр хувилбарт ялгаа алга.',
      field: 'Талбар',
      changed: 'өөрчлөгдсөн',
      empty: 'хоосон',
      yes: 'Тийм',
      no: 'Үгүй',
      count: (changed) => `${changed} талбар өөрчлөгдсөн.`,
    },
  },
  {
    editor: {
      newTitle: 'New passport',
      newLead: 'It begins as a draft. Evidence and the form can be added later.',
      back: 'All services',
      partsLabel: 'Parts of the passport',
      parts: { passport: 'Passport', form: 'Form', evidences: 'Evidence', versions: 'Versions' },
      version: (number) => `Version ${number}`,
      save: 'Save',
      create: 'Create the draft',
      discard: 'Discard changes',
      unsaved: 'There are unsaved changes.',
      unsavedPart: 'not saved',
      outdated:
        'Another person changed this passport while you were writing. The page now shows their changes and keeps yours. Check them and save again.',
      saved: 'Saved. Publish it to show it to citizens.',
      created: 'The draft was created.',
      publish: 'Publish…',
      archive: 'Archive…',
      restore: 'Restore from the archive',
      delete: 'Delete…',
      readOnly: 'You may look but not change.',
      archived: 'This passport is archived. Restore it to change or publish it.',
      republish: 'Changed since it was published: citizens still see the version before.',
      formHint:
        'JSON Schema 2020-12. Every field has an x-title (mn, en) and stands once in x-sections. Empty asks no questions.',
      formLabel: 'JSON Schema of the form',
      formFormat: 'Tidy up',
      formNone: 'This service asks no questions.',
      problems: {
        json: quoted('This is not valid JSON'),
        shape: () => 'A form has "type": "object" and "additionalProperties": false.',
        fields: () => 'properties needs at least one field.',
        untitled: (part) => `${part} needs a title in both languages.`,
        emptyGroup: (part) => `${part} has no question. Add one, or remove the group.`,
        unplaced: (part) => `${part} must be in exactly one group.`,
      },
    },
    links: {
      lead: 'Asking citizens for what is in the state data exchange breaks the once-only principle.',
      evidence: 'Evidence',
      required: 'Required',
      fromCitizen: 'From the citizen',
      note: 'Note',
      noteEn: 'Note in English',
      noNameEn: 'English name or note is missing: complete the name on the page “Evidence”.',
      exchange: 'In the exchange',
      notExchange: 'Not in the exchange',
      violation:
        'Violation: the state has this and the citizen is asked for it. Untick “From the citizen” to correct it.',
      add: 'Add',
      choose: 'Choose evidence',
      chooseFirst: 'Choose one from the list first.',
      remove: (name) => `Remove “${name}”`,
      none: 'No evidence is linked.',
      save: 'Save the evidence',
      saved: 'The evidence was saved.',
      compliant: 'Keeps to the once-only principle.',
      broken: (count) =>
        `${count === 1 ? '1 document breaks' : `${count} documents break`} the once-only principle. The highest level is online.`,
    },
    versions: {
      none: 'It has not been published yet.',
      caption: 'Published versions',
      version: 'Version',
      published: 'Published',
      note: 'Note',
      noteOf: (version) => `What has changed (${version})`,
      baseline: 'Baseline',
      steps: 'Steps',
      documents: 'Documents asked',
      days: 'Days',
      fee: 'Fee, MNT',
      deltaText: 'In brackets the change against the baseline. Less is easier for citizens.',
      better: (label) => `${label}, better`,
      worse: (label) => `${label}, worse`,
      compare: 'Compare two versions',
      older: 'Before',
      newer: 'After',
      onlyChanged: 'Only what changed',
      same: 'These two versions are the same.',
      field: 'Field',
      changed: 'changed',
      empty: 'empty',
      yes: 'Yes',
      no: 'No',
      count: (changed) => (changed === 1 ? '1 field changed.' : `${changed} fields changed.`),
    },
  },
);
