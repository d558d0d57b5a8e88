import type { ApplicationStatus } from '../../api/gov.ts';
import { defineWords } from '../../i18n/words.ts';

export interface ApplicationStateWords {
  submitted: (date: string) => string;
  onBehalfOf: (party: string, person: string) => string;
  statuses: Record<ApplicationStatus, string>;
  /** Replaces the state once the applicant has answered a question. */
  answered: string;
  autoFee: string;
  clock: {
    due: (date: string) => string;
    left: (days: number) => string;
    stopped: (date: string) => string;
    late: (date: string) => string;
    payment: string;
    payBy: (date: string) => string;
  };
}

export const applicationStateWords = defineWords<ApplicationStateWords>(
  {
    submitted: (date) => `Гаргасан: ${date}`,
    onBehalfOf: (party, person) => `${party} · илгээсэн: ${person}`,
    statuses: {
      submitted: 'Хүлээгдэж байна',
      registered: 'Бүртгэсэн',
      in_review: 'Хянаж байна',
      info_required: 'Таны хариу хэрэгтэй',
      approved: 'Зөвшөөрсөн',
      rejected: 'Татгалзсан',
      completed: 'Дууссан',
      cancelled: 'Цуцалсан',
      expired: 'Хугацаа дууссан',
    },
    answered: 'Хариу илгээсэн',
    autoFee: 'Хураамжаа төлмөгц баримт шууд олгогдоно.',
    clock: {
      due: (date) => `${date} гэхэд шийдвэр гарна`,
      left: (days) => (days === 0 ? 'Өнөөдөр хугацаа дуусна' : `${days} хоног үлдсэн`),
      stopped: (date) => `Таны хариуг хүлээх хооронд хугацаа зогссон${date ? ` (зогссон: ${date})` : ''}.`,
      late: (date) => `Шийдвэр ${date} гэхэд гарах ёстой байсан. Хожимдсонд хүлцэл өчье, гармагц мэдэгдэнэ.`,
      payment: 'Хугацаа хураамж төлөгдсөнөөс хойш тоологдоно.',
      payBy: (date) => `${date} хүртэл төлөөгүй бол хүсэлт хаагдана.`,
    },
  },
  {
    submitted: (date) => `Sent on ${date}`,
    onBehalfOf: (party, person) => `${party} · sent by ${person}`,
    statuses: {
      submitted: 'Waiting',
      registered: 'Registered',
      in_review: 'Being reviewed',
      info_required: 'We need your answer',
      approved: 'Granted',
      rejected: 'Refused',
      completed: 'Done',
      cancelled: 'Withdrawn',
      expired: 'Expired',
    },
    answered: 'Your answer was sent',
    autoFee: 'The document is issued as soon as you have paid the fee.',
    clock: {
      due: (date) => `Decision due by ${date}`,
      left: (days) => (days === 0 ? 'It is due today' : days === 1 ? '1 day left' : `${days} days left`),
      stopped: (date) => `The clock is stopped while we wait for you${date ? ` (since ${date})` : ''}.`,
      late: (date) =>
        `The decision was due by ${date}. We are sorry it is late. We will notify you as soon as it is made.`,
      payment: 'The clock starts once the fee has been paid.',
      payBy: (date) => `If it is not paid by ${date}, the application is closed.`,
    },
  },
);
