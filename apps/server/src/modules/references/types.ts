import type { Text } from '../../kernel/http/language.ts';

interface ReferenceType {
  readonly title: Text;
  /** The sentence the document stands for; the holder's name is written above it. */
  readonly statement: Text;
}

/** What a citizen may order directly. A service may issue others, under its own name. */
export const referenceTypes: Readonly<Record<string, ReferenceType>> = {
  residence: {
    title: { mn: 'Оршин суугаа хаягийн лавлагаа', en: 'Proof of residence' },
    statement: {
      mn: 'Дээр дурдсан иргэн Монгол Улсад оршин суух бүртгэлтэй болохыг лавлав.',
      en: 'The person named above is registered as a resident of Mongolia.',
    },
  },
  birth: {
    title: { mn: 'Төрсний бүртгэлийн лавлагаа', en: 'Birth record extract' },
    statement: {
      mn: 'Дээр дурдсан иргэний төрсний бүртгэл улсын бүртгэлд байгааг лавлав.',
      en: 'The birth of the person named above is entered in the civil register.',
    },
  },
  marriage: {
    title: { mn: 'Гэрлэлтийн бүртгэлийн лавлагаа', en: 'Marriage record extract' },
    statement: {
      mn: 'Дээр дурдсан иргэний гэрлэлтийн байдлыг улсын бүртгэлээс лавлав.',
      en: 'The marital status of the person named above was taken from the civil register.',
    },
  },
  tax: {
    title: { mn: 'Татварын өргүй тодорхойлолт', en: 'Tax clearance' },
    statement: {
      mn: 'Дээр дурдсан иргэн татварын хугацаа хэтэрсэн өргүй болохыг тодорхойлов.',
      en: 'The person named above owes no overdue tax.',
    },
  },
  social_ins: {
    title: { mn: 'Нийгмийн даатгалын лавлагаа', en: 'Social-insurance extract' },
    statement: {
      mn: 'Дээр дурдсан иргэн нийгмийн даатгалд даатгуулсныг лавлав.',
      en: 'The person named above is socially insured.',
    },
  },
  health_ins: {
    title: { mn: 'Эрүүл мэндийн даатгалын лавлагаа', en: 'Health-insurance extract' },
    statement: {
      mn: 'Дээр дурдсан иргэн эрүүл мэндийн даатгалд даатгуулсныг лавлав.',
      en: 'The person named above is covered by health insurance.',
    },
  },
  criminal: {
    title: { mn: 'Ял шийтгэлгүй тодорхойлолт', en: 'No-criminal-record certificate' },
    statement: {
      mn: 'Дээр дурдсан иргэн ял шийтгэлгүй болохыг тодорхойлов.',
      en: 'The person named above has no criminal record.',
    },
  },
};

const other: ReferenceType = {
  title: { mn: 'Лавлагаа', en: 'Reference' },
  statement: {
    mn: 'Дээр дурдсан иргэнд үйлчилгээний шийдвэрийн дагуу олгов.',
    en: 'Issued to the person named above by decision on their application.',
  },
};

export function describeType(type: string): ReferenceType {
  return Object.hasOwn(referenceTypes, type) ? (referenceTypes[type] ?? other) : other;
}
