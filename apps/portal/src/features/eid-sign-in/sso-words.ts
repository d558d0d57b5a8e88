import { defineWords } from '../../i18n/words.ts';

export const ssoWords = defineWords(
  {
    lead: 'Энэ сайт нэгдсэн нэвтрэлтийн үйлчилгээг ашигладаг.',
    button: 'Нэгдсэн нэвтрэлтээр орох',
    superadmin: 'Ерөнхий администратораар нэвтрэх',
  },
  {
    lead: 'This site uses a shared sign-in service.',
    button: 'Continue to the shared sign-in',
    superadmin: 'Sign in as a super administrator',
  },
);
