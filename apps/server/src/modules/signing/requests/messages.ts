import type { Text } from '../../../kernel/http/language.ts';
import { writeMinute } from '../../../kernel/local-day.ts';
import type { Notification } from '../../notifications/index.ts';
import type { RequestRow } from './store.ts';

export type News =
  | 'asked'
  | 'turn'
  | 'reminder'
  | 'signed'
  | 'declined'
  | 'withdrawn'
  | 'expired'
  | 'completed';

export interface Facts {
  /** The recipient represents it; the title stays hidden until the eID provider confirms that. */
  organisation?: string | undefined;
  /** Who signed or declined. */
  who?: string;
  reason?: string;
}

interface Message {
  category: Notification['category'];
  title: (about: Text) => Text;
  body: (request: RequestRow, facts: Facts) => Text;
}

const until = ({ deadline }: RequestRow): Text => writeMinute(new Date(deadline));

const messages: Record<News, Message> = {
  asked: {
    category: 'info',
    title: ({ mn, en }) => ({ mn: `Гарын үсэг зурна уу: ${mn}`, en: `Please sign: ${en}` }),
    body: (request) => ({
      mn: `${request.sender_name} танаас гарын үсэг хүсэж байна. Эцсийн хугацаа: ${until(request).mn}. Баримтыг бүрэн уншаад гарын үсгээ зурна уу, эсвэл татгалзана уу.`,
      en: `${request.sender_name} asks for your signature. Deadline: ${until(request).en}. Read the whole document, then sign or decline.`,
    }),
  },
  turn: {
    category: 'info',
    title: ({ mn, en }) => ({
      mn: `Гарын үсэг зурах таны ээлж: ${mn}`,
      en: `It is your turn to sign: ${en}`,
    }),
    body: (request) => ({
      mn: `Таны өмнөх хүн гарын үсгээ зурлаа. Эцсийн хугацаа: ${until(request).mn}.`,
      en: `The person before you has signed. Deadline: ${until(request).en}.`,
    }),
  },
  reminder: {
    category: 'warning',
    title: ({ mn, en }) => ({
      mn: `Гарын үсэг хүлээж байна: ${mn}`,
      en: `Waiting for your signature: ${en}`,
    }),
    body: (request) => ({
      mn: `${request.sender_name} таны гарын үсгийг хүлээж байна. Эцсийн хугацаа: ${until(request).mn}.`,
      en: `${request.sender_name} is waiting for your signature. Deadline: ${until(request).en}.`,
    }),
  },
  signed: {
    category: 'success',
    title: ({ mn, en }) => ({ mn: `Гарын үсэг зурлаа: ${mn}`, en: `Signed: ${en}` }),
    body: (_request, { who = '' }) => ({
      mn: `${who} гарын үсгээ зурлаа.`,
      en: `${who} has signed.`,
    }),
  },
  declined: {
    category: 'warning',
    title: ({ mn, en }) => ({ mn: `Гарын үсэг зурахаас татгалзлаа: ${mn}`, en: `Declined: ${en}` }),
    body: (_request, { who = '', reason = '' }) => ({
      mn: `${who} татгалзсан тул хүсэлт хаагдлаа. Шалтгаан: ${reason}`,
      en: `${who} declined, so the request is closed. Reason: ${reason}`,
    }),
  },
  withdrawn: {
    category: 'warning',
    title: ({ mn, en }) => ({ mn: `Хүсэлтийг буцаалаа: ${mn}`, en: `Withdrawn: ${en}` }),
    body: (request) => ({
      mn: `${request.sender_name} гарын үсгийн хүсэлтээ буцаан авлаа. Та юу ч хийх шаардлагагүй.`,
      en: `${request.sender_name} withdrew the request for signatures. You do not need to do anything.`,
    }),
  },
  expired: {
    category: 'warning',
    title: ({ mn, en }) => ({ mn: `Хугацаа дууслаа: ${mn}`, en: `Deadline passed: ${en}` }),
    body: (request) => ({
      mn: `Хугацаанд нь (${until(request).mn}) бүгд гарын үсэг зураагүй тул хүсэлт хаагдлаа.`,
      en: `Not everybody signed by ${until(request).en}, so the request is closed.`,
    }),
  },
  completed: {
    category: 'success',
    title: ({ mn, en }) => ({ mn: `Бүгд гарын үсэг зурлаа: ${mn}`, en: `Everybody has signed: ${en}` }),
    body: () => ({
      mn: 'Бэлэн болсон баримт «Миний баримт» хэсэгт хадгалагдлаа.',
      en: 'You find the signed document under “My documents”.',
    }),
  },
};

/** A sender writes the title, so it stands in quotation marks and never alone. */
export function newsOf(
  news: News,
  request: RequestRow,
  facts: Facts,
): Pick<Notification, 'title' | 'body' | 'category' | 'link'> {
  const { category, title, body } = messages[news];
  const { organisation } = facts;
  const about =
    organisation === undefined
      ? { mn: `«${request.title}»`, en: `“${request.title}”` }
      : { mn: `«${organisation}»-ийг төлөөлөн`, en: `on behalf of “${organisation}”` };
  return { category, title: title(about), body: body(request, facts), link: `/sign/requests/${request.id}` };
}
