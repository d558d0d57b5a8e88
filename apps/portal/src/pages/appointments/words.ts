import { defineWords } from '../../i18n/words.ts';

interface AppointmentWords {
  bookFor(party: string): string;
  readyFrom(date: string): string;
  where(office: string): string;
  title: string;
  lead: string;
  mine: string;
  empty: string;
  emptyFor: (party: string) => string;
  nothingCovered: (party: string) => string;
  mayNotBook: (party: string) => string;
  past: string;
  calendar: string;
  calendarLabel: (when: string) => string;
  cancel: string;
  cancelLabel: (when: string) => string;
  cancelTitle: string;
  cancelText: (when: string) => string;
  cancelYes: string;
  cancelNo: string;
  cancelled: (when: string) => string;
  statuses: Record<'booked' | 'confirmed' | 'cancelled' | 'completed', string>;
  book: string;
  bookLead: string;
  what: string;
  /** For an appointment without a service. */
  general: string;
  earlier: string;
  later: string;
  loading: string;
  retry: string;
  noTimesInWeek: string;
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
    emptyFor: (party) => `«${party}»-ийн нэр дээр захиалсан цаг алга.`,
    nothingCovered: (party) =>
      `Таны итгэмжлэлд хамаарах захиалсан цаг алга. «${party}»-ийн бусад цаг энд харагдахгүй.`,
    mayNotBook: (party) =>
      `Таны итгэмжлэлд цаг захиалах эрх ороогүй. «${party}» цагаа өөрөө захиална. Захиалсан цаг нь энд харагдахгүй.`,
    past: 'Өнгөрсөн, цуцалсан',
    calendar: 'Календарьт нэмэх',
    calendarLabel: (when) => `${when}: календарьт нэмэх`,
    cancel: 'Цуцлах',
    cancelLabel: (when) => `${when}: цуцлах`,
    cancelTitle: 'Цагаа цуцлах уу?',
    cancelText: (when) => `${when}-ийн цагийг өөр хүнд өгнө. Дахин захиалж болно.`,
    cancelYes: 'Цагаа цуцлах',
    cancelNo: 'Цагаа хэвээр үлдээх',
    cancelled: (when) => `${when}-ийн цагийг цуцаллаа.`,
    statuses: { booked: 'Захиалсан', confirmed: 'Баталсан', cancelled: 'Цуцалсан', completed: 'Болсон' },
    bookFor: (party: string) => `Хэний нэр дээр: ${party}`,
    readyFrom: (date: string) =>
      `Үр дүн тань ${date}-наас хойш бэлэн болно. Түүнээс өмнөх цагийг санал болгохгүй.`,
    where: (office) => `Очих газар: ${office}`,
    book: 'Шинэ цаг авах',
    bookLead: 'Ямар асуудлаар очихоо, дараа нь өөрт тохирох цагаа сонгоно уу.',
    what: 'Ямар асуудлаар очих вэ',
    general: 'Бусад – иргэний танхим',
    earlier: 'Өмнөх 7 хоног',
    later: 'Дараах 7 хоног',
    loading: 'Сул цагийг ачаалж байна…',
    retry: 'Дахин оролдох',
    noTimesInWeek: 'Энэ 7 хоногт сул цаг алга. Дараах 7 хоногийг үзнэ үү.',
    placesLeft: (time, free) => (free === 0 ? `${time}, дүүрсэн` : `${time}, ${free} сул`),
    chosen: (when) => `Сонгосон цаг: ${when}`,
    note: 'Тайлбар – заавал биш',
    confirm: 'Цаг захиалах',
    other: 'Өөр цаг сонгох',
    booked: (when) => `Цаг захиалагдлаа: ${when}.`,
    zone: 'Бүх цаг Улаанбаатарын цагаар.',
    codes: {
      bad_request: 'Энэ цаг өнгөрсөн эсвэл хэт хол байна. Өөр цаг сонгоно уу.',
    },
  },
  {
    title: 'Appointments',
    lead: 'Book a time to visit an office in person.',
    mine: 'My appointments',
    empty: 'You have no appointments.',
    emptyFor: (party) => `There are no appointments in the name of ${party}.`,
    nothingCovered: (party) =>
      `There are no appointments that your authorisation covers. Other appointments of ${party} are not shown here.`,
    mayNotBook: (party) =>
      `Your authorisation does not include booking. ${party} books appointments without you, and they are not shown here.`,
    past: 'Past and cancelled',
    calendar: 'Add to calendar',
    calendarLabel: (when) => `${when}: add to calendar`,
    cancel: 'Cancel',
    cancelLabel: (when) => `${when}: cancel`,
    cancelTitle: 'Cancel this appointment?',
    cancelText: (when) => `Your time on ${when} becomes free for other people. You can book again.`,
    cancelYes: 'Cancel the appointment',
    cancelNo: 'Keep the appointment',
    cancelled: (when) => `The appointment on ${when} was cancelled.`,
    statuses: { booked: 'Booked', confirmed: 'Confirmed', cancelled: 'Cancelled', completed: 'Done' },
    bookFor: (party) => `In the name of: ${party}`,
    readyFrom: (date) => `Your result is ready from ${date}. Earlier times are not offered.`,
    where: (office) => `Where: ${office}`,
    book: 'Book a time',
    bookLead: 'Say what it is about, then choose a time that suits you.',
    what: 'What is it about?',
    general: 'Something else – citizens’ hall',
    earlier: 'Week before',
    later: 'Week after',
    loading: 'Loading the times…',
    retry: 'Try again',
    noTimesInWeek: 'There is no free time this week. Look at the week after.',
    placesLeft: (time, free) =>
      free === 0 ? `${time}, full` : free === 1 ? `${time}, 1 place left` : `${time}, ${free} places left`,
    chosen: (when) => `Chosen: ${when}`,
    note: 'Note – optional',
    confirm: 'Book this time',
    other: 'Choose another time',
    booked: (when) => `Booked: ${when}.`,
    zone: 'All times are Ulaanbaatar time.',
    codes: {
      bad_request: 'This time has passed or is too far ahead. Choose another one.',
    },
  },
);
