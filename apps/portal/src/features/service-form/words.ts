import { defineWords } from '../../i18n/words.ts';

export const formWords = defineWords(
  {
    optional: 'заавал биш',
    choose: 'Сонгоно уу',
    addEntry: (title: string) => `${title} нэмэх`,
    removeEntry: (title: string) => `${title} хасах`,
    entry: (title: string, number: number) => `${title} ${number}`,
    yes: 'Тийм',
    no: 'Үгүй',
    notGiven: 'Бөглөөгүй',
    others: 'Бусад',
    changedAnswers: 'Өөрчилсөн хариулт:',
    changed: (title: string, before: string) => `${title} (өмнө нь: ${before})`,
    mark: {
      text: 'өөрчилсөн',
      title: 'Асуултын дараа өөрчилсөн',
      titleBefore: (before: string) => `Асуултын дараа өөрчилсөн. Өмнө нь: ${before}`,
    },
    fromEid: 'Таны eID-ээс авсан',
    fromRegister: 'Төрийн бүртгэлээс авсан',
    missingPaper: 'Энэ бичиг баримтыг хавсаргана уу.',
  },
  {
    optional: 'optional',
    choose: 'Choose',
    addEntry: (title) => `Add: ${title.toLowerCase()}`,
    removeEntry: (title) => `Remove ${title.toLowerCase()}`,
    entry: (title, number) => `${title} ${number}`,
    yes: 'Yes',
    no: 'No',
    notGiven: 'Not filled in',
    others: 'Other',
    changedAnswers: 'Changed answers:',
    changed: (title, before) => `${title} (before: ${before})`,
    mark: {
      text: 'changed',
      title: 'Changed since the question was asked',
      titleBefore: (before) => `Changed since the question was asked. Before: ${before}`,
    },
    fromEid: 'From your eID',
    fromRegister: 'From the state register',
    missingPaper: 'Attach this paper.',
  },
);

export type FormWords = (typeof formWords)['mn'];
