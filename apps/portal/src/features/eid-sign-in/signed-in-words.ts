import { defineWords } from '../../i18n/words.ts';

/** For signed-in people who have to read a message before they continue. */
export const signedInWords = defineWords(
  {
    heading: 'Та нэвтэрлээ',
    button: 'Үргэлжлүүлэх',
    notLinked: {
      elsewhere:
        'Харин сошиал бүртгэлийг холбосонгүй: энэ бүртгэл өөр хүнд холбоотой байна. Өөрийн сошиал бүртгэлээр оролдоно уу.',
      another:
        'Харин сошиал бүртгэлийг холбосонгүй: танд өөр сошиал бүртгэл аль хэдийн холбоотой байна. Солих бол эхлээд хувийн мэдээллээсээ салгана уу.',
      expired:
        'Харин сошиал бүртгэлийг холбосонгүй: хугацаа дууссан байна. Дараагийн удаа нэвтрэхдээ дахин оролдож болно.',
    },
    recoveryUsed: (left: number) =>
      left === 0
        ? 'Та сүүлчийн нөөц кодоо ашиглалаа. Одоо нөөц код үлдээгүй.'
        : `Та нөөц код ашиглалаа. Тэр код дахин хүчингүй. Танд ${left} нөөц код үлдлээ.`,
    recoveryFew:
      'Нөөц код дууссан үед код үүсгэгч апп тань алга болвол өөр ерөнхий администратор таныг дахин урих шаардлагатай болно.',
  },
  {
    heading: 'You are signed in',
    button: 'Continue',
    notLinked: {
      elsewhere:
        'But the social account was not linked: it belongs to another person here. Try your own social account.',
      another:
        'The social account was not linked, though: you have another one linked already. To change it, unlink that one in your profile first.',
      expired:
        'The social account was not linked, though: the time was over. You can try again when you next sign in.',
    },
    recoveryUsed: (left) =>
      left === 0
        ? 'You have used your last recovery code. There are none left.'
        : `You have used a recovery code. It does not work again. You have ${left} left.`,
    recoveryFew:
      'If you lose your authenticator app when there are none left, another super administrator has to invite you again.',
  },
);
