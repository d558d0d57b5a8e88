import { defineWords } from '../../i18n/words.ts';

export const draftWords = defineWords(
  {
    heading: 'Дуусгаагүй хүсэлт',
    lead: 'Эхлүүлсэн ч илгээгээгүй хүсэлтүүд. Зогссон газраасаа үргэлжлүүлж болно.',
    saved: (time: string) => `Сүүлд хадгалсан: ${time}`,
    goOn: 'Үргэлжлүүлэх',
    goOnLabel: (name: string) => `Үргэлжлүүлэх: ${name}`,
    ended:
      'Энэ үйлчилгээг одоо үзүүлэхгүй байгаа тул илгээх боломжгүй. Бөглөсөн зүйлээ уншиж, хуулж, устгаж болно.',
    show: 'Бөглөснийг харах',
    showLabel: (name: string) => `Бөглөснийг харах: ${name}`,
    hide: 'Нуух',
    nothing: 'Та юу ч бөглөөгүй байна.',
    yours: 'Таны бөглөсөн зүйл',
    drop: 'Устгах',
    dropLabel: (name: string) => `Устгах: ${name}`,
    dropTitle: 'Дуусгаагүй хүсэлтээ устгах уу?',
    dropText: (name: string) =>
      `«${name}» үйлчилгээнд бөглөсөн зүйл, хавсаргасан файл тань устана. Буцаах боломжгүй.`,
    dropped: (name: string) => `«${name}» үйлчилгээний дуусгаагүй хүсэлтийг устгалаа.`,
    sent: 'Илгээсэн хүсэлт',
  },
  {
    heading: 'Unfinished applications',
    lead: 'You began these and have not sent them yet. Go on where you left off.',
    saved: (time) => `Last saved on ${time}`,
    goOn: 'Go on',
    goOnLabel: (name) => `Go on: ${name}`,
    ended:
      'This service is no longer offered, so the application cannot be sent. You can read, copy and throw away what you filled in.',
    show: 'Show what I filled in',
    showLabel: (name) => `Show what I filled in: ${name}`,
    hide: 'Hide',
    nothing: 'You filled in nothing.',
    yours: 'what you filled in',
    drop: 'Throw away',
    dropLabel: (name) => `Throw away: ${name}`,
    dropTitle: 'Throw this unfinished application away?',
    dropText: (name) =>
      `What you filled in for “${name}” and the files you attached will be deleted. This cannot be undone.`,
    dropped: (name) => `Your unfinished application for “${name}” was thrown away.`,
    sent: 'Sent applications',
  },
);
