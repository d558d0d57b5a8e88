import { defineWords } from '../../i18n/words.ts';
import type { ComparedField } from './compare-versions.ts';
import type { Unit } from './duration.ts';
import type { Fault } from './passport-draft.ts';
import type { FieldName, SectionName } from './passport-fields.ts';

interface FieldWords {
  code: string;
  codeHint: string;
  sectionsLabel: string;
  sections: Record<SectionName, string>;
  labels: Record<ComparedField, string>;
  hints: Partial<Record<FieldName, string>>;
  noEvent: string;
  chooseAuthority: string;
  duration: {
    label: string;
    amount: string;
    unit: string;
    units: Record<Unit, string>;
    hint: string;
    automatic: string;
    other(hours: number): string;
  };
  faults: Record<Fault, string>;
}

/** Labels, hints and error texts of a passport's fields. */
export const fieldWords = defineWords<FieldWords>(
  {
    code: 'Код',
    codeHint: 'Латин үсэг, тоо, зураас. Дараа нь өөрчлөгдөхгүй. Жишээ: MN-0133-002',
    sectionsLabel: 'Паспортын бүлгүүд',
    sections: {
      basics: 'Үндсэн мэдээлэл',
      law: 'Эрх бүхий байгууллага, хууль',
      process: 'Үйл явц',
      classification: 'Ангилал',
      fulfilment: 'Шийдвэрлэлт ба шалгуур',
    },
    labels: {
      name: 'Нэр',
      name_en: 'Нэр, англиар',
      description: 'Тайлбар',
      description_en: 'Тайлбар, англиар',
      category: 'Бүлэг',
      category_en: 'Бүлэг, англиар',
      keywords: 'Хайлтын үгс',
      target_group: 'Хэнд зориулсан',
      target_group_en: 'Хэнд зориулсан, англиар',
      authority_id: 'Эрх бүхий байгууллага',
      legal_basis: 'Хууль зүйн үндэслэл',
      legal_basis_en: 'Хууль зүйн үндэслэл, англиар',
      applicants: 'Хэнд зориулсан',
      channels: 'Суваг',
      online: 'Цахимаар бүрэн авах боломжтой',
      steps_count: 'Алхмын тоо',
      max_days: 'Дээд хугацаа, хоног',
      processing_time: 'Шийдвэрлэх хугацаа (ISO 8601)',
      annual_volume: 'Жилд авах хүсэлтийн тоо',
      fee: 'Хураамж, ₮',
      payment_required_before: 'Хураамжийг хэзээ төлөх',
      life_event_id: 'Амьдралын гол үйл явдал',
      life_event_ids: 'Холбогдох бүх үйл явдал',
      cofog_code: 'COFOG код',
      cofog_label: 'COFOG нэр',
      main_activity: 'Үндсэн чиг үүрэг',
      sdg_code: 'SDG код',
      fulfilment: 'Шийдвэрлэх хэлбэр',
      has_discretion: 'Ажилтан үзэмжээрээ шийднэ',
      has_assessment: 'Үнэлгээ шаардана',
      sla_hours: 'Шийдвэрлэх цаг',
      tacit_approval: 'Хугацаа хэтэрвэл зөвшөөрсөнд тооцно',
      decision_signature: 'Ажилтан шийдвэртээ ПИН2 кодоор гарын үсэг зурна',
      assurance_level: 'Нэвтрэлтийн баталгааны түвшин',
      proactivity: 'Зарласан түвшин',
      output: 'Иргэн юу авах вэ',
      output_en: 'Иргэн юу авах вэ, англиар',
      output_type: 'Үр дүнгийн төрөл',
      output_ref_type: 'Олгох лавлагааны төрөл',
      evidences: 'Баримт',
      form: 'Маягт',
    },
    hints: {
      authority_id: 'Жагсаалтад алга бол администратор байгууллагыг бүртгэнэ.',
      description: 'Иргэн уншихаар энгийн үгээр. Нийтлэхэд заавал хэрэгтэй.',
      keywords: 'Таслалаар тусгаарлана. Иргэн ямар үгээр хайхыг бичнэ.',
      processing_time: 'P7D — 7 хоног, PT0S — тэр дороо',
      sla_hours: '0 бол хугацаа тоолохгүй. Автомат үйлчилгээнд тоолохгүй.',
      tacit_approval: 'Зөвхөн хуульд заасан бол.',
      decision_signature:
        'Зөвшөөрөх, татгалзах бүрд ажилтан утсан дээрээ баталгаажуулна. Иргэн гарын үсгийг хараад, нотолгоог нь татаж авна. Хугацаа хэтэрснээр зөвшөөрөгдсөн шийдвэрт гарын үсэг байхгүй. Автомат үйлчилгээнд хамаарахгүй.',
      fulfilment: 'Үзэмж, үнэлгээ шаарддаг үйлчилгээг автомат болгох боломжгүй.',
      proactivity: 'Төрд байгаа баримтыг иргэнээс асуудаг бол «Цахим»-аас дээш зарлах боломжгүй.',
      output_ref_type: 'Жишээ: residence. Хоосон бол биет зүйл, эрх олгоно.',
      life_event_ids: 'Гол үйл явдал энд үргэлж орно.',
    },
    duration: {
      label: 'Хэр удах вэ',
      amount: 'Хугацаа',
      unit: 'Нэгж',
      units: { hours: 'цаг', days: 'хоног', weeks: 'долоо хоног', months: 'сар' },
      hint: 'Иргэнд амлах хугацаа бөгөөд албан хаагчийн шийдвэрлэх хугацаа.',
      automatic: 'Автомат үйлчилгээг тэр дор нь олгоно.',
      other: (hours) => `Албан хаагчид одоо ${hours} цагийн хугацаатай. Хугацааг өөрчилбөл хоёул адил болно.`,
    },
    chooseAuthority: 'Байгууллага сонгох',
    noEvent: 'Сонгоогүй',
    faults: {
      code: 'Латин үсэг, тоо, зураасаар 2–64 тэмдэгт бичнэ үү.',
      whole: 'Зөвшөөрөгдөх хэмжээнд бүхэл тоо бичнэ үү.',
      duration: 'ISO 8601 хэлбэрээр бичнэ үү, жишээ нь P7D.',
      keywords: 'Дээд тал нь 30 үг, тус бүр 60 тэмдэгт.',
      automation: 'Үзэмж эсвэл үнэлгээ шаарддаг тул автомат болгох боломжгүй.',
      form: 'Маягтын бүтцийг засна уу.',
    },
  },
  {
    code: 'Code',
    codeHint: 'Latin letters, digits, dashes. It never changes afterwards. Example: MN-0133-002',
    sectionsLabel: 'Sections of the passport',
    sections: {
      basics: 'Basics',
      law: 'Authority and law',
      process: 'Process',
      classification: 'Classification',
      fulfilment: 'Fulfilment and gates',
    },
    labels: {
      name: 'Name',
      name_en: 'Name in English',
      description: 'Description',
      description_en: 'Description in English',
      category: 'Category',
      category_en: 'Category in English',
      keywords: 'Search words',
      target_group: 'For whom',
      target_group_en: 'For whom, in English',
      authority_id: 'Competent authority',
      legal_basis: 'Legal basis',
      legal_basis_en: 'Legal basis in English',
      applicants: 'Who can apply',
      channels: 'Channels',
      online: 'Can be had fully online',
      steps_count: 'Number of steps',
      max_days: 'Longest time, days',
      processing_time: 'Processing time (ISO 8601)',
      annual_volume: 'Applications a year',
      fee: 'Fee, MNT',
      payment_required_before: 'When the fee is due',
      life_event_id: 'Main life event',
      life_event_ids: 'All life events it belongs to',
      cofog_code: 'COFOG code',
      cofog_label: 'COFOG label',
      main_activity: 'Main activity',
      sdg_code: 'SDG code',
      fulfilment: 'How it is decided',
      has_discretion: 'Needs discretion of an officer',
      has_assessment: 'Needs an assessment',
      sla_hours: 'Hours to decide',
      tacit_approval: 'Granted when the deadline passes',
      decision_signature: 'The officer signs the decision with PIN2',
      assurance_level: 'Assurance level of the sign-in',
      proactivity: 'Declared level',
      output: 'What the citizen receives',
      output_en: 'What the citizen receives, in English',
      output_type: 'Kind of outcome',
      output_ref_type: 'Kind of document issued',
      evidences: 'Evidence',
      form: 'Form',
    },
    hints: {
      authority_id: 'If it is not in the list, an administrator has to register it.',
      description: 'In plain words, for citizens. Needed to publish.',
      keywords: 'Separated by commas. The words people search with.',
      processing_time: 'P7D is 7 days, PT0S is at once',
      sla_hours: '0 counts no deadline. Automatic services have none.',
      tacit_approval: 'Only where the law says so.',
      decision_signature:
        'The officer confirms each approval and refusal on the phone. The citizen sees the signature and can download the evidence. A decision by a passed deadline has no signature. Automatic services are not affected.',
      fulfilment: 'What needs discretion or an assessment cannot be automatic.',
      proactivity: 'A service that asks for what the state has cannot declare more than “Online”.',
      output_ref_type: 'For example residence. Empty means something else is handed over.',
      life_event_ids: 'The main one is always among them.',
    },
    duration: {
      label: 'How long it takes',
      amount: 'Time',
      unit: 'Unit',
      units: { hours: 'hours', days: 'days', weeks: 'weeks', months: 'months' },
      hint: 'The time that citizens are promised, and the deadline of officers.',
      automatic: 'An automatic service is issued at once.',
      other: (hours) => `Officers have ${hours} hours at present. A change of the time sets both.`,
    },
    chooseAuthority: 'Choose an authority',
    noEvent: 'None',
    faults: {
      code: 'Write 2 to 64 Latin letters, digits or dashes.',
      whole: 'Write a whole number within the limits.',
      duration: 'Write it as ISO 8601 does, for example P7D.',
      keywords: 'At most 30 words of 60 characters each.',
      automation: 'It needs discretion or an assessment, so it cannot be automatic.',
      form: 'Correct the structure of the form.',
    },
  },
);
