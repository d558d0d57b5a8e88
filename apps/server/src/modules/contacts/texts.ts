import type { Kind } from './schemas.ts';

/** Messages that leave the platform hold both languages, because nobody may be signed in where they are read. */
export interface Written {
  subject: string;
  text: string;
}

export function writeCode(kind: Kind, code: string, platform: string): Written {
  if (kind === 'phone')
    return {
      subject: '',
      text: `${platform}: баталгаажуулах код ${code}. Хэнд ч бүү хэлээрэй.\nYour code is ${code}. Tell it to nobody.`,
    };
  return {
    subject: `${code} — ${platform}`,
    text: [
      `Таны баталгаажуулах код: ${code}`,
      'Код 10 минут хүчинтэй. Хэнд ч бүү хэлээрэй. Та энэ кодыг хүсээгүй бол юу ч хийх шаардлагагүй.',
      `Your code: ${code}`,
      'It is valid for 10 minutes. Tell it to nobody. If you did not ask for it, you do not need to do anything.',
    ].join('\n\n'),
  };
}

const losses = {
  email: {
    mn: 'Энэ и-мэйл хаягийг таны бүртгэлээс сольсон эсвэл хассан.',
    en: 'This e-mail address was replaced or removed in your account.',
  },
  phone: {
    mn: 'Энэ дугаарыг таны бүртгэлээс сольсон эсвэл хассан.',
    en: 'This number was replaced or removed in your account.',
  },
};

/** Tells the contact that the account no longer has: whoever took the session over cannot read it there. */
export function writeLoss(kind: Kind, platform: string, origin: string): Written {
  const { mn, en } = losses[kind];
  const warning = {
    mn: `Та биш бол eID-ээрээ нэвтэрч, бүх төхөөрөмжөөс гарна уу: ${origin}/account/security`,
    en: `If it was not you, sign in with your eID and sign out everywhere: ${origin}/account/security`,
  };
  return kind === 'phone'
    ? { subject: '', text: `${platform}: ${mn} ${warning.mn}\n${en}` }
    : {
        subject: `${platform}: и-мэйл хаяг солигдлоо · your e-mail address was changed`,
        text: [mn, warning.mn, en, warning.en].join('\n\n'),
      };
}

/** For the portal and for the contacts that the account has now. */
export const changeNotices = {
  email: {
    title: { mn: 'Таны и-мэйл хаяг өөрчлөгдлөө', en: 'Your e-mail address was changed' },
    body: {
      mn: 'Та биш бол «Нэвтрэлт, аюулгүй байдал» хуудаснаас бүх төхөөрөмжөөс гарна уу.',
      en: 'If it was not you, sign out everywhere on the page “Sign-ins and security”.',
    },
  },
  phone: {
    title: { mn: 'Таны утасны дугаар өөрчлөгдлөө', en: 'Your mobile number was changed' },
    body: {
      mn: 'Та биш бол «Нэвтрэлт, аюулгүй байдал» хуудаснаас бүх төхөөрөмжөөс гарна уу.',
      en: 'If it was not you, sign out everywhere on the page “Sign-ins and security”.',
    },
  },
} as const;
