const STORAGE_KEY = 'tamga.sandbox.language';

const STRINGS = {
  pages: { mn: 'Хуудсууд', en: 'Pages' },
  phone: { mn: 'Утас', en: 'Phone' },
  mailbox: { mn: 'Шуудан', en: 'Mailbox' },
  check: { mn: 'Шалгалт', en: 'Checks' },
  language: { mn: 'Хэл', en: 'Language' },
  sandbox: { mn: 'Туршилтын орчин', en: 'Sandbox' },
  back: { mn: 'Буцах', en: 'Back' },
  offline: {
    mn: 'Туршилтын сервер хариу өгсөнгүй. Дахин оролдож байна…',
    en: 'The sandbox is not answering. Trying again…',
  },
  loading: { mn: 'Ачаалж байна…', en: 'Loading…' },

  choose_title: { mn: 'Энэ хэний утас вэ?', en: 'Whose phone is this?' },
  choose_hint: {
    mn: 'Туршилтын иргэнээ сонгоно уу. Энэ утас түүний eID апп болно.',
    en: 'Choose a test citizen. This phone becomes their eID app.',
  },
  choose_for_link: {
    mn: 'Хүсэлтийг нээхийн тулд иргэнээ сонгоно уу.',
    en: 'Choose a citizen to open the request.',
  },
  nobody: {
    mn: 'Туршилтын иргэн алга. Серверийн тохиргоог шалгана уу.',
    en: 'There is no test citizen. Check how the sandbox was started.',
  },

  switch_citizen: { mn: 'Иргэн солих', en: 'Switch citizen' },
  card_title: { mn: 'Цахим үнэмлэх', en: 'Digital identity' },
  national_id: { mn: 'Регистрийн дугаар', en: 'National ID' },
  document_number: { mn: 'Баримтын дугаар', en: 'Document number' },
  waiting: { mn: 'Хүсэлт хүлээж байна', en: 'Waiting for a request' },
  waiting_hint: { mn: 'Хүсэлт ирмэгц энд өөрөө гарна.', en: 'A request appears here by itself.' },
  open_requests: { mn: 'Нээлттэй хүсэлт', en: 'Open requests' },
  scan: { mn: 'QR код уншуулах', en: 'Scan a QR code' },
  paste_label: { mn: 'Холбоосоор нээх', en: 'Open from a link' },
  paste_placeholder: { mn: 'Холбоос буулгах', en: 'Paste the link here' },
  paste_submit: { mn: 'Нээх', en: 'Open' },

  scan_title: { mn: 'QR код уншуулах', en: 'Scan a QR code' },
  scan_hint: { mn: 'Дэлгэц дээрх QR кодыг хүрээнд багтаана уу.', en: 'Hold the QR code inside the frame.' },
  scan_window: { mn: 'Өөр цонхноос унших', en: 'Read from another window' },
  scan_window_hint: {
    mn: 'Сонгосон цонхноос QR код хайж байна…',
    en: 'Looking for a QR code in that window…',
  },
  camera_absent: {
    mn: 'Камер алга. QR кодыг өөр цонхноос уншуулах эсвэл холбоосыг буулгана уу.',
    en: 'There is no camera. Read the QR from another window, or paste its link.',
  },
  camera_denied: {
    mn: 'Камер нээгдсэнгүй. Хөтөчид зөвшөөрөл өгөөд дахин оролдоно уу.',
    en: 'The camera did not open. Allow it in the browser and try again.',
  },

  auth_title: { mn: 'Нэвтрэх хүсэлт', en: 'Sign-in request' },
  sign_title: { mn: 'Гарын үсэг зурах хүсэлт', en: 'Signature request' },
  who_asks: { mn: 'Хүсэлт гаргагч', en: 'Who asks' },
  what_for: { mn: 'Юуны тулд', en: 'What for' },
  code: { mn: 'Баталгаажуулах код', en: 'Verification code' },
  compare_push: {
    mn: 'Энэ кодыг дэлгэц дээрх кодтой тулгана уу. Өөр байвал татгалзаарай.',
    en: 'Compare this code with the one on the screen. If they differ, refuse.',
  },
  compare_scanned: {
    mn: 'Таны уншуулсан дэлгэцийн хүсэлт.',
    en: 'The request on the screen that you scanned.',
  },
  time_left: { mn: 'Үлдсэн хугацаа', en: 'Time left' },
  continue: { mn: 'Үргэлжлүүлэх', en: 'Continue' },
  refuse: { mn: 'Татгалзах', en: 'Refuse' },

  pin_title: { mn: '{pin} кодоо оруулна уу', en: 'Enter your {pin}' },
  pin_for_auth: { mn: 'Нэвтрэх: {who}', en: 'To sign in to {who}' },
  pin_for_sign: { mn: 'Гарын үсэг зурах: {who}', en: 'To sign for {who}' },
  pin_entered: { mn: '{total} оронгоос {count}-ийг оруулсан', en: '{count} of {total} digits entered' },
  pin_keys: { mn: 'Тоон товчлуур', en: 'Keypad' },
  pin_hint: { mn: 'туршилтын {pin}: {value}', en: 'test {pin} {value}' },
  pin_wrong: { mn: '{pin} буруу байна. {count} оролдлого үлдлээ.', en: 'Wrong {pin}. Tries left: {count}.' },
  pin_erase: { mn: 'Сүүлийн цифрийг арилгах', en: 'Erase the last digit' },
  pin_checking: { mn: 'Шалгаж байна…', en: 'Checking…' },

  approved_auth: { mn: 'Нэвтрэхийг зөвшөөрлөө', en: 'Sign-in approved' },
  approved_sign: { mn: 'Гарын үсэг зурлаа', en: 'Signed' },
  approved_text: { mn: '{who} хариуг хүлээн авлаа.', en: '{who} has your answer.' },
  refused_title: { mn: 'Татгалзлаа', en: 'Refused' },
  refused_text: { mn: 'Таны мэдээллийг илгээгээгүй.', en: 'Nothing about you was sent.' },
  expired_title: { mn: 'Хүсэлт дууссан байна', en: 'The request has ended' },
  expired_text: {
    mn: 'Хугацаа нь дууссан, эсвэл өөр газраас хариулсан байна. Сайт руу буцаж шинээр эхлүүлнэ үү.',
    en: 'Its time ran out, or it was answered elsewhere. Go back to the site and start again.',
  },
  failed_title: { mn: 'Гүйцэтгэж чадсангүй', en: 'That did not work' },
  failed_text: {
    mn: 'Сайт руу буцаж шинээр эхлүүлнэ үү. ({code})',
    en: 'Go back to the site and start again. ({code})',
  },
  locked_title: { mn: '{pin} түгжигдсэн', en: '{pin} is locked' },
  locked_text: {
    mn: 'Хэт олон удаа буруу оруулсан. Түгжээг тайлаад сайтаас шинээр эхлүүлнэ үү.',
    en: 'It was entered wrongly too many times. Unlock it and start again on the site.',
  },
  unlock: { mn: 'Түгжээг тайлах', en: 'Unlock' },
  unlocked: { mn: 'Түгжээ тайлагдлаа', en: 'Unlocked' },
  unusable_title: { mn: 'Гэрчилгээний түвшин хүрэлцэхгүй байна', en: 'The certificate level is too low' },
  unusable_text: {
    mn: 'Энэ иргэний гэрчилгээ хүссэн түвшинд хүрэхгүй. Өөр иргэн сонгоно уу.',
    en: 'It does not reach the level that was asked for. Choose another citizen.',
  },
  return_to_site: { mn: 'Сайт руу буцах', en: 'Return to the site' },
  returning: { mn: 'Тун удахгүй өөрөө буцна…', en: 'Taking you back in a moment…' },
  done: { mn: 'Болсон', en: 'Done' },

  bad_link: {
    mn: 'Энэ eID-ийн холбоос биш байна. Сайт дээрх QR кодыг уншуулна уу.',
    en: 'This is not an eID link. Scan the QR code on the site.',
  },
  stale_link: {
    mn: 'QR код хуучирсан байна. Дэлгэц дээрх шинэ кодыг уншуулна уу.',
    en: 'That QR code is too old. Scan the one on the screen now.',
  },
  link_gone: {
    mn: 'Ийм хүсэлт алга, эсвэл дууссан байна. Сайт руу буцаж шинээр эхлүүлнэ үү.',
    en: 'This request does not exist or has ended. Go back to the site and start again.',
  },
  link_taken: {
    mn: 'Хүсэлтийг өөр утас авсан, эсвэл өөр хүнд зориулсан байна. Сайт руу буцаж шинээр эхлүүлнэ үү.',
    en: 'Another phone has taken this request, or it is for another person. Go back to the site and start again.',
  },
  no_device: {
    mn: 'Энэ иргэнд төхөөрөмж байхгүй. Өөр иргэн сонгоно уу.',
    en: 'This citizen has no device. Choose another citizen.',
  },
  action_failed: {
    mn: 'Болсонгүй. Дахин оролдоно уу. ({code})',
    en: 'That did not work. Try again. ({code})',
  },

  mail_title: { mn: 'Шуудан', en: 'Mailbox' },
  mail_hint: {
    mn: 'Платформын илгээсэн бүх имэйл, мессеж (SMS) энд үлдэнэ, хаашаа ч явахгүй.',
    en: 'Every mail and text message (SMS) the platform sends stays here and goes nowhere else.',
  },
  mail_filter: { mn: 'Хаяг эсвэл гарчгаар хайх', en: 'Find by address or subject' },
  mail_clear: { mn: 'Бүгдийг устгах', en: 'Delete all' },
  mail_none: { mn: 'Имэйл алга', en: 'No mail yet' },
  mail_none_hint: { mn: 'Шинэ имэйл ирмэгц энд гарна.', en: 'A new mail appears here by itself.' },
  mail_pick: { mn: 'Жагсаалтаас имэйл сонгоно уу', en: 'Choose a mail from the list' },
  mail_list: { mn: 'Имэйлийн жагсаалт', en: 'List of mails' },
  mail_from: { mn: 'Хэнээс', en: 'From' },
  mail_to: { mn: 'Хэнд', en: 'To' },
  mail_when: { mn: 'Хэзээ', en: 'Received' },
  mail_text: { mn: 'Текст', en: 'Text' },
  mail_html: { mn: 'HTML', en: 'HTML' },
  mail_no_subject: { mn: '(гарчиггүй)', en: '(no subject)' },
  mail_no_text: { mn: '(текст хэсэггүй)', en: '(no text part)' },

  check_title: { mn: 'Аппликэйшнээ шалгах', en: 'Check your application' },
  check_hint: {
    mn: 'Симулятор таны аппликэйшнд зориуд буруу хариу өгч, түүнийг татгалзаж байгаа эсэхийг шалгана.',
    en: 'The simulator answers your application wrongly on purpose and checks that it refuses.',
  },
  check_step_run: { mn: '1. Симулятор үүсгэх', en: '1. Create a simulator' },
  check_client: { mn: 'Аппликэйшний дугаар (client_id)', en: 'Client id (client_id)' },
  check_redirects: {
    mn: 'Буцах хаягууд (redirect_uri), мөр бүрт нэг',
    en: 'Return addresses (redirect_uri), one per line',
  },
  check_create: { mn: 'Симулятор үүсгэх', en: 'Create the simulator' },
  check_step_connect: { mn: '2. Аппликэйшнээ холбох', en: '2. Connect your application' },
  check_connect_hint: {
    mn: 'Туршилтын аппликэйшнээ дараах тохиргоогоор эхлүүлнэ үү. Нууц түлхүүр ямар ч байж болно.',
    en: 'Start a test installation of your application with these settings. Any secret will do.',
  },
  check_issuer: { mn: 'Гаргагчийн хаяг (issuer)', en: 'Issuer' },
  check_again: { mn: 'Шинээр эхлэх', en: 'Start again' },
  check_step_drive: { mn: '3. Шалгах', en: '3. Check' },
  check_start: { mn: 'Нэвтрэлт эхлүүлэх хаяг', en: 'Address that begins a sign-in' },
  check_start_hint: {
    mn: 'Нээхэд шууд симулятор руу шилжүүлдэг хаяг.',
    en: 'It redirects to the simulator when it is opened.',
  },
  check_session: {
    mn: 'Зөвхөн нэвтэрсэн хүнд нээгдэх хаяг (заавал биш)',
    en: 'Address for signed-in people only (optional)',
  },
  check_session_hint: {
    mn: 'Нэвтэрсэн хүнд 200, бусдад 401 эсвэл өөр хаяг руу шилжүүлэх хариу өгнө. Үүгүйгээр зарим дүн тодорхойгүй үлдэж болно.',
    en: 'It answers 200 to a signed-in person, and 401 or a redirect to others. Without it some results can stay unclear.',
  },
  check_go: { mn: 'Шалгаж эхлэх', en: 'Start the check' },
  check_results: { mn: 'Шалгалтын дүн', en: 'Results' },
  check_running: { mn: 'Шалгаж байна: {count} / {total}', en: 'Checking: {count} of {total}' },
  check_passed: {
    mn: 'Аппликэйшн бүх шалгалтыг давлаа.',
    en: 'Your application passed every check.',
  },
  check_found: { mn: 'Засах зүйл: {count}', en: 'To correct: {count}' },
  check_refused: { mn: 'Шалгаж чадсангүй. ({why})', en: 'The check was not possible. ({why})' },
  check_verdict_waiting: { mn: 'Хүлээгдэж буй', en: 'Not tried' },
  check_verdict_trying: { mn: 'Шалгаж байна', en: 'Checking' },
  check_verdict_pass: { mn: 'Давсан', en: 'Passed' },
  check_verdict_fail: { mn: 'Даваагүй', en: 'Failed' },
  check_verdict_advice: { mn: 'Зөвлөмж', en: 'Advice' },
  check_verdict_open: { mn: 'Тодорхойгүй', en: 'Unclear' },
  check_verdict_not_applicable: { mn: 'Хамаарахгүй', en: 'Does not apply' },
};

