import { defineWords } from '../../i18n/words.ts';
import type { GateName } from './gates.ts';
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
    delete: string;
    readOnly: string;
    archived: string;
    republish: string;
    formHint: string;
    formLabel: string;
    formFormat: string;
    formPreview: string;
    formNone: string;
    formTypes: Record<string, string>;
    problems: Record<FormProblem['kind'], (detail: string) => string>;
    required: string;
  };
  links: {
    lead: string;
    evidence: string;
    required: string;
    fromCitizen: string;
    note: string;
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
  publish: {
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
    blocked: string;
    fixLinks: string;
    fixFields: string;
    done(version: number): string;
    archiveTitle(name: string): string;
    archiveText: string;
    archiveUndo: string;
    archivedDone: string;
    deleteTitle(name: string): string;
    deleteText: string;
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
      delete: 'Устгах…',
      readOnly: 'Та зөвхөн үзэх эрхтэй.',
      archived: 'Архивласан паспорт. Засах, нийтлэх боломжгүй.',
      republish: 'Нийтэлснээс хойш засагдсан: иргэн одоогоор өмнөх хувилбарыг харж байна.',
      formHint:
        'JSON Schema 2020-12. Талбар бүр x-title (mn, en) нэртэй, x-sections хэсгийн аль нэгэнд нэг удаа орно. Хоосон бол асуулт асуухгүй.',
      formLabel: 'Маягтын JSON Schema',
      formFormat: 'Эмхлэх',
      formPreview: 'Иргэнээс асуух зүйл',
      formNone: 'Энэ үйлчилгээ асуулт асуухгүй.',
      formTypes: {
        string: 'текст',
        number: 'тоо',
        integer: 'бүхэл тоо',
        boolean: 'тийм/үгүй',
        array: 'жагсаалт',
        choice: 'сонголт',
        date: 'огноо',
      },
      problems: {
        json: quoted('JSON бичиглэл буруу'),
        shape: () => 'Маягт "type": "object", "additionalProperties": false байна.',
        fields: () => 'properties дотор дор хаяж нэг талбар хэрэгтэй.',
        untitled: (field) => `${field}: x-title (mn, en) хэрэгтэй.`,
        unplaced: (field) => `${field}: x-sections-д яг нэг удаа дурдана.`,
      },
      required: 'заавал',
    },
    links: {
      lead: 'Төрийн мэдээлэл солилцоонд байгаа баримтыг иргэнээс асуух нь нэг удаагийн зарчмыг зөрчинө.',
      evidence: 'Баримт',
      required: 'Заавал',
      fromCitizen: 'Иргэнээс авна',
      note: 'Тайлбар',
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
    publish: {
      title: (version) => `${version}-р хувилбарыг нийтлэх`,
      lead: 'Нийтэлмэгц иргэд каталогоос харж, хүсэлт гаргана.',
      gates: {
        saved: 'Өөрчлөлт хадгалагдсан',
        mandatory: 'CPSV-AP заавал байх талбар',
        once_only: 'Нэг удаагийн зарчим',
        automation: 'Автомат шийдвэрлэлт',
      },
      good: {
        saved: 'Хадгалаагүй өөрчлөлт алга.',
        mandatory: 'Код, нэр, тайлбар, байгууллага бөглөгдсөн.',
        once_only: 'Зарласан түвшин асууж буй баримттай нийцэж байна.',
        automation: 'Шийдвэрлэх хэлбэр нийцэж байна.',
      },
      bad: {
        saved: () => 'Паспорт, маягт, баримтын хадгалаагүй өөрчлөлтийг эхлээд хадгална уу.',
        mandatory: (fields) => `Хоосон байна: ${fields}.`,
        once_only: (names) =>
          `Төрд байгаа баримтыг иргэнээс асууж байна: ${names}. Иргэнээс асуухаа болих, эсвэл зарласан түвшнийг «Цахим» болгоно уу.`,
        automation: () => 'Үзэмж, үнэлгээ шаарддаг үйлчилгээг автомат болгох боломжгүй.',
      },
      passed: 'Хангасан',
      failed: 'Хангаагүй',
      note: 'Өөрчлөлтийн тайлбар',
      noteHint: 'Хувилбарын түүхэнд үлдэнэ. Юу, яагаад өөрчлөгдсөнийг бичнэ үү.',
      action: 'Нийтлэх',
      blocked: 'Дээрхийг засаад дахин нийтэлнэ үү.',
      fixLinks: 'Баримтыг засах',
      fixFields: 'Талбарыг бөглөх',
      done: (version) => `${version}-р хувилбарыг нийтэллээ. Каталогт харагдаж байна.`,
      archiveTitle: (name) => `«${name}» үйлчилгээг архивлах уу?`,
      archiveText: 'Иргэд шинээр хүсэлт гаргах боломжгүй болно. Өмнөх хүсэлтүүд хэвээр үлдэнэ.',
      archiveUndo: 'Архивласныг буцаах боломжгүй.',
      archivedDone: 'Архивлалаа.',
      deleteTitle: (name) => `«${name}» паспортыг устгах уу?`,
      deleteText: 'Паспорт хувилбарын түүхтэйгээ устана. Буцаах боломжгүй.',
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
        'Somebody else has changed this passport while you were writing. Their changes are on the page now, and yours are kept. Check them and save again.',
      saved: 'Saved. Publish it to show it to citizens.',
      created: 'The draft was created.',
      publish: 'Publish…',
      archive: 'Archive…',
      delete: 'Delete…',
      readOnly: 'You may look but not change.',
      archived: 'An archived passport can be neither changed nor published.',
      republish: 'Changed since it was published: citizens still see the version before.',
      formHint:
        'JSON Schema 2020-12. Every field has an x-title (mn, en) and stands once in x-sections. Empty asks no questions.',
      formLabel: 'JSON Schema of the form',
      formFormat: 'Tidy up',
      formPreview: 'What citizens will be asked',
      formNone: 'This service asks no questions.',
      formTypes: {
        string: 'text',
        number: 'number',
        integer: 'whole number',
        boolean: 'yes or no',
        array: 'list',
        choice: 'choice',
        date: 'date',
      },
      problems: {
        json: quoted('This is not valid JSON'),
        shape: () => 'A form has "type": "object" and "additionalProperties": false.',
        fields: () => 'properties needs at least one field.',
        untitled: (field) => `${field} needs an x-title (mn, en).`,
        unplaced: (field) => `${field} must stand exactly once in x-sections.`,
      },
      required: 'required',
    },
    links: {
      lead: 'Asking citizens for what is in the state data exchange breaks the once-only principle.',
      evidence: 'Evidence',
      required: 'Required',
      fromCitizen: 'From the citizen',
      note: 'Note',
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
    publish: {
      title: (version) => `Publish version ${version}`,
      lead: 'Citizens see it in the catalogue and can apply as soon as it is published.',
      gates: {
        saved: 'Changes are saved',
        mandatory: 'Fields that CPSV-AP demands',
        once_only: 'Once-only principle',
        automation: 'Automatic decisions',
      },
      good: {
        saved: 'Nothing is unsaved.',
        mandatory: 'Code, name, description and authority are filled in.',
        once_only: 'The declared level fits what is asked of citizens.',
        automation: 'The way it is decided is allowed.',
      },
      bad: {
        saved: () => 'First save what was changed in the passport, its form or its evidence.',
        mandatory: (fields) => `Empty: ${fields}.`,
        once_only: (names) =>
          `Citizens are asked for what the state has: ${names}. Stop asking for it, or declare the level “Online”.`,
        automation: () => 'What needs discretion or an assessment cannot be automatic.',
      },
      passed: 'Passed',
      failed: 'Not passed',
      note: 'What has changed',
      noteHint: 'Kept with the version. Say what changed and why.',
      action: 'Publish',
      blocked: 'Correct the above, then publish.',
      fixLinks: 'Correct the evidence',
      fixFields: 'Fill in the fields',
      done: (version) => `Version ${version} is published and stands in the catalogue.`,
      archiveTitle: (name) => `Archive “${name}”?`,
      archiveText: 'Nobody can apply any more. Applications that were made stay as they are.',
      archiveUndo: 'This cannot be undone.',
      archivedDone: 'Archived.',
      deleteTitle: (name) => `Delete the passport “${name}”?`,
      deleteText: 'The passport goes with the history of its versions. This cannot be undone.',
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
