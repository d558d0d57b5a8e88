import type { CaseState, CaseTopic } from '../../api/support.ts';
import { defineWords } from '../../i18n/words.ts';

interface CaseWords {
  topics: Record<CaseTopic, string>;
  states: Record<CaseState, string>;
  messages: string;
  text: string;
}

export const caseWords = defineWords<CaseWords>(
  {
    topics: {
      sign_in: 'Нэвтрэлт, eID',
      application: 'Хүсэлт, үйлчилгээ',
      payment: 'Төлбөр',
      data: 'Миний мэдээлэл',
      technical: 'Сайтын алдаа',
      other: 'Бусад',
    },
    states: { open: 'Хариу хүлээж байна', answered: 'Хариулсан', closed: 'Хаасан' },
    messages: 'Захидлууд',
    text: 'Захидал',
  },
  {
    topics: {
      sign_in: 'Signing in, eID',
      application: 'Application or service',
      payment: 'Payment',
      data: 'My data',
      technical: 'Error of the site',
      other: 'Something else',
    },
    states: { open: 'Waiting for an answer', answered: 'Answered', closed: 'Closed' },
    messages: 'Messages',
    text: 'Message',
  },
);
