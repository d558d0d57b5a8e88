import type { ApplicationStatus, TimelineEvent } from '../../api/gov.ts';
import { defineWords } from '../../i18n/words.ts';

export interface ApplicationWords {
  title: string;
  lead: string;
  one: string;
  back: string;
  find: string;
  empty: string;
  emptyText: string;
  /** While a person acts for another party. */
  acting: Record<'lead' | 'empty', string>;
  /** An authorisation hides what it does not cover. */
  authorised: Record<'lead' | 'empty', string>;
  older: string;
  /** Columns of the saved file. */
  file: Record<'number' | 'service' | 'state' | 'sent', string>;
  number: string;
  missingTitle: string;
  missingText: string;
  /** A sentence that explains the state to the applicant. */
  meaning: Record<ApplicationStatus, string>;
  /** In review, and nobody holds it. */
  unheld: string;
  answeredText: (date: string, isHeld: boolean) => string;
  feeBeforeIssue: string;
  registerWait: string;
  receipt: {
    title: string;
    done: string;
    text: (number: string) => string;
    doneText: string;
    keep: string;
    number: string;
    next: string;
    nextReview: string;
    nextFee: (amount: string) => string;
    nextFeeOfOthers: (amount: string) => string;
    nextDone: string;
    nextDocument: string;
    all: string;
    others: string;
  };
  pay: string;
  owed: (amount: string) => string;
  othersPay: (name: string) => string;
  record: string;
  document: string;
  again: string;
  appeal: string;
  decision: string;
  timeline: string;
  events: Record<TimelineEvent['type'], string>;
  expiredUnpaid: string;
  granted: string;
  refused: string;
  by: { user: string; officer: string; system: string };
  answers: string;
  note: string;
  papers: {
    heading: string;
    lead: string;
    closed: string;
    none: string;
    add: string;
    download: (name: string) => string;
    remove: (name: string) => string;
    removeTitle: (name: string) => string;
    removeText: string;
    removeYes: string;
    removed: (name: string) => string;
  };
  info: {
    heading: string;
    asked: string;
    /** The day is the last one on which an answer is accepted. */
    until(day: string): string;
    lead: string;
    answers: string;
    change: string;
    /** Restores the answers as they were sent. */
    keep: string;
    restored: string;
    afresh: string;
    label: string;
    note: string;
    hint: string;
    send: string;
    required: string;
    invalid: string;
    sent: string;
  };
  /** A reply to a question that is no longer open. */
  stray: { title: string; text: string; yours: string; forget: string };
  cancel: {
    heading: string;
    text: string;
    action: string;
    title: string;
    dialog: string;
    reason: string;
    done: string;
  };
}

