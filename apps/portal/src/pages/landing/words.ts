import { defineWords } from '../../i18n/words.ts';

export const landingWords = defineWords(
  {
    title: 'Төрийн цахим үйлчилгээ',
    heading: 'Төртэй харилцах нэг хаалга',
    lead: 'Утсан дээрх eID-ээрээ хэдхэн секундэд нэвтэрнэ. Нууц үг цээжлэх шаардлагагүй.',
    signIn: 'eID-ээр нэвтрэх',
    goHome: 'Миний хуудас руу орох',
    services: 'Үйлчилгээ хайх',
    signedOut: 'Та системээс гарлаа.',
    signedOutHere:
      'Та энэ хөтчөөс гарлаа, гэхдээ сервертэй холбогдож чадсангүй. Энэ хөтчөөс хэн ч үргэлжлүүлж чадахгүй. Сервер дээрх таны нэвтрэлт хугацаа нь дуусахад өөрөө хаагдана.',
    newsHeading: 'Шинэ мэдээ',
    guidesHeading: 'Амьдралын үйл явдал',
    usedHeading: 'Хамгийн их ашигладаг',
    instantHeading: 'Шууд авах лавлагаа',
    allServices: 'Бүх үйлчилгээ',
    free: 'Үнэгүй',
    openHeading: 'Шалгах, лавлах',
    open: [
      {
        to: '/applications',
        title: 'Хүсэлтийн явц',
        text: 'Илгээсэн хүсэлт тань хаана явааг, хэдэн хоног үлдсэнийг хараарай.',
      },
      {
        to: '/verify',
        title: 'Баримт шалгах',
        text: 'Танд өгсөн лавлагаа, тодорхойлолт жинхэнэ эсэхийг дугаараар нь шалгаарай.',
      },
      {
        to: '/help',
        title: 'Тусламж',
        text: 'eID байхгүй, утсаа гээсэн, мэдээлэл буруу байвал яах вэ.',
      },
    ],
    howHeading: 'Хэрхэн нэвтрэх вэ',
    how: [
      {
        title: 'Кодоо уншуулна',
        text: 'Нэвтрэх хуудсан дээрх QR кодыг утасныхаа eID аппаар уншуулна. Эсвэл утас руугаа хүсэлт илгээнэ.',
      },
      {
        title: 'Утсан дээрээ батална',
        text: 'Апп танд хаана нэвтэрч байгааг харуулна. Таних сайт мөн бол PIN кодоо аппад л оруулна.',
      },
      { title: 'Дууслаа', text: 'Хуудас өөрөө нээгдэнэ. Бичиж, хуулж оруулах код байхгүй.' },
    ],
    safeHeading: 'Таны мэдээлэл',
    safe: [
      {
        title: 'Юу хүлээж авдаг вэ',
        text: 'Нэр, регистрийн дугаар, баримтын дугаар, гэрчилгээний мэдээлэл.',
      },
      {
        title: 'Юуг хэзээ ч хүлээж авдаггүй вэ',
        text: 'PIN код болон хувийн түлхүүр. Тэд зөвхөн таны утсанд байна.',
      },
      {
        title: 'Гарын үсгийг шалгадаг',
        text: 'Нэвтрэлт бүрийн гарын үсэг, гэрчилгээг хүчинтэй эсэхийг нь шалгасны дараа л оруулна.',
      },
    ],
  },
  {
    title: 'Public digital services',
    heading: 'One door to public services',
    lead: 'Sign in within seconds with the eID on your phone. There is no password to remember.',
    signIn: 'Sign in with eID',
    goHome: 'Go to my page',
    services: 'Find a service',
    signedOut: 'You have signed out.',
    signedOutHere:
      'You are signed out in this browser, but we could not reach the server. Nobody can use your account from this browser. Your session on the server ends when it expires.',
    newsHeading: 'What is new',
    guidesHeading: 'What is happening in your life',
    usedHeading: 'Most used services',
    instantHeading: 'Issued at once',
    allServices: 'All services',
    free: 'Free',
    openHeading: 'Check and find out',
    open: [
      {
        to: '/applications',
        title: 'State of an application',
        text: 'See where your application is and how many days are left.',
      },
      {
        to: '/verify',
        title: 'Verify a document',
        text: 'Check by its number whether a certificate you were given is genuine.',
      },
      {
        to: '/help',
        title: 'Help',
        text: 'What to do without an eID, after losing your phone, or when your data is wrong.',
      },
    ],
    howHeading: 'How signing in works',
    how: [
      {
        title: 'Scan the code',
        text: 'Scan the QR code on the sign-in page with the eID app on your phone. Or send a request to your phone.',
      },
      {
        title: 'Confirm on your phone',
        text: 'The app shows where you are signing in. If you know the site, enter your PIN, only in the app.',
      },
      { title: 'Done', text: 'The page opens by itself. There is no code to type or copy.' },
    ],
    safeHeading: 'Your data',
    safe: [
      {
        title: 'What we receive',
        text: 'Your name, register number, document number and certificate details.',
      },
      { title: 'What we never receive', text: 'Your PIN and your private key. They stay on your phone.' },
      {
        title: 'Every signature is checked',
        text: 'We verify the signature and the certificate of every sign-in.',
      },
    ],
  },
);
