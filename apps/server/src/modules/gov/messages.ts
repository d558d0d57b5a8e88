import type { Text } from '../../kernel/http/language.ts';
import type { Transition } from './state-machine.ts';

export type MessageName =
  | NonNullable<Transition['notifies']>
  | 'breached'
  | 'withdrawn'
  | 'answered'
  | 'fee_of_party';

interface Message {
  category: 'info' | 'success' | 'warning';
  title: Text;
  /** Appended to the service name and the number; `detail` is the officer's text, or empty. */
  body: (detail: string, answerBy?: Text) => Text;
}

const plain = (mn: string, en: string) => (): Text => ({ mn, en });
const because = (text: string) => (text === '' ? '' : ` ${text}`);

/** Notifications to applicants; the keys are named in the transition table. */
export const messages: Record<MessageName, Message> = {
  received: {
    category: 'info',
    title: { mn: 'Хүсэлтийг хүлээн авлаа', en: 'Application received' },
    body: plain('Таны хүсэлт бүртгэгдлээ.', 'Your application was registered.'),
  },
  fee_asked: {
    category: 'info',
    title: { mn: 'Хураамж төлнө үү', en: 'A fee is due' },
    body: plain(
      'Хураамж төлөгдмөгц олгоно. Хураамжаа төлнө үү.',
      'Pay the fee. Your document is issued as soon as it is paid.',
    ),
  },
  fee_of_party: {
    category: 'warning',
    title: { mn: 'Хураамж төлнө үү', en: 'A fee is due' },
    body: plain(
      'Хүсэлт гаргасан хүнд төлбөр төлөх эрх байхгүй. Хүсэлтээ нээж, хураамжийг төлнө үү.',
      'The person who applied is not authorised to pay. Open the application and pay the fee.',
    ),
  },
  register_away: {
    category: 'info',
    title: { mn: 'Төрийн бүртгэлийн хариуг хүлээж байна', en: 'Waiting for the state register' },
    body: plain(
      'Төрийн бүртгэл одоогоор хариу өгөхгүй байна. Бид дахин асууж, хариу ирмэгц баримтыг олгоно. Танаас өөр юу ч шаардлагагүй.',
      'The state register is not answering at the moment. We keep asking and issue the document as soon as it answers. You do not need to do anything.',
    ),
  },
  fulfilled: {
    category: 'success',
    title: { mn: 'Хүсэлт биеллээ', en: 'Application fulfilled' },
    body: plain('Таны хүсэлтийг биелүүллээ.', 'Your application was fulfilled.'),
  },
  info_requested: {
    category: 'warning',
    title: { mn: 'Нэмэлт мэдээлэл шаардлагатай', en: 'More information is needed' },
    body: (detail, answerBy) => ({
      mn: `Хүсэлтээ нээж, ${answerBy ? `${answerBy.mn} хүртэл ` : ''}хариулна уу:${because(detail)}`,
      en: `Open your application and answer${answerBy ? ` by ${answerBy.en}` : ''}:${because(detail)}`,
    }),
  },
  info_withdrawn: {
    category: 'info',
    title: { mn: 'Нэмэлт мэдээлэл шаардлагагүй боллоо', en: 'No more information is needed' },
    body: plain(
      'Ажилтан асуултаа буцаасан. Та хариулах шаардлагагүй, хүсэлтийг үргэлжлүүлэн шийднэ.',
      'The officer withdrew the question. You do not need to answer, and your application continues.',
    ),
  },
  granted: {
    category: 'success',
    title: { mn: 'Хүсэлтийг зөвшөөрлөө', en: 'Application granted' },
    body: (detail) => ({
      mn: `Таны хүсэлтийг зөвшөөрлөө.${because(detail)}`,
      en: `Your application was granted.${because(detail)}`,
    }),
  },
  refused: {
    category: 'warning',
    title: { mn: 'Хүсэлтээс татгалзлаа', en: 'Application refused' },
    body: (detail) => ({ mn: `Шалтгаан:${because(detail)}`, en: `Reason:${because(detail)}` }),
  },
  delivered: {
    category: 'success',
    title: { mn: 'Хүлээлгэн өглөө', en: 'Delivered' },
    body: plain('Таны хүсэлтийн үр дүнг хүлээлгэн өглөө.', 'The result of your application was delivered.'),
  },
  granted_tacitly: {
    category: 'success',
    title: { mn: 'Хугацаа дуусч, хүсэлт зөвшөөрөгдлөө', en: 'Application granted automatically' },
    body: plain(
      'Хуулийн хугацаанд шийдвэр гараагүй тул таны хүсэлт автоматаар зөвшөөрөгдлөө.',
      'No decision was made within the legal time, so your application was granted automatically.',
    ),
  },
  expired: {
    category: 'warning',
    title: { mn: 'Хүсэлтийн хугацаа дууслаа', en: 'Application expired' },
    body: plain(
      'Хүссэн мэдээлэл ирээгүй тул хүсэлтийг хаалаа. Дахин хүсэлт гаргах боломжтой.',
      'We did not get the information we asked for, so the application was closed. You can apply again.',
    ),
  },
  expired_unpaid: {
    category: 'warning',
    title: { mn: 'Хүсэлтийн хугацаа дууслаа', en: 'Application expired' },
    body: plain(
      'Хураамж хугацаандаа төлөгдөөгүй тул хүсэлтийг хаалаа. Дахин хүсэлт гаргах боломжтой.',
      'The fee was not paid in time, so the application was closed. You can apply again.',
    ),
  },
  breached: {
    category: 'warning',
    title: { mn: 'Хугацаа хэтэрлээ', en: 'The deadline has passed' },
    body: plain(
      'Таны хүсэлтийг хугацаанд нь шийдвэрлэж чадсангүй. Уучлаарай, шийдвэр гармагц мэдэгдэнэ.',
      'Your application was not decided in time. We are sorry. We will notify you as soon as it is decided.',
    ),
  },
  withdrawn: {
    category: 'info',
    title: { mn: 'Хүсэлтийг буцаалаа', en: 'Application withdrawn' },
    body: plain('Хүсэлтийг цааш шийдвэрлэхгүй.', 'It will not be decided.'),
  },
  answered: {
    category: 'info',
    title: { mn: 'Нэмэлт мэдээлэл өглөө', en: 'The question was answered' },
    body: plain('Хүсэлтийг үргэлжлүүлэн шийднэ.', 'The application continues.'),
  },
};
