import { defineWords } from '../../../i18n/words.ts';

export const consoleSignInWords = defineWords(
  {
    title: 'Консолд нэвтрэх',
    lead: 'Зөвхөн операторууд нэвтэрнэ: эхлээд eID, дараа нь баталгаажуулах аппын код.',
    endedNotice: 'Таны нэвтрэлт дууссан. Дахин нэвтэрвэл байсан хуудсандаа үргэлжлүүлнэ.',
    eidStep: '1/2. eID-ээр баталгаажуулна уу',
    codeStep: '2/2. Баталгаажуулах код',
    proven: 'eID-ээр баталлаа. Одоо аппын кодоо оруулна уу.',
    code: 'Баталгаажуулах аппын код',
    hint: 'Зургаан орон. Код хагас минут тутам солигдоно.',
    missing: 'Зургаан оронтой кодоо оруулна уу.',
    submit: 'Нэвтрэх',
    refused:
      'Нэвтэрч чадсангүй. Код буруу эсвэл аль хэдийн ашиглагдсан, эсвэл та энэ консолын оператор биш байна. Дараагийн кодыг хүлээгээд дахин оролдоно уу.',
    again: 'eID-ээс эхэлж дахин нэвтрэх',
  },
  {
    title: 'Sign in to the console',
    lead: 'For operators only: eID first, then the code of your authenticator app.',
    endedNotice: 'Your session has ended. Sign in again to continue where you were.',
    eidStep: 'Step 1 of 2: confirm with eID',
    codeStep: 'Step 2 of 2: authenticator code',
    proven: 'Confirmed with eID. Now enter the code of your app.',
    code: 'Code of your authenticator app',
    hint: 'Six digits. The code changes every half minute.',
    missing: 'Enter the six digits.',
    submit: 'Sign in',
    refused:
      'You could not be signed in. The code was wrong or already used, or you are no operator of this console. Wait for the next code and try again.',
    again: 'Start again with eID',
  },
);
