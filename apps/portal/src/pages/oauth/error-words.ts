import { defineWords } from '../../i18n/words.ts';

interface ErrorText {
  /** Replaces the general heading. */
  heading?: string;
  happened: string;
  person: string;
  developer?: string;
}

interface ErrorWords {
  signIn: string;
  signOut: string;
  person: string;
  developer: string;
  quote: string;
  code: string;
  home: string;
  help: string;
  other: ErrorText;
  /** By reason where the server names one, otherwise by error code. */
  texts: Record<string, ErrorText>;
}

const startAgain = {
  mn: 'Аппликейшн руугаа буцаад дахин эхлүүлнэ үү. Давтагдвал хөгжүүлэгчид нь энэ хуудсыг үзүүлнэ үү.',
  en: 'Go back to the application and start again. If it happens again, show this page to its developers.',
};
const tellDevelopers = {
  mn: 'Та өөрөө засах боломжгүй. Аппликейшны хөгжүүлэгчид энэ хуудсыг үзүүлнэ үү.',
  en: 'You cannot fix this yourself. Show this page to the developers of the application.',
};
const later = {
  mn: 'Энэ нь таны буруу биш. Хэдэн минутын дараа аппликейшнаас дахин эхлүүлнэ үү.',
  en: 'This is not your mistake. Start again at the application in a few minutes.',
};

