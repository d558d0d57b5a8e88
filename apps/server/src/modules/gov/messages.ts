import type { Text } from '../../kernel/http/language.ts';
import type { Transition } from './state-machine.ts';

export type MessageName = NonNullable<Transition['tells']> | 'breached';

interface Message {
  category: 'info' | 'success' | 'warning';
  title: Text;
  /** Written after the service's name and the number; `detail` is what an officer wrote, or nothing. */
  body: (detail: string) => Text;
}

const plain = (mn: string, en: string) => (): Text => ({ mn, en });
const because = (text: string) => (text === '' ? '' : ` ${text}`);

/** What applicants are told, by the names that the table of transitions uses. */
export const messages: Record<MessageName, Message> = {
  received: {
    category: 'info',
    title: { mn: 'Хүсэлтийг хүлээн авлаа', en: 'Application received' },
    body: plain('Таны хүсэлт бүртгэгдлээ.', 'Your application was registered.'),
  },
  fee_asked: {
    category: 'info',
    title: { mn: 'Хураамж төлнө үү', en: 'A fee is due' },
    body: plain('Хураамж төлөгдмөгц олгоно.', 'It will be issued as soon as the fee is paid.'),
  },
  register_away: {
    category: 'info',
    title: { mn: 'Төрийн бүртгэлийн хариуг хүлээж байна', en: 'Waiting for the state register' },
    body: plain(
      'Төрийн бүртгэл одоогоор хариу өгөхгүй байна. Бид дахин асууж, хариу ирмэгц баримтыг олгоно. Танаас өөр юу ч шаардлагагүй.',
      'The state register does not answer at the moment. We ask again and issue the document as soon as it does. You need to do nothing.',
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
    body: (detail) => ({
      mn: `Танаас нэмэлт мэдээлэл хүслээ:${because(detail)}`,
      en: `You are asked for more:${because(detail)}`,
    }),
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
    body: (detail) => ({ mn: `Шалтгаан:${because(detail)}`, en: `The reason:${because(detail)}` }),
  },
  delivered: {
    category: 'success',
    title: { mn: 'Хүлээлгэн өглөө', en: 'Handed over' },
    body: plain('Таны хүсэлтийн үр дүнг хүлээлгэн өглөө.', 'What you applied for was handed over.'),
  },
  granted_tacitly: {
    category: 'success',
    title: { mn: 'Хугацаа дуусч, хүсэлт зөвшөөрөгдлөө', en: 'Granted, because the time ran out' },
    body: plain(
      'Хуулийн хугацаанд шийдвэр гараагүй тул таны хүсэлт автоматаар зөвшөөрөгдлөө.',
      'No decision came within the legal time, so your application was granted automatically.',
    ),
  },
  expired: {
    category: 'warning',
    title: { mn: 'Хүсэлтийн хугацаа дууслаа', en: 'Application expired' },
    body: plain(
      'Хүссэн мэдээлэл ирээгүй тул хүсэлтийг хаалаа. Дахин хүсэлт гаргах боломжтой.',
      'What was asked for did not come, so the application was closed. You may apply again.',
    ),
  },
  expired_unpaid: {
    category: 'warning',
    title: { mn: 'Хүсэлтийн хугацаа дууслаа', en: 'Application expired' },
    body: plain(
      'Хураамж хугацаандаа төлөгдөөгүй тул хүсэлтийг хаалаа. Дахин хүсэлт гаргах боломжтой.',
      'The fee was not paid in time, so the application was closed. You may apply again.',
    ),
  },
  breached: {
    category: 'warning',
    title: { mn: 'Хугацаа хэтэрлээ', en: 'The deadline has passed' },
    body: plain(
      'Таны хүсэлтийг хугацаанд нь шийдвэрлэж чадсангүй. Уучлаарай, шийдвэр гармагц мэдэгдэнэ.',
      'Your application was not decided in time. We are sorry; you will be told as soon as it is.',
    ),
  },
};
