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
      againHeading: (app: string) => `«${app}» аппликейшнд дахин нэвтрэх`,
      againLead: (name: string) =>
        `Та ${name} нэрээр нэвтэрсэн боловч аппликейшн таныг яг одоо eID-ээр баталгаажуулахыг хүсэж байна.`,
      otherRequired: (app: string, name: string) =>
        `«${app}» өөр хүнийг хүлээж байна. Та одоо ${name} нэрээр нэвтэрсэн байна. Хүлээгдэж буй хүн өөрийн eID-ээр нэвтэрнэ үү, эсвэл буцна уу.`,
      otherHinted: (app: string) =>
        `«${app}» өөр хүнийг нэрлэсэн байна. Тэр хүн мөн бол «Өөр хүнээр нэвтрэх» товчийг дарна уу.`,
      deny: 'Нэвтрэхгүй, буцах',
    },
    consent: {
      title: 'Зөвшөөрөл',
      heading: (app: string) => `«${app}» дараах зүйлийг хүсэж байна`,
      lead: (name: string) => `Та ${name} нэрээр нэвтэрсэн. Өгөхийг хүсээгүй зүйлээ сонголтоос хасаж болно.`,
      always: 'Нэвтрэхэд заавал хэрэгтэй',
      now: 'Өгөх мэдээлэл:',
      allow: 'Зөвшөөрөх',
      deny: 'Татгалзах',
      after: (app: string) =>
        `Зөвшөөрлийг 30 хоног санана. Хувийн мэдээлэл хуудсаас «${app}» аппликейшны эрхийг хүссэн үедээ цуцална.`,
      noEmail: (app: string) => `Имэйлгүйгээр үргэлжлүүлж болно: «${app}» таны имэйл хаягийг авахгүй.`,
      noEmailSocial: 'Имэйл нэмэх бол имэйлтэй сошиал бүртгэлээ холбоно уу:',
      noEmailLink: 'Хувийн мэдээлэл, сошиал бүртгэл (шинэ цонхонд нээгдэнэ)',
      noEmailAdmin: 'Имэйл нэмүүлэх бол байгууллагынхаа админд хандана уу.',
      signInLead: 'Таны нэвтрэлт дууссан байна. Үргэлжлүүлэхийн тулд дахин нэвтэрнэ үү.',
      otherHeading: 'Өөр хүн нэвтэрсэн байна',
      otherText: (app: string) =>
        `Энэ хүсэлтийг өөр хүн эхлүүлсэн. «${app}» аппликейшн руу буцаад өөрийн нэрээр дахин эхлүүлнэ үү.`,
      back: (app: string) => `«${app}» аппликейшн руу буцах`,
    },
    logout: {
      title: 'Гарах',
      heading: 'Гарах уу?',
      lead: 'Аппликейшн таныг гаргахыг хүсэж байна.',
      leadOf: (app: string) => `«${app}» таныг гаргахыг хүсэж байна.`,
      effect: 'Гарвал энэ хөтөч дээрх нэвтрэлт тань энд ч дуусна.',
      confirm: 'Гарах',
      stay: 'Үлдэх',
    },
    signedOut: {
      heading: 'Та гарлаа',
      text: 'Энэ хөтөч дээрх нэвтрэлт тань дууссан. Энэ хуудсыг хааж болно.',
      portal: 'Портал руу очих',
      signIn: 'Дахин нэвтрэх',
    },
    over: {
      decided: {
        heading: 'Энэ хүсэлтэд аль хэдийн хариулсан байна',
        text: 'Өөр цонх эсвэл табад хариулсан, эсвэл та «буцах» товчоор эргэж ирсэн байна. Аппликейшн нээлттэй байвал тэндээ үргэлжлүүлнэ үү. Үгүй бол аппликейшнаасаа дахин эхлүүлнэ үү.',
      },
      expired: {
        heading: 'Энэ хүсэлтийн хугацаа дууссан',
        text: 'Хүсэлт 15 минут хүчинтэй. Аппликейшн руугаа буцаад дахин эхлүүлнэ үү.',
      },
      unknown: {
        heading: 'Энэ хүсэлт хүчингүй байна',
        text: 'Хаяг дутуу, эсвэл аппликейшн хаагдсан байна. Аппликейшн руугаа буцаад дахин эхлүүлнэ үү.',
      },
    },
    passing: (app: string) => `«${app}» аппликейшн руу үргэлжлүүлж байна…`,
    passingOn: 'Үргэлжлүүлж байна…',
    home: 'Нүүр хуудас руу очих',
    failed: 'Үргэлжлүүлж чадсангүй',
    retry: 'Дахин оролдох',
    badAddress: 'Сервер буруу хаяг руу чиглүүллээ. Аппликейшн руугаа буцаад дахин эхлүүлнэ үү.',
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
      againHeading: (app) => `Sign in to “${app}” once more`,
      againLead: (name) =>
        `You are signed in as ${name}, but the application asks you to confirm it with eID now.`,
      otherRequired: (app, name) =>
        `“${app}” expects another person. You are signed in as ${name}. The person it expects can sign in with eID here. Otherwise go back.`,
      otherHinted: (app) =>
        `“${app}” named another person. If you are that person, choose “Use another account”.`,
      deny: 'Do not sign in, go back',
    },
    consent: {
      title: 'Your permission',
      heading: (app) => `“${app}” asks for the following`,
      lead: (name) => `You are signed in as ${name}. Untick what you do not want to give.`,
      always: 'Always part of signing in',
      now: 'It will receive:',
      allow: 'Allow',
      deny: 'Deny',
      after: (app) =>
        `Your answer is kept for 30 days. You can take it back from “${app}” in your profile at any time.`,
      noEmail: (app) => `You can continue without an e-mail address: “${app}” will not receive one.`,
      noEmailSocial: 'To add one, link a social account that has an e-mail address:',
      noEmailLink: 'Profile, social account (opens in a new tab)',
      noEmailAdmin: 'To add one, ask the administrator of your organisation.',
      signInLead: 'Your session has ended. Sign in again to continue.',
      otherHeading: 'Another person is signed in',
      otherText: (app) =>
        `Another person began this request. Go back to “${app}” and start again under your own name.`,
      back: (app) => `Go back to “${app}”`,
    },
    logout: {
      title: 'Sign out',
      heading: 'Sign out?',
      lead: 'An application asks to sign you out.',
      leadOf: (app) => `“${app}” asks to sign you out.`,
      effect: 'Your session at this site ends in this browser too.',
      confirm: 'Sign out',
      stay: 'Stay signed in',
    },
    signedOut: {
      heading: 'You are signed out',
      text: 'Your session in this browser has ended. You can close this page.',
      portal: 'Go to the portal',
      signIn: 'Sign in again',
    },
    over: {
      decided: {
        heading: 'This request has been answered already',
        text: 'It was answered in another tab or window, or you came back with the back button. If the application is open, continue there. Otherwise start again at the application.',
      },
      expired: {
        heading: 'This request has expired',
        text: 'A request is open for 15 minutes. Go back to the application and start again.',
      },
      unknown: {
        heading: 'This request is not valid',
        text: 'The address is incomplete, or the application has been switched off. Go back to the application and start again.',
      },
    },
    passing: (app) => `Going on to “${app}”…`,
    passingOn: 'Going on…',
    home: 'Go to the front page',
    failed: 'This did not work',
    retry: 'Try again',
    badAddress: 'The server named an address that is no place to go. Start again at the application.',
  },
);
