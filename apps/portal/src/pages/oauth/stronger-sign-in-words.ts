import { defineWords } from '../../i18n/words.ts';

export const strongerSignInWords = defineWords(
  {
    pin2Heading: 'PIN2 кодоор баталгаажуулна уу',
    pin2Lead: (app: string) =>
      `«${app}» таныг утсан дээрээ PIN2 кодоор баталгаажуулахыг хүсэж байна. Баталгаажуулалт 15 минут хүчинтэй.`,
    eidHeading: 'eID-ээр нэвтэрнэ үү',
    eidLead: (app: string) =>
      `«${app}» илүү найдвартай нэвтрэлт хүсэж байна. Та одоо өөр аргаар нэвтэрсэн тул eID-ээр дахин нэвтэрнэ үү.`,
    signInWithEid: 'eID-ээр нэвтрэх',
    continueWithout: 'Баталгаажуулахгүй үргэлжлүүлэх',
    cannot: (app: string) => `Боломжгүй, «${app}» руу буцах`,
  },
  {
    pin2Heading: 'Confirm with PIN2',
    pin2Lead: (app) =>
      `“${app}” asks you to confirm on your phone with PIN2. Your confirmation counts for 15 minutes.`,
    eidHeading: 'Sign in with eID',
    eidLead: (app) =>
      `“${app}” asks for a stronger sign-in. You signed in another way, so sign in again with eID.`,
    signInWithEid: 'Sign in with eID',
    continueWithout: 'Continue without confirming',
    cannot: (app) => `I cannot do this, go back to “${app}”`,
  },
);