export const applicationWords = defineWords<ApplicationWords>(
  {
    title: 'Миний хүсэлт',
    lead: 'Гаргасан хүсэлт бүр, одоо хаана яваа нь.',
    one: 'Хүсэлт',
    back: 'Миний хүсэлт',
    find: 'Үйлчилгээ хайх',
    empty: 'Та одоогоор хүсэлт гаргаагүй байна',
    emptyText: 'Хэрэгтэй үйлчилгээгээ олоод хүсэлтээ цахимаар гаргаарай.',
    acting: {
      lead: 'Төлөөлж буй нэрээр гаргасан хүсэлт бүр, одоо хаана яваа нь.',
      empty: 'Энэ нэрээр гаргасан хүсэлт алга',
    },
    authorised: {
      lead: 'Төлөөлж буй нэрээр гаргасан хүсэлтээс зөвхөн таны итгэмжлэлд хамаарахыг харуулна.',
      empty: 'Таны итгэмжлэлд хамаарах хүсэлт алга',
    },
    older: 'Өмнөх хүсэлтүүд',
    file: { number: 'Дугаар', service: 'Үйлчилгээ', state: 'Төлөв', sent: 'Илгээсэн' },
    number: 'Дугаар',
    missingTitle: 'Ийм хүсэлт олдсонгүй',
    missingText:
      'Хаяг буруу, эсвэл энэ нь таны хүсэлт биш байж магадгүй. Байгууллага, хүүхдийн хүсэлт бол нэртэй цэснээс тэднийг сонгоно уу.',
    meaning: {
      submitted: 'Таны хүсэлтийг хүлээн авсан.',
      registered: 'Таны хүсэлт бүртгэгдсэн, ажилтан удахгүй хянаж эхэлнэ.',
      in_review: 'Ажилтан таны хүсэлтийг хянаж байна. Танаас хийх зүйл алга.',
      info_required: 'Бид таны хариуг хүлээж байна. Хариу өгмөгц хүсэлт үргэлжилнэ.',
      approved: 'Хүсэлтийг тань зөвшөөрсөн. Үр дүнг хүлээлгэн өгөхөд бэлдэж байна.',
      rejected: 'Хүсэлтээс татгалзсан. Шалтгааныг доор бичсэн.',
      completed: 'Хүсэлт тань бүрэн биелсэн.',
      cancelled: 'Та энэ хүсэлтээ цуцалсан.',
      expired:
        'Хүлээж байсан мэдээлэл эсвэл төлбөр хугацаандаа ирээгүй тул хүсэлт хаагдсан. Дахин хүсэлт гаргаж болно.',
    },
    unheld: 'Таны хүсэлт ажилтан хүлээж байна. Танаас хийх зүйл алга.',
    answeredText: (date, isHeld) =>
      `Таны хариуг хүлээн авлаа (${date}). ${isHeld ? 'Ажилтан хянаж байна.' : 'Ажилтан удахгүй хянана.'}`,
    feeBeforeIssue: 'Үр дүнгээ авахын өмнө хураамжаа төлнө үү.',
    registerWait:
      'Төрийн бүртгэлийн хариуг хүлээж байна. Хариу ирмэгц баримтыг тань олгож, мэдэгдэнэ. Танаас хийх зүйл алга.',
    receipt: {
      title: 'Хүсэлтийг тань хүлээн авлаа',
      done: 'Дууслаа, баримт тань бэлэн',
      text: (number) => `Таны хүсэлт ${number} дугаартай бүртгэгдлээ.`,
      doneText: 'Хүсэлтийг шууд биелүүллээ.',
      keep: 'Дугаараа тэмдэглээд аваарай. Хүсэлт энэ хуудсан дээр үргэлж байна.',
      number: 'Хүсэлтийн дугаар',
      next: 'Дараа нь юу болох вэ',
      nextReview: 'Ажилтан таны хүсэлтийг хянана. Өөрчлөлт бүрийг мэдэгдэл болгож илгээнэ.',
      nextFee: (amount) => `Одоо ${amount} хураамжаа төлнө үү.`,
      nextFeeOfOthers: (amount) => `Хүсэлтийг шийдэхийн тулд ${amount} хураамж төлөх шаардлагатай.`,
      nextDone: 'Танаас хийх зүйл үлдээгүй.',
      nextDocument: 'Баримтаа татаж аваарай. Хуулбар нь «Лавлагаа» хэсэгт хадгалагдана.',
      all: 'Миний бүх хүсэлт',
      others: 'Өөр үйлчилгээ хайх',
    },
    pay: 'Хураамж төлөх',
    owed: (amount) => `Төлөх хураамж: ${amount}`,
    othersPay: (name) =>
      `Таны итгэмжлэлд энэ хураамжийг төлөх эрх ороогүй. Хураамжийг «${name}» өөрөө төлнө. Бид түүнд мэдэгдсэн.`,
    record: 'Хүсэлтийн баримт (PDF)',
    document: 'Баримтаа татах',
    again: 'Дахин хүсэлт гаргах',
    appeal: 'Гомдол яаж гаргах вэ',
    decision: 'Шийдвэрийн тайлбар',
    timeline: 'Хүсэлтийн явц',
    events: {
      created: 'Хүсэлт бүртгэгдлээ',
      auto_fulfilled: 'Хүсэлт шууд биеллээ',
      assigned: 'Ажилтан хүсэлтийг хянаж эхэллээ',
      reassigned: 'Хүсэлтийг өөр ажилтан хянахаар боллоо',
      released: 'Хүсэлт ажилтан хүлээж байна',
      info_requested: 'Танаас нэмэлт мэдээлэл хүслээ',
      info_provided: 'Та хариу өглөө',
      info_note: 'Таны бичсэн',
      info_withdrawn: 'Ажилтан асуултаа буцаасан',
      decided: 'Шийдвэр гарлаа',
      delivered: 'Үр дүнг хүлээлгэн өглөө',
      cancelled: 'Та хүсэлтээ цуцаллаа',
      sla_breached: 'Хугацаа хэтэрлээ',
      tacit_approved: 'Хугацаандаа шийдвэр гараагүй тул зөвшөөрөгдлөө',
      expired: 'Хариу ирээгүй тул хаагдлаа',
    },
    expiredUnpaid: 'Хураамж төлөгдөөгүй тул хаагдлаа',
    granted: 'Зөвшөөрлөө',
    refused: 'Татгалзлаа',
    by: { user: 'Та', officer: 'Ажилтан', system: 'Систем' },
    answers: 'Таны бөглөсөн',
    note: 'Таны нэмж хэлсэн',
    papers: {
      heading: 'Файл',
      lead: 'Хүсэлт нээлттэй байх хугацаанд файл нэмж, хасаж болно.',
      closed: 'Хүсэлт хаагдсан тул файл өөрчлөх боломжгүй.',
      none: 'Файл хавсаргаагүй байна.',
      add: 'Файл нэмэх',
      download: (name) => `${name} татах`,
      remove: (name) => `${name} устгах`,
      removeTitle: (name) => `«${name}» файлыг устгах уу?`,
      removeText: 'Файл хүсэлтээс хасагдана. Дараа нь дахин нэмж болно.',
      removeYes: 'Устгах',
      removed: (name) => `«${name}» файлыг устгалаа.`,
    },
    info: {
      heading: 'Таны хариу хэрэгтэй',
      asked: 'Ажилтны асуусан:',
      until: (day) => `${day} хүртэл хариулна уу. Дараа нь хүсэлт хаагдана.`,
      lead: 'Хариултаа засах, файл нэмэх, тайлбар бичихээс хэрэгтэйг нь хийгээд хариугаа илгээнэ үү.',
      answers: 'Таны бөглөсөн',
      change: 'Хариултаа засах',
      keep: 'Засахгүй, хэвээр үлдээх',
      restored: 'Таны бичиж эхэлсэн хариуг хадгалсан байна.',
      afresh: 'Шинээр эхлэх',
      label: 'Хариу илгээх',
      note: 'Тайлбар',
      hint: 'Юу өөрчилсөн, юу хавсаргаснаа бичнэ үү.',
      send: 'Хариу илгээх',
      required: 'Тайлбар бичих, хариултаа засах, эсвэл файл нэмнэ үү.',
      invalid: 'Зарим хариулт таарсангүй. Дээр заасныг засна уу.',
      sent: 'Хариуг тань илгээлээ. Хугацаа дахин тоологдож эхэллээ.',
    },
    stray: {
      title: 'Таны бичсэн хариу илгээгдээгүй',
      text: 'Ажилтан асуултаа буцаасан, эсвэл асуулт хаагдсан тул одоо хариулах шаардлагагүй. Бичсэн зүйл тань хэрэгтэй бол хуулж авна уу.',
      yours: 'Таны бичсэн хариу',
      forget: 'Бичсэнээ устгах',
    },
    cancel: {
      heading: 'Хүсэлтээ цуцлах',
      text: 'Хүсэлтээ хэрэггүй болсон бол цуцалж болно. Төлөөгүй хураамж мөн хүчингүй болно.',
      action: 'Хүсэлтээ цуцлах',
      title: 'Хүсэлтээ цуцлах уу?',
      dialog: 'Хүсэлтийг хянахаа болино. Буцаах боломжгүй, харин шинээр хүсэлт гаргаж болно.',
      reason: 'Шалтгаан – заавал биш',
      done: 'Хүсэлтийг цуцаллаа.',
    },
  },
  {
    title: 'My applications',
    lead: 'Everything you applied for, and where it stands.',
    one: 'Application',
    back: 'My applications',
    find: 'Find a service',
    empty: 'You have not applied for anything yet',
    emptyText: 'Find the service you need and apply online.',
    acting: {
      lead: 'Everything applied for in the name that you act for, and where it stands.',
      empty: 'Nothing has been applied for in this name yet',
    },
    authorised: {
      lead: 'Only applications that your authorisation covers are shown. Others in this name are hidden.',
      empty: 'There are no applications that your authorisation covers',
    },
    older: 'Older applications',
    file: { number: 'Number', service: 'Service', state: 'State', sent: 'Sent' },
    number: 'Number',
    missingTitle: 'There is no such application',
    missingText:
      'The address may be wrong, or the application is not yours. If it is of an organisation or a child, choose them in the menu with your name.',
    meaning: {
      submitted: 'We have received your application.',
      registered: 'Your application is registered. An officer will look at it soon.',
      in_review: 'An officer is looking at your application. There is nothing you have to do.',
      info_required: 'We are waiting for your answer. We continue with the application when you answer.',
      approved: 'Your application was granted. The result is being made ready to hand over.',
      rejected: 'Your application was refused. The reason is written below.',
      completed: 'Your application has been fulfilled.',
      cancelled: 'You withdrew this application.',
      expired:
        'The answer or the fee it was waiting for did not come in time, so the application was closed. You may apply again.',
    },
    unheld: 'Your application waits for an officer. There is nothing you have to do.',
    answeredText: (date, isHeld) =>
      `Your answer reached us on ${date}. ${isHeld ? 'An officer is looking at it.' : 'An officer will look at it soon.'}`,
    feeBeforeIssue: 'The fee has to be paid before you receive the result.',
    registerWait:
      'We are waiting for the state register. Your document is issued as soon as it answers, and we will tell you. You need to do nothing.',
    receipt: {
      title: 'We have received your application',
      done: 'Done: your document is ready',
      text: (number) => `Your application is registered as ${number}.`,
      doneText: 'Your application was fulfilled at once.',
      keep: 'Keep the number. The application is always here on this page.',
      number: 'Application number',
      next: 'What happens next',
      nextReview: 'An officer will look at your application. You get a notification about every change.',
      nextFee: (amount) => `Please pay the fee of ${amount} now.`,
      nextFeeOfOthers: (amount) => `The fee of ${amount} has to be paid.`,
      nextDone: 'There is nothing left for you to do.',
      nextDocument: 'Download your document. A copy stays under “References”.',
      all: 'All my applications',
      others: 'Find another service',
    },
    pay: 'Pay the fee',
    owed: (amount) => `Fee to pay: ${amount}`,
    othersPay: (name) =>
      `Your authorisation does not include paying this fee. It is paid by ${name}, who has been notified.`,
    record: 'Record of the application (PDF)',
    document: 'Download the document',
    again: 'Apply again',
    appeal: 'How to appeal',
    decision: 'The decision in words',
    timeline: 'What has happened',
    events: {
      created: 'The application was registered',
      auto_fulfilled: 'The application was fulfilled at once',
      assigned: 'An officer began to review it',
      reassigned: 'Another officer continues the review',
      released: 'It waits for an officer',
      info_requested: 'You were asked for more',
      info_provided: 'You answered',
      info_note: 'What you wrote',
      info_withdrawn: 'The officer withdrew the question',
      decided: 'A decision was made',
      delivered: 'The result was handed over',
      cancelled: 'You withdrew the application',
      sla_breached: 'The deadline passed',
      tacit_approved: 'Granted, because no decision came in time',
      expired: 'Closed, because no answer came',
    },
    expiredUnpaid: 'Closed, because the fee was not paid',
    granted: 'Granted',
    refused: 'Refused',
    by: { user: 'You', officer: 'Officer', system: 'System' },
    answers: 'What you filled in',
    note: 'What you added',
    papers: {
      heading: 'Files',
      lead: 'You can add and remove files while the application is open.',
      closed: 'The application is closed, so its files cannot be changed.',
      none: 'No files attached.',
      add: 'Add files',
      download: (name) => `Download ${name}`,
      remove: (name) => `Remove ${name}`,
      removeTitle: (name) => `Remove “${name}”?`,
      removeText: 'The file is taken out of the application. You can add it again later.',
      removeYes: 'Remove',
      removed: (name) => `“${name}” was removed.`,
    },
    info: {
      heading: 'We need your answer',
      asked: 'The officer asks:',
      until: (day) => `Answer by ${day}. After that the application is closed.`,
      lead: 'Correct your answers, add files or write a note, whatever is needed, and then send it.',
      answers: 'What you filled in',
      change: 'Change my answers',
      keep: 'Leave them as they were',
      restored: 'We kept the answer you had begun to write.',
      afresh: 'Start afresh',
      label: 'Send your answer',
      note: 'Note',
      hint: 'Say what you changed or attached.',
      send: 'Send the answer',
      required: 'Write a note, change an answer or add a file.',
      invalid: 'Some answers do not fit. Correct what is marked above.',
      sent: 'Your answer was sent. The clock is running again.',
    },
    stray: {
      title: 'Your answer was not sent',
      text: 'The officer withdrew the question, or it was closed, so you do not have to answer it any more. Copy your words if you need them.',
      yours: 'Your answer',
      forget: 'Delete what I typed',
    },
    cancel: {
      heading: 'Withdraw the application',
      text: 'If you no longer need it, you can withdraw it. A fee that was not paid is no longer asked for.',
      action: 'Withdraw the application',
      title: 'Withdraw this application?',
      dialog: 'We will stop working on it. You cannot undo this, but you can apply again.',
      reason: 'Reason – optional',
      done: 'The application was withdrawn.',
    },
  },
);
