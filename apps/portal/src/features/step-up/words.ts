import { defineWords } from '../../i18n/words.ts';

export const stepUpWords = defineWords(
  {
    title: 'Кодоор баталгаажуулна уу',
    text: 'Энэ өөрчлөлтийг хийхээс өмнө код үүсгэгч аппын кодыг дахин асууна. Дараагийн 15 минутад дахин асуухгүй.',
    submit: 'Баталгаажуулах',
    eidTitle: 'eID-ээр баталгаажуулна уу',
    eidText:
      'Энэ өөрчлөлтийг хийхээс өмнө eID-ээр дахин нэвтэрнэ үү. Бөглөсөн зүйл тань хэвээр үлдэнэ. Дараагийн 15 минутад дахин асуухгүй.',
    otherPerson: 'Өөр хүн нэвтэрлээ. Өөрчлөлт хийгдээгүй.',
    noneTitle: 'Энд баталгаажуулах боломжгүй',
    noneText:
      'Энэ платформд бусад системээр дамжин нэвтэрдэг тул эрх олгох, хасахыг зөвхөн ерөнхий администратор хийнэ. Түүнд хандана уу.',
    stop: 'Болих',
    close: 'Хаах',
  },
  {
    title: 'Confirm with a code',
    text: 'This change asks for the code of your authenticator app once more. It is not asked again for 15 minutes.',
    submit: 'Confirm',
    eidTitle: 'Confirm with eID',
    eidText:
      'Sign in with eID again before this change. Your entries stay on the page. We will not ask again for 15 minutes.',
    otherPerson: 'Another person signed in. Nothing was changed.',
    noneTitle: 'You cannot confirm here',
    noneText:
      'People sign in to this platform through another system, so only a super administrator gives or takes roles. Ask one of them.',
    stop: 'Stop',
    close: 'Close',
  },
);