/** Mongolian notes on citizens; an unlisted note is shown unchanged. */
const NOTES = {
  'start here': 'эндээс эхлээрэй',
  'born 2001': '2001 онд төрсөн',
  'born 2003': '2003 онд төрсөн',
  'very long name': 'маш урт нэртэй',
  'QSCD level': 'QSCD түвшин',
  'ADVANCED level only': 'зөвхөн ADVANCED түвшин',
  'certificate revoked': 'гэрчилгээ цуцлагдсан',
  'certificate expired': 'гэрчилгээний хугацаа дууссан',
  'no device': 'төхөөрөмжгүй',
  'PIN locked': 'PIN түгжигдсэн',
};

export const LANGUAGES = ['mn', 'en'];

/** A choice made here wins, then the phone's languages, then Mongolian. */
function readLanguage() {
  const wishes = [localStorage.getItem(STORAGE_KEY), ...navigator.languages.map((tag) => tag.split('-')[0])];
  return wishes.find((wish) => LANGUAGES.includes(wish)) ?? 'mn';
}

let language = readLanguage();

export function currentLanguage() {
  return language;
}

export function chooseLanguage(chosen) {
  language = chosen;
  localStorage.setItem(STORAGE_KEY, chosen);
}

/** A button with the name of the other language. */
export function offerLanguage(button, onChange) {
  const other = language === 'mn' ? 'en' : 'mn';
  button.textContent = other === 'en' ? 'EN' : 'МН';
  button.lang = other;
  button.setAttribute('aria-label', other === 'en' ? 'EN, English' : 'МН, Монгол');
  button.onclick = () => {
    chooseLanguage(other);
    onChange();
  };
}

/** Fills `{name}` placeholders from `values`. */
export function t(key, values = {}) {
  return STRINGS[key][language].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

export function translateNote(note) {
  return language === 'mn' ? (NOTES[note] ?? note) : note;
}

/** Translates the static parts of the HTML. */
export function translatePage(titleKey) {
  document.documentElement.lang = language;
  document.title = `${t(titleKey)} · Tamga sandbox`;
  for (const element of document.querySelectorAll('[data-i18n]')) {
    element.textContent = t(element.dataset.i18n);
  }
  for (const element of document.querySelectorAll('[data-i18n-label]')) {
    element.setAttribute('aria-label', t(element.dataset.i18nLabel));
  }
}
