import { defineWords } from '../../i18n/words.ts';

export const oauthWords = defineWords(
  {
    login: {
      title: 'Аппликейшнд нэвтрэх',
      heading: (app: string) => `«${app}» таныг нэвтрэхийг хүсэж байна`,
      signInHeading: (app: string) => `«${app}» аппликейшнд нэвтрэх`,
      lead: 'Нэвтэрсний дараа ямар мэдээлэл өгөхөө та өөрөө шийднэ.',
      who: 'Та одоо нэвтэрсэн байна',
      continueAs: (name: string) => `${name} нэрээр үргэлжлүүлэх`,
      another: 'Өөр хүнээр нэвтрэх',
      again: 'Энэ аппликейшн таныг дахин нэвтрэхийг шаардаж байна. Одоогийн нэвтрэлт хуучирсан.',
      signInAgain: 'Дахин нэвтрэх',
      deny: 'Нэвтрэхгүй, буцах',
    },
    consent: {
      title: 'Зөвшөөрөл',
      heading: (app: string) => `«${app}» дараах зүйлийг хүсэж байна`,
      lead: (name: string) => `Та ${name} нэрээр нэвтэрсэн. Өгөхийг хүсээгүй зүйлээ сонголтоос хасаж болно.`,
      unknownTitle: 'Энэ аппликейшныг администратор бүртгээгүй',
      unknownHost: (host: string) => `Өөрийгөө ${host} хаягаар танилцуулж байна.`,
      unknownSelf: 'Нэрээ өөрөө бичсэн тул өөр аппликейшны нэр байж болно.',
      unknownReturn: (host: string) => `Таны хариуг ${host} хаяг руу илгээнэ.`,
      unknownAdvice: 'Та энэ хүсэлтийг өөрөө эхлүүлээгүй бол татгалзаарай.',
      always: 'Нэвтрэхэд заавал хэрэгтэй',
      now: 'Өгөх мэдээлэл:',
      allow: 'Зөвшөөрөх',
      deny: 'Татгалзах',
      after: (app: string) =>
        `Зөвшөөрлийг 30 хоног санана. Хувийн мэдээлэл хуудсаас «${app}» аппликейшны эрхийг хүссэн үедээ цуцална.`,
      passing: (app: string) => `«${app}» аппликейшн руу үргэлжлүүлж байна…`,
      signInLead: 'Таны нэвтрэлт дууссан байна. Үргэлжлүүлэхийн тулд дахин нэвтэрнэ үү.',
      otherHeading: 'Өөр хүн нэвтэрсэн байна',
      otherText: (app: string) =>
        `Энэ хүсэлтийг өөр хүн эхлүүлсэн. «${app}» аппликейшн руу буцаад өөрийн нэрээр дахин эхлүүлнэ үү.`,
      back: (app: string) => `«${app}» аппликейшн руу буцах`,
    },
    logout: {
      title: 'Гарах',
      heading: 'Гарах уу?',
      lead: 'Аппликейшн таныг энэ сайтаас гаргахыг хүслээ. Гарвал энэ хөтөч дээрх нэвтрэлт тань дуусна.',
      confirm: 'Гарах',
      stay: 'Үлдэх',
    },
    over: {
      heading: 'Энэ хүсэлт хүчингүй болсон',
      text: 'Хүсэлтийн хугацаа (15 минут) дууссан, эсвэл аль хэдийн шийдэгдсэн байна. Аппликейшн руугаа буцаад дахин эхлүүлнэ үү.',
      home: 'Нүүр хуудас руу очих',
    },
    failed: 'Үргэлжлүүлж чадсангүй',
    retry: 'Дахин оролдох',
    badAddress: 'Сервер буруу хаяг руу чиглүүллээ. Аппликейшн руугаа буцаад дахин эхлүүлнэ үү.',
    error: {
      title: 'Нэвтрэх хүсэлт амжилтгүй боллоо',
      code: 'Алдааны код',
      what: 'Та юу хийх вэ',
      home: 'Нүүр хуудас руу очих',
      texts: {
        invalid_request: [
          'Аппликейшн буруу хүсэлт илгээсэн байна.',
          'Аппликейшн руугаа буцаад дахин эхлүүлнэ үү. Давтагдвал хөгжүүлэгчид нь энэ хуудсыг үзүүлнэ үү.',
        ],
        invalid_client: [
          'Энэ аппликейшн бүртгэлгүй, эсвэл хаагдсан байна.',
          'Итгэдэг аппликейшн тань бол хөгжүүлэгчид нь мэдэгдэнэ үү.',
        ],
        unauthorized_client: [
          'Энэ аппликейшнд ингэж нэвтрүүлэх эрх олгоогүй байна.',
          'Аппликейшны хөгжүүлэгчид мэдэгдэнэ үү.',
        ],
        invalid_scope: [
          'Аппликейшн өөрт олгоогүй эрхийг хүссэн байна.',
          'Аппликейшны хөгжүүлэгчид мэдэгдэнэ үү.',
        ],
        access_denied: ['Та зөвшөөрөөгүй тул юу ч дамжуулаагүй.', 'Хүсвэл аппликейшнаас дахин эхлүүлнэ үү.'],
        temporarily_unavailable: [
          'Үйлчилгээ түр ажиллахгүй байна.',
          'Хэдэн минутын дараа аппликейшнаас дахин эхлүүлнэ үү.',
        ],
        server_error: ['Манай талд алдаа гарлаа.', 'Хэдэн минутын дараа аппликейшнаас дахин эхлүүлнэ үү.'],
        other: ['Нэвтрэх хүсэлтийг биелүүлж чадсангүй.', 'Аппликейшн руугаа буцаад дахин эхлүүлнэ үү.'],
      } as Record<string, [string, string]>,
    },
  },
  {
    login: {
      title: 'Sign in to an application',
      heading: (app) => `“${app}” asks you to sign in`,
      signInHeading: (app) => `Sign in to “${app}”`,
      lead: 'After you sign in, you decide what to share with it.',
      who: 'You are signed in as',
      continueAs: (name) => `Continue as ${name}`,
      another: 'Use another account',
      again: 'This application asks you to sign in once more. You signed in too long ago.',
      signInAgain: 'Sign in again',
      deny: 'Do not sign in, go back',
    },
    consent: {
      title: 'Your permission',
      heading: (app) => `“${app}” asks for the following`,
      lead: (name) => `You are signed in as ${name}. Untick what you do not want to give.`,
      unknownTitle: 'No administrator has registered this application',
      unknownHost: (host) => `It identifies itself by the address ${host}.`,
      unknownSelf: 'It chose its name itself, so the name may belong to another application.',
      unknownReturn: (host) => `Your answer is sent to ${host}.`,
      unknownAdvice: 'If you did not start this request yourself, deny it.',
      always: 'Always part of signing in',
      now: 'It will receive:',
      allow: 'Allow',
      deny: 'Deny',
      after: (app) =>
        `Your answer is kept for 30 days. You can take it back from “${app}” in your profile at any time.`,
      passing: (app) => `Going on to “${app}”…`,
      signInLead: 'Your session has ended. Sign in again to continue.',
      otherHeading: 'Another person is signed in',
      otherText: (app) =>
        `Another person began this request. Go back to “${app}” and start again under your own name.`,
      back: (app) => `Go back to “${app}”`,
    },
    logout: {
      title: 'Sign out',
      heading: 'Sign out?',
      lead: 'An application asks to sign you out of this site. Your session in this browser ends then.',
      confirm: 'Sign out',
      stay: 'Stay signed in',
    },
    over: {
      heading: 'This request is over',
      text: 'Its 15 minutes have passed, or it has been answered already. Go back to the application and start again.',
      home: 'Go to the front page',
    },
    failed: 'This did not work',
    retry: 'Try again',
    badAddress: 'The server named an address that is no place to go. Start again at the application.',
    error: {
      title: 'The sign-in did not work',
      code: 'Error code',
      what: 'What you can do',
      home: 'Go to the front page',
      texts: {
        invalid_request: [
          'The application sent a request that is not valid.',
          'Go back to the application and start again. If it happens again, show this page to its developers.',
        ],
        invalid_client: [
          'This application is not registered, or it has been switched off.',
          'If you trust it, tell its developers.',
        ],
        unauthorized_client: [
          'This application may not sign people in this way.',
          'Tell the developers of the application.',
        ],
        invalid_scope: [
          'The application asked for something it has not been granted.',
          'Tell the developers of the application.',
        ],
        access_denied: [
          'You did not agree, so nothing was shared.',
          'If you change your mind, start again at the application.',
        ],
        temporarily_unavailable: [
          'The service is not available at the moment.',
          'Start again at the application in a few minutes.',
        ],
        server_error: [
          'Something went wrong on our side.',
          'Start again at the application in a few minutes.',
        ],
        other: ['The sign-in could not be completed.', 'Go back to the application and start again.'],
      } as Record<string, [string, string]>,
    },
  },
);
