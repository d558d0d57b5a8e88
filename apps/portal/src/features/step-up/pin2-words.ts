import { defineWords } from '../../i18n/words.ts';

export const pin2Words = defineWords(
  {
    confirm: 'Утсан дээрээ баталгаажуулах',
    again: 'Дахин илгээх',
    compare: 'Утсан дээрх код энэ кодтой таарч байвал PIN2 кодоо оруулна уу. Таарахгүй бол татгалзаарай.',
    left: (time: string) => `Үлдсэн хугацаа: ${time}`,
    confirmed: 'Баталгаажлаа. Үргэлжлүүлж байна…',
    refused: 'Утсан дээр татгалзсан, эсвэл баталгаажуулж чадсангүй. Дахин оролдож болно.',
    expired: 'Хугацаа дууслаа. Утсаа бэлдээд дахин илгээнэ үү.',
  },
  {
    confirm: 'Confirm on your phone',
    again: 'Send again',
    compare: 'If your phone shows the same code, enter PIN2 there. If it shows another code, refuse.',
    left: (time) => `Time left: ${time}`,
    confirmed: 'Confirmed. Going on…',
    refused: 'It was refused on the phone, or could not be confirmed. You can try again.',
    expired: 'The time is over. Have your phone ready and send again.',
  },
);
