import type { Text } from '../../kernel/http/language.ts';
import type { RegisterCode } from './person-registers-port.ts';

interface ReferenceType {
  readonly title: Text;
  /** The default purpose; a choice of the applicant replaces it. */
  readonly purpose: Text;
}

/** The certificates based on a state register. A service may issue others under its own name. */
export const referenceTypes: Readonly<Record<RegisterCode, ReferenceType>> = {
  residence: {
    title: { mn: 'Оршин суугаа хаягийн лавлагаа', en: 'Proof of residence' },
    purpose: {
      mn: 'Бүртгэлтэй хаягаа нотлох шаардлагатай газарт өгнө.',
      en: 'For use wherever proof of a registered address is asked for.',
    },
  },
  birth: {
    title: { mn: 'Төрсний бүртгэлийн лавлагаа', en: 'Birth record extract' },
    purpose: {
      mn: 'Төрсөн огноо, газар, эцэг эхээ нотлох шаардлагатай газарт өгнө.',
      en: 'For use wherever proof of birth and parentage is asked for.',
    },
  },
  marriage: {
    title: { mn: 'Гэрлэлтийн бүртгэлийн лавлагаа', en: 'Marriage record extract' },
    purpose: {
      mn: 'Гэрлэлтийн байдлаа нотлох шаардлагатай газарт өгнө.',
      en: 'For use wherever proof of marital status is asked for.',
    },
  },
  tax: {
    title: { mn: 'Татварын өргүй тодорхойлолт', en: 'Tax clearance' },
    purpose: {
      mn: 'Татварын өргүй гэдгээ нотлох шаардлагатай газарт өгнө.',
      en: 'For use wherever proof that no tax is overdue is asked for.',
    },
  },
  social_ins: {
    title: { mn: 'Нийгмийн даатгалын лавлагаа', en: 'Social-insurance extract' },
    purpose: {
      mn: 'Нийгмийн даатгалын шимтгэл төлөлтөө нотлох шаардлагатай газарт өгнө.',
      en: 'For use wherever proof of social-insurance contributions is asked for.',
    },
  },
  health_ins: {
    title: { mn: 'Эрүүл мэндийн даатгалын лавлагаа', en: 'Health-insurance extract' },
    purpose: {
      mn: 'Эрүүл мэндийн даатгалын байдлаа нотлох шаардлагатай газарт өгнө.',
      en: 'For use wherever proof of health insurance is asked for.',
    },
  },
  criminal: {
    title: { mn: 'Ял шийтгэлгүй тодорхойлолт', en: 'No-criminal-record certificate' },
    purpose: {
      mn: 'Ял шийтгэлгүй гэдгээ нотлох шаардлагатай газарт өгнө.',
      en: 'For use wherever proof of no criminal record is asked for.',
    },
  },
};

export const registerCodes = Object.keys(referenceTypes) as readonly RegisterCode[];

export const isRegisterType = (type: string): type is RegisterCode => Object.hasOwn(referenceTypes, type);

/** A service's own document certifies the decision itself. */
export const decisionDocument = {
  purpose: {
    mn: 'Үйлчилгээний шийдвэрийг нотлох шаардлагатай газарт өгнө.',
    en: 'For use wherever proof of this decision is asked for.',
  },
  statement: {
    mn: 'Дээр дурдсан иргэнд доорх шийдвэрийн дагуу олгов.',
    en: 'Issued to the person named above by the decision below.',
  },
  register: {
    mn: 'Хүсэлтийн бүртгэл',
    en: 'Register of applications',
  },
} as const satisfies Record<string, Text>;
