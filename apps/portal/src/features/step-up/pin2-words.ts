import { defineWords } from '../../i18n/words.ts';

export const pin2Words = defineWords(
  {
    confirm: 'Утсан дээрээ баталгаажуулах',
    again: 'Дахин илгээх',
    asking: 'Утас руу тань хүсэлт илгээж байна…',
    onPhone: (text: string) => `Утсан дээр: ${text}`,
    back: 'Маягт руу буцах',
    compare: 'Утсан дээрх код энэ кодтой таарч байвал PIN2 кодоо оруулна уу. Таарахгүй бол татгалзаарай.',
    left: (time: string) => `Үлдсэн хугацаа: ${time}`,
    confirmed: 'Баталгаажлаа. Үргэлжлүүлж байна…',
    refused: 'Утсан дээр татгалзсан, эсвэл баталгаажуулж чадсангүй. Дахин оролдож болно.',
    expired: 'Хугацаа дууслаа. Утсаа бэлдээд дахин илгээнэ үү.',
  },
  {
    confirm: 'Confirm on your phone',
    again: 'Send again',
    asking: 'Sending the request to your phone…',
    onPhone: (text) => `On the phone: ${text}`,
    back: 'Back to the form',
    compare: 'If your phone shows the same code, enter PIN2 there. If it shows another code, refuse.',
    left: (time) => `Time left: ${time}`,
    confirmed: 'Confirmed. Going on…',
    refused: 'It was refused on the phone, or could not be confirmed. You can try again.',
    expired: 'The time is over. Have your phone ready and send again.',
  },
);
