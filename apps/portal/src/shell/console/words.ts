import { defineWords } from '../../i18n/words.ts';

/** Words of the console's frame and those its pages share. */
export const consoleWords = defineWords(
  {
    title: 'Операторын консол',
    pages: 'Консолын хуудсууд',
    roles: {
      superadmin: 'Ерөнхий администратор',
      operator: 'Оператор',
      support: 'Дэмжлэг',
      auditor: 'Аудитор',
    },
    signOut: 'Гарах',
    timeLeft: (hours: number, minutes: number) =>
      hours > 0 ? `${hours} цаг ${minutes} мин үлдлээ` : `${minutes} мин үлдлээ`,
    session: 'Нэвтрэлт',
    idleTitle: 'Удаан хүлээсэн тул нэвтрэлт дуусах гэж байна',
    idleText: (left: string) =>
      `${left} дараа консолоос гарна. Бэлдсэн мөрүүд тань энэ цонхонд хадгалагдана.`,
    stay: 'Үргэлжлүүлэх',
    noPlaceTitle: 'Танд нээх хуудас алга',
    noPlaceText: 'Таны дүрд энэ консолын аль ч хуудас нээгдэхгүй. Ерөнхий администраторт хандана уу.',
    stepUp: {
      title: 'Кодоо дахин оруулна уу',
      text: 'Энэ үйлдэл аюултай тул баталгаажуулах аппын одоогийн кодыг дахин асууж байна. Таван минут хүчинтэй.',
      code: 'Баталгаажуулах код',
      hint: 'Аппын зургаан оронтой код. Нэг кодыг хоёр удаа хэрэглэхгүй.',
      missing: 'Зургаан оронтой кодоо оруулна уу.',
      confirm: 'Баталгаажуулах',
      cancel: 'Болих',
    },
  },
  {
    title: 'Operator console',
    pages: 'Pages of the console',
    roles: {
      superadmin: 'Super administrator',
      operator: 'Operator',
      support: 'Support',
      auditor: 'Auditor',
    },
    signOut: 'Sign out',
    timeLeft: (hours, minutes) => (hours > 0 ? `${hours} h ${minutes} min left` : `${minutes} min left`),
    session: 'Session',
    idleTitle: 'Your session is about to end, because nothing was done',
    idleText: (left) => `You will be signed out in ${left}. Rows you prepared stay in this window.`,
    stay: 'Stay signed in',
    noPlaceTitle: 'There is no page for you here',
    noPlaceText: 'Your role opens no page of this console. Ask a super administrator.',
    stepUp: {
      title: 'Give your code again',
      text: 'This action is dangerous, so the current code of your authenticator app is asked for again. It holds for five minutes.',
      code: 'Authenticator code',
      hint: 'The six digits of your app. A code is taken once.',
      missing: 'Enter the six digits.',
      confirm: 'Confirm',
      cancel: 'Cancel',
    },
  },
);
