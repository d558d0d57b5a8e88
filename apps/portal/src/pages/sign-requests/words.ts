import { defineWords } from '../../i18n/words.ts';

export const requestsWords = defineWords(
  {
    title: 'Хамтран гарын үсэг зурах',
    lead: 'Танаас хүссэн болон таны илгээсэн гарын үсгийн хүсэлтүүд.',
    send: 'Баримт илгээх',
    boxes: { label: 'Хүсэлтийн хайрцаг', received: 'Надад ирсэн', sent: 'Миний илгээсэн' },
    caption: { received: 'Надад ирсэн хүсэлтүүд', sent: 'Миний илгээсэн хүсэлтүүд' },
    empty: {
      received: 'Танаас гарын үсэг хүссэн хүсэлт алга',
      sent: 'Та баримт илгээгээгүй байна',
    },
    emptyText: {
      received: 'Хэн нэгэн танд баримт илгээвэл энд харагдана.',
      sent: 'Нэг PDF баримтыг 20 хүртэл хүн, байгууллагад илгээж болно.',
    },
    unavailable:
      'Таны төлөөлдөг байгууллагын хүсэлтийг одоогоор харуулж чадсангүй: eID хариу өгсөнгүй. Дараа дахин нээнэ үү.',
    name: 'Баримт',
    from: 'Илгээсэн',
    progress: 'Гарын үсэг',
    count: (signed: string, total: string) => `${signed} / ${total}`,
    state: 'Төлөв',
    anyState: 'Бүгд',
    deadline: 'Эцсийн хугацаа',
    myTurn: 'Таны ээлж',
    states: {
      open: 'Нээлттэй',
      completed: 'Бүгд зурсан',
      declined: 'Татгалзсан',
      withdrawn: 'Буцаасан',
      expired: 'Хугацаа дууссан',
    },
  },
  {
    title: 'Sign together',
    lead: 'Requests for your signature, and requests that you sent.',
    send: 'Send a document',
    boxes: { label: 'Box of requests', received: 'To me', sent: 'By me' },
    caption: { received: 'Requests to me', sent: 'Requests by me' },
    empty: { received: 'Nobody is waiting for your signature', sent: 'You have sent no document' },
    emptyText: {
      received: 'A document that somebody sends to you appears here.',
      sent: 'You can send a PDF to up to 20 people and organisations.',
    },
    unavailable:
      'Requests to organisations that you represent cannot be shown now, because eID did not answer. Open this page again later.',
    name: 'Document',
    from: 'From',
    progress: 'Signed',
    count: (signed, total) => `${signed} of ${total}`,
    state: 'State',
    anyState: 'All',
    deadline: 'Deadline',
    myTurn: 'Your turn',
    states: {
      open: 'Open',
      completed: 'Everybody signed',
      declined: 'Declined',
      withdrawn: 'Withdrawn',
      expired: 'Deadline passed',
    },
  },
);
