import { defineWords } from '../i18n/words.ts';

export const feedbackWords = defineWords(
  {
    region: 'Энэ хуудасны тухай',
    question: 'Энэ хуудас тус болсон уу?',
    yes: 'Тийм',
    no: 'Үгүй',
    thanks: 'Баярлалаа.',
    better: 'Юуг сайжруулах вэ? (заавал биш)',
    good: 'Юу тус болсон бэ? (заавал биш)',
    hint: 'Таныг хэн болохыг хадгалахгүй. Нэр, дугаар бүү бич.',
    send: 'Илгээх',
    sent: 'Илгээлээ. Баярлалаа.',
    failed: 'Илгээж чадсангүй. Дараа дахин оролдоно уу.',
  },
  {
    region: 'About this page',
    question: 'Was this page helpful?',
    yes: 'Yes',
    no: 'No',
    thanks: 'Thank you.',
    better: 'What could be better? (optional)',
    good: 'What helped you? (optional)',
    hint: 'We do not keep who you are. Do not write names or numbers.',
    send: 'Send',
    sent: 'Sent. Thank you.',
    failed: 'It could not be sent. Try again later.',
  },
);