export const errorWords = defineWords<ErrorWords>(
  {
    signIn: 'Нэвтэрч чадсангүй',
    signOut: 'Гарч чадсангүй',
    person: 'Та юу хийх вэ',
    developer: 'Хөгжүүлэгчид зориулсан',
    quote: 'Тусламж хүсэхдээ энэ дугаарыг хэлнэ үү.',
    code: 'Алдааны код',
    home: 'Нүүр хуудас руу очих',
    help: 'Нэвтрэхэд тулгардаг бэрхшээл',
    other: { happened: 'Хүсэлтийг биелүүлж чадсангүй.', person: startAgain.mn },
    texts: {
      request_expired: {
        heading: 'Энэ хүсэлтийн хугацаа дууссан',
        happened:
          'Хүсэлт 15 минут, зөвхөн нэг удаа хүчинтэй. Энэ хүсэлт дууссан, эсвэл хөтөч күүки хадгалаагүй байна.',
        person:
          'Аппликейшн руугаа буцаад дахин эхлүүлнэ үү. Хөтчийнхөө күүкиг зөвшөөрсөн эсэхийг шалгана уу.',
      },
      other_browser: {
        heading: 'Эхэлсэн хөтчөөсөө үргэлжлүүлнэ үү',
        happened:
          'Нэвтрэлтийг өөр хөтөч эсвэл төхөөрөмж дээр эхлүүлсэн тул энд дуусгах боломжгүй. Юу ч дамжуулаагүй.',
        person:
          'Эхэлсэн хөтөч рүүгээ буцах, эсвэл энэ хөтчөөс аппликейшнаа нээж шинээр эхлүүлнэ үү. Холбоосыг өөр хүн илгээсэн бол энэ хуудсыг хаана уу.',
      },
      redirect_uri: {
        happened:
          'Аппликейшны буцах хаяг бүртгэлтэй хаягтай таарахгүй байна. Таныг хамгаалж, тийш нь илгээсэнгүй.',
        person: tellDevelopers.mn,
        developer: 'redirect_uri нь бүртгэсэн хаягийн нэгтэй үсэг бүрээрээ таарах ёстой.',
      },
      post_logout_redirect_uri: {
        happened: 'Аппликейшн гарсны дараа буцах хаягаа буруу илгээсэн байна. Та гараагүй хэвээр байна.',
        person: 'Порталаас өөрөө гарч болно. Аппликейшны хөгжүүлэгчид энэ хуудсыг үзүүлнэ үү.',
        developer:
          'post_logout_redirect_uri-г аппликейшны тохиргоонд бүртгэж, client_id эсвэл id_token_hint-тэй хамт илгээнэ үү.',
      },
      id_token_hint: {
        happened:
          'Аппликейшн таныг хэн болохыг заасан тэмдэг (id_token_hint) илгээсэн ч тэр нь хүчингүй байна.',
        person:
          'Аппликейшн руугаа буцаад дахин оролдоно уу. Давтагдвал хөгжүүлэгчид нь энэ хуудсыг үзүүлнэ үү.',
        developer:
          'id_token_hint нь энэ үйлчилгээнээс тухайн аппликейшнд олгосон, өөрчлөгдөөгүй id_token байх ёстой. Хугацаа нь дууссан байж болно.',
      },
      request_uri: {
        happened:
          'Аппликейшны урьдчилан илгээсэн хүсэлт хүчингүй, хугацаа нь дууссан, эсвэл ашиглагдсан байна.',
        person: startAgain.mn,
        developer:
          'request_uri нэг удаа, богино хугацаанд хүчинтэй. Нэвтрэлт бүрд шинэ PAR хүсэлт илгээнэ үү.',
      },
      invalid_request: {
        happened: 'Аппликейшн буруу хүсэлт илгээсэн байна.',
        person: startAgain.mn,
        developer:
          'Заавал байх параметр (client_id, redirect_uri, response_type, scope) дутуу, эсвэл давхардсан.',
      },
      invalid_client: {
        happened: 'Энэ аппликейшн бүртгэлгүй, эсвэл хаагдсан байна.',
        person: 'Итгэдэг аппликейшн тань бол хөгжүүлэгчид нь энэ хуудсыг үзүүлнэ үү.',
        developer: 'client_id болон аппликейшн идэвхтэй эсэхийг шалгана уу.',
      },
      unauthorized_client: {
        happened: 'Энэ аппликейшнд ингэж нэвтрүүлэх эрх олгоогүй байна.',
        person: tellDevelopers.mn,
        developer: 'Аппликейшны төрөл, зөвшөөрсөн grant-уудыг тохиргооноос шалгана уу.',
      },
      unsupported_response_type: {
        happened: 'Аппликейшн дэмжигдээгүй аргаар нэвтрүүлэхийг оролдсон байна.',
        person: tellDevelopers.mn,
        developer: 'Зөвхөн response_type=code дэмжинэ.',
      },
      unsupported_response_mode: {
        happened: 'Аппликейшн хариуг дэмжигдээгүй аргаар хүссэн байна.',
        person: tellDevelopers.mn,
        developer: 'response_mode-г орхих, эсвэл аппликейшнд зөвшөөрсөн утгыг ашиглана уу.',
      },
      invalid_scope: {
        happened: 'Аппликейшн өөрт олгоогүй эрхийг хүссэн байна.',
        person: tellDevelopers.mn,
        developer: 'Хүссэн scope бүрийг аппликейшнд олгосон эсэхийг шалгана уу.',
      },
      access_denied: {
        heading: 'Та зөвшөөрөөгүй',
        happened: 'Та зөвшөөрөөгүй тул юу ч дамжуулаагүй.',
        person: 'Хүсвэл аппликейшнаас дахин эхлүүлнэ үү.',
      },
      temporarily_unavailable: { happened: 'Үйлчилгээ түр ажиллахгүй байна.', person: later.mn },
      server_error: { happened: 'Манай талд алдаа гарлаа.', person: later.mn },
    },
  },
  {
    signIn: 'The sign-in did not work',
    signOut: 'The sign-out did not work',
    person: 'What you can do',
    developer: 'For the developer',
    quote: 'Quote this reference when you ask for help.',
    code: 'Error code',
    home: 'Go to the front page',
    help: 'Help with signing in',
    other: { happened: 'The request could not be completed.', person: startAgain.en },
    texts: {
      request_expired: {
        heading: 'This request has expired',
        happened:
          'A request works once, for 15 minutes. This one is over, or your browser did not keep its cookie.',
        person: 'Go back to the application and start again. Check that your browser accepts cookies.',
      },
      other_browser: {
        heading: 'Continue in the browser where you began',
        happened:
          'The sign-in was begun in another browser or on another device, so it cannot end here. Nothing was shared.',
        person:
          'Go back to the browser where you began, or open the application in this browser and start again. If somebody sent you this link, close this page.',
      },
      redirect_uri: {
        happened:
          'The application asked to send you to an address that is not registered for it. To protect you, we did not.',
        person: tellDevelopers.en,
        developer: 'redirect_uri must equal one of the registered addresses, character by character.',
      },
      post_logout_redirect_uri: {
        happened: 'The application named a wrong address to return to. You have not been signed out.',
        person:
          'You can sign out in the portal yourself. Show this page to the developers of the application.',
        developer:
          'Register post_logout_redirect_uri in the settings of the application, and send client_id or id_token_hint with it.',
      },
      id_token_hint: {
        happened:
          'The application sent a token that says who you are (id_token_hint), but the token is not valid.',
        person: startAgain.en,
        developer:
          'id_token_hint must be an unchanged id_token that this issuer gave to this application. It may have expired.',
      },
      request_uri: {
        happened:
          'The request that the application sent in advance is not valid, has expired, or was used before.',
        person: startAgain.en,
        developer:
          'A request_uri works once and for a short time. Push a new request (PAR) for each sign-in.',
      },
      invalid_request: {
        happened: 'The application sent a request that is not valid.',
        person: startAgain.en,
        developer:
          'A required parameter (client_id, redirect_uri, response_type, scope) is missing or was sent twice.',
      },
      invalid_client: {
        happened: 'This application is not registered, or it has been switched off.',
        person: 'If you trust the application, show this page to its developers.',
        developer: 'Check client_id, and that the application is enabled.',
      },
      unauthorized_client: {
        happened: 'This application may not sign people in this way.',
        person: tellDevelopers.en,
        developer: 'Check the type of the application and the grants that it may use.',
      },
      unsupported_response_type: {
        happened: 'The application tried to sign you in by a way that is not supported.',
        person: tellDevelopers.en,
        developer: 'Only response_type=code is supported.',
      },
      unsupported_response_mode: {
        happened: 'The application asked for the answer in a way that is not supported.',
        person: tellDevelopers.en,
        developer: 'Leave response_mode out, or use one that is allowed for the application.',
      },
      invalid_scope: {
        happened: 'The application asked for something that it has not been granted.',
        person: tellDevelopers.en,
        developer: 'Check that each requested scope has been granted to the application.',
      },
      access_denied: {
        heading: 'You did not agree',
        happened: 'You did not agree, so nothing was shared.',
        person: 'If you change your mind, start again at the application.',
      },
      temporarily_unavailable: {
        happened: 'The service is not available at the moment.',
        person: later.en,
      },
      server_error: { happened: 'Something went wrong on our side.', person: later.en },
    },
  },
);
