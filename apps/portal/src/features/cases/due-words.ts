import { defineWords } from '../../i18n/words.ts';
import type { Due, Unit } from './due.ts';

export interface DueWords {
  none: string;
  stopped: string;
  left: Record<Unit, (count: number) => string>;
  over: Record<Unit, (count: number) => string>;
}

export function describeDue(due: Due, words: DueWords): string {
  if (due.kind === 'closed') return '';
  if (due.kind === 'none' || due.kind === 'stopped') return words[due.kind];
  return words[due.kind][due.unit](due.count);
}

const few = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`;

export const dueWords = defineWords<DueWords>(
  {
    none: 'Хугацаагүй',
    stopped: 'Хугацаа зогссон',
    left: {
      minutes: (count) => `${count} минут үлдсэн`,
      hours: (count) => `${count} цаг үлдсэн`,
      days: (count) => `${count} хоног үлдсэн`,
    },
    over: {
      minutes: (count) => `${count} минут хэтэрсэн`,
      hours: (count) => `${count} цаг хэтэрсэн`,
      days: (count) => `${count} хоног хэтэрсэн`,
    },
  },
  {
    none: 'No deadline',
    stopped: 'Clock stopped',
    left: {
      minutes: few('minute left', 'minutes left'),
      hours: few('hour left', 'hours left'),
      days: few('day left', 'days left'),
    },
    over: {
      minutes: few('minute overdue', 'minutes overdue'),
      hours: few('hour overdue', 'hours overdue'),
      days: few('day overdue', 'days overdue'),
    },
  },
);
