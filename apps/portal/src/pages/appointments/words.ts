import { defineWords } from '../../i18n/words.ts';

interface AppointmentWords {
  title: string;
  lead: string;
  mine: string;
  empty: string;
  past: string;
  hall: string;
  calendar: string;
  calendarLabel: (when: string) => string;
  cancel: string;
  cancelLabel: (when: string) => string;
  cancelTitle: string;
  cancelText: (when: string) => string;
  cancelYes: string;
  cancelled: (when: string) => string;
  statuses: Record<'booked' | 'confirmed' | 'cancelled' | 'completed', string>;
  book: string;
  bookLead: string;
  what: string;
  week: (from: string, to: string) => string;
  earlier: string;
  later: string;
  times: string;
  noTimes: string;
  noTimesInWeek: string;
  full: string;
  placesLeft: (time: string, free: number) => string;
  chosen: (when: string) => string;
  note: string;
  confirm: string;
  other: string;
  booked: (when: string) => string;
  zone: string;
  codes: Record<string, string>;
}

export const appointmentWords = defineWords<AppointmentWords>(
  {
    title: 'Цаг захиалга',
    lead: 'Байгууллагад биечлэн очих цагаа захиалаарай.',
    mine: 'Миний захиалсан цаг',
    empty: 'Танд захиалсан цаг алга.',
    past: 'Өнгөрсөн',
    hall: 'Иргэний үйлчилгээний танхим',
    calendar: 'Календарьт нэмэх',
    calendarLabel: (when) => `${when}: календарьт нэмэх`,
    cancel: 'Цуцлах',
    cancelLabel: (when) => `${when}: цуцлах`,
    cancelTitle: 'Цагаа цуцлах уу?',
    cancelText: (when) => `${when}-ийн цагийг өөр хүнд өгнө. Дахин захиалж болно.`,
    cancelYes: 'Цагаа цуцлах',
    cancelled: (when) => `${when}-ийн цагийг цуцаллаа.`,
    statuses: { booked: 'Захиалсан', confirmed: 'Баталсан', cancelled: 'Цуцалсан', completed: 'Болсон' },
    book: 'Шинэ цаг авах',
    bookLead: 'Юугаар очихоо, дараа нь өөрт тохирох цагаа сонгоно уу.',
    what: 'Юугаар очих вэ',
    week: (from, to) => `${from} – ${to}`,
    earlier: 'Өмнөх долоо хоног',
    later: 'Дараагийн долоо хоног',
    times: 'Сул цаг',
    noTimes: 'Хүлээн авахгүй',
    noTimesInWeek: 'Энэ долоо хоногт сул цаг алга. Дараагийн долоо хоногийг үзнэ үү.',
    full: 'Дүүрсэн',
    placesLeft: (time, free) => (free === 0 ? `${time}, дүүрсэн` : `${time}, ${free} сул`),
    chosen: (when) => `Сонгосон цаг: ${when}`,
    note: 'Тайлбар – заавал биш',
    confirm: 'Цаг захиалах',
    other: 'Өөр цаг сонгох',
    booked: (when) => `Цаг захиалагдлаа: ${when}.`,
    zone: 'Бүх цаг Улаанбаатарын цагаар.',
    codes: {
      slot_taken: 'Энэ цаг сая дүүрлээ. Өөр цаг сонгоно уу.',
      already_booked: 'Танд яг энэ үед захиалсан өөр цаг байна.',
      not_a_slot: 'Энэ үед хүлээн авдаггүй. Санал болгосон цагаас сонгоно уу.',
    },
  },
  {
    title: 'Appointments',
    lead: 'Book a time to visit an office in person.',
    mine: 'My appointments',
    empty: 'You have no appointments.',
    past: 'Past',
    hall: 'Citizens’ service hall',
    calendar: 'Add to calendar',
    calendarLabel: (when) => `${when}: add to calendar`,
    cancel: 'Cancel',
    cancelLabel: (when) => `${when}: cancel`,
    cancelTitle: 'Cancel this appointment?',
    cancelText: (when) => `The place on ${when} goes to somebody else. You can book again.`,
    cancelYes: 'Cancel the appointment',
    cancelled: (when) => `The appointment on ${when} was cancelled.`,
    statuses: { booked: 'Booked', confirmed: 'Confirmed', cancelled: 'Cancelled', completed: 'Done' },
    book: 'Book a time',
    bookLead: 'Say what it is about, then choose a time that suits you.',
    what: 'What is it about?',
    week: (from, to) => `${from} – ${to}`,
    earlier: 'Week before',
    later: 'Week after',
    times: 'Free times',
    noTimes: 'Closed',
    noTimesInWeek: 'There is no free time this week. Look at the week after.',
    full: 'Full',
    placesLeft: (time, free) =>
      free === 0 ? `${time}, full` : free === 1 ? `${time}, 1 place left` : `${time}, ${free} places left`,
    chosen: (when) => `Chosen: ${when}`,
    note: 'Note – optional',
    confirm: 'Book this time',
    other: 'Choose another time',
    booked: (when) => `Booked: ${when}.`,
    zone: 'All times are Ulaanbaatar time.',
    codes: {
      slot_taken: 'This time has just been taken. Choose another one.',
      already_booked: 'You already have an appointment at this time.',
      not_a_slot: 'Nobody receives people at that time. Choose one of the times offered.',
    },
  },
);
