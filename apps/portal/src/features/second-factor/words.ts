import { defineWords } from '../../i18n/words.ts';

export const secondFactorWords = defineWords(
  {
    digits: 'Код үүсгэгч аппын код',
    digitsHint: 'Зургаан орон. 30 секунд тутам солигдоно.',
    digitsShape: 'Апп дээр харагдаж буй зургаан цифрийг бичнэ үү.',
    wrongDigits:
      'Код таарсангүй эсвэл аль хэдийн ашигласан байна. Апп дээр дараагийн код гарахыг хүлээгээд бичнэ үү.',
    recovery: 'Нөөц код',
    recoveryHint: 'Бүртгүүлэхдээ хадгалсан кодуудын нэг. Код бүр нэг л удаа хүчинтэй. Жишээ нь: ABCD-2345',
    recoveryShape: 'Нөөц код найман тэмдэгттэй. Жишээ нь: ABCD-2345',
    wrongRecovery: 'Код таарсангүй эсвэл аль хэдийн ашигласан байна. Өөр нөөц код бичнэ үү.',
    submit: 'Нэвтрэх',
    cancel: 'Болих',
    close: 'Хаах',
    useRecovery: 'Апп байхгүй юу? Нөөц код ашиглах',
    useDigits: 'Аппын код ашиглах',
    wait: (left: string) => `Богино хугацаанд олон удаа оролдлоо. ${left} дараа дахин оролдоно уу.`,
    offline: 'Холболт тасарлаа. Холболтоо шалгаад дахин оролдоно уу.',
    other: 'Одоогоор шалгаж чадсангүй. Хэсэг хүлээгээд дахин оролдоно уу.',
    ended: {
      title: 'Энэ нэвтрэлт дууссан байна',
      text: 'Кодыг таван минутын дотор бичих ёстой. Шинээр эхлүүлнэ үү.',
    },
    locked: {
      title: 'Хэт олон буруу код бичлээ',
      text: 'Таны бүртгэлийг хамгаалж 15 минут түгжлээ. Дараа нь шинээр эхлүүлнэ үү.',
    },
    startAgain: 'Шинээр эхлүүлэх',
  },
  {
    digits: 'Code from your authenticator app',
    digitsHint: 'Six digits. They change every 30 seconds.',
    digitsShape: 'Type the six digits that the app shows.',
    wrongDigits: 'The code is wrong or was used already. Wait for the next one in the app and type that.',
    recovery: 'Recovery code',
    recoveryHint: 'One of the codes you kept when you registered. Each works once. For example: ABCD-2345',
    recoveryShape: 'A recovery code has eight characters. For example: ABCD-2345',
    wrongRecovery: 'The code is wrong or was used already. Type another recovery code.',
    submit: 'Sign in',
    cancel: 'Cancel',
    close: 'Close',
    useRecovery: 'You do not have the app? Use a recovery code',
    useDigits: 'Use the code from the app',
    wait: (left) => `There were many attempts in a short time. Try again in ${left}.`,
    offline: 'The connection was lost. Check it and try again.',
    other: 'The code could not be checked just now. Wait a little and try again.',
    ended: {
      title: 'This sign-in has ended',
      text: 'The code has to be given within five minutes. Start again.',
    },
    locked: {
      title: 'Too many wrong codes',
      text: 'To protect your account it is locked for 15 minutes. Start again after that.',
    },
    startAgain: 'Start again',
  },
);
