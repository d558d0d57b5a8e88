import type { CaseResult, CaseStatus } from '../../api/officer.ts';
import { defineWords } from '../../i18n/words.ts';
import type { DeskAction, Offer } from './desk-actions.ts';
import type { ViewKey } from './queue-views.ts';

interface OfficerWords {
  title: string;
  lead: string;
  views: Record<ViewKey, string>;
  viewsLabel: string;
  search: string;
  searchHint: string;
  tooShort: string;
  clearSearch: string;
  searchOpen: string;
  searchFinished: string;
  found(q: string, count: number, isMore: boolean): string;
  notFound(q: string): string;
  notFoundText(view: string): string;
  keys: string;
  caption: string;
  empty: string;
  emptyText: Record<ViewKey, string>;
  more: string;
  loaded(count: number): string;
  choose: string;
  chooseText: string;
  noName: string;
  /** Columns of the saved file. */
  file: Record<'number' | 'applicant' | 'service' | 'state' | 'sent' | 'due', string>;
  mine: string;
  others: string;
  free: string;
  unpaid: string;
  statuses: Record<CaseStatus, string>;
  results: Record<Exclude<CaseResult, ''>, string>;
  actions: Record<DeskAction, string>;
  reasons: Record<Exclude<Offer['reason'], null>, string>;
  done: Record<DeskAction, string>;
  takenUntil(moment: string): string;
  selectToo(name: string): string;
  heldUntil(moment: string): string;
  conflict: string;
}

export const officerWords = defineWords<OfficerWords>(
  {
    title: 'Хүсэлт шийдвэрлэх',
    lead: 'Танай байгууллагуудын шийдвэрлэх хүсэлт.',
    views: {
      open: 'Нээлттэй',
      mine: 'Миний',
      unassigned: 'Эзэнгүй',
      overdue: 'Хугацаа хэтэрсэн',
      due_today: 'Өнөөдөр дуусах',
      due_soon: '24 цагт дуусах',
      waiting: 'Иргэнийг хүлээж буй',
      to_deliver: 'Олгох',
      finished: 'Дууссан',
    },
    viewsLabel: 'Хүсэлтийн жагсаалтууд',
    search: 'Энэ жагсаалтаас хайх',
    searchHint: 'Нэр, дугаар, үйлчилгээгээр хайх',
    tooShort: 'Хоёр буюу түүнээс олон тэмдэгт бичнэ үү.',
    clearSearch: 'Хайлтыг арилгах',
    searchOpen: 'Нээлттэй бүх хүсэлтээс хайх',
    searchFinished: 'Дууссан хүсэлтээс хайх',
    found: (q, count, isMore) =>
      isMore ? `«${q}»: олдсон эхний ${count} хүсэлт` : `«${q}»: ${count} хүсэлт олдлоо`,
    notFound: (q) => `«${q}» олдсонгүй`,
    notFoundText: (view) =>
      `«${view}» жагсаалтаас нэр, дугаар, үйлчилгээний эхний үсгээр хайлаа. Бичсэнээ шалгах, эсвэл эхний хэдэн үсгээр нь хайж үзнэ үү.`,
    keys: 'Товчлуурууд',
    caption: 'Хүсэлтүүд',
    empty: 'Хүсэлт алга',
    emptyText: {
      open: 'Шийдвэрлэх хүсэлт алга. Шинэ хүсэлт ирэхээр энд гарна.',
      mine: 'Танд хариуцсан хүсэлт алга. «Эзэнгүй» жагсаалтаас авч болно.',
      unassigned: 'Эзэнгүй хүсэлт алга.',
      overdue: 'Хугацаа хэтэрсэн хүсэлт алга.',
      due_today: 'Өнөөдөр хугацаа нь дуусах хүсэлт алга.',
      due_soon: 'Ойрын 24 цагт хугацаа нь дуусах хүсэлт алга.',
      waiting: 'Иргэний хариуг хүлээж байгаа хүсэлт алга.',
      to_deliver: 'Иргэнд олгохыг хүлээж байгаа зүйл алга.',
      finished: 'Дууссан хүсэлт алга.',
    },
    more: 'Цааш харуулах',
    loaded: (count) => `${count} хүсэлт харуулав`,
    choose: 'Хүсэлт сонгоно уу',
    chooseText: 'Хүсэлтийг нээхэд иргэний «Миний мэдээллийг хэн харсан» хэсэгт тэмдэглэгдэнэ.',
    noName: 'Нэргүй',
    file: {
      number: 'Дугаар',
      applicant: 'Өргөдөл гаргагч',
      service: 'Үйлчилгээ',
      state: 'Төлөв',
      sent: 'Илгээсэн',
      due: 'Шийдэх хугацаа',
    },
    mine: 'Та хариуцсан',
    others: 'Өөр ажилтан хариуцсан',
    free: 'Эзэнгүй',
    unpaid: 'Хураамж төлөөгүй',
    statuses: {
      submitted: 'Илгээсэн',
      registered: 'Бүртгэсэн',
      in_review: 'Хянаж байна',
      info_required: 'Иргэнийг хүлээж байна',
      approved: 'Зөвшөөрсөн, олгоогүй',
      rejected: 'Татгалзсан',
      completed: 'Дууссан',
      cancelled: 'Цуцалсан',
      expired: 'Хугацаа дууссан',
    },
    results: {
      granted: 'Зөвшөөрсөн',
      refused: 'Татгалзсан',
      withdrawn: 'Иргэн буцаан татсан',
      not_admissible: 'Хэлэлцэх боломжгүй',
      processed: 'Гүйцэтгэсэн',
    },
    actions: {
      take: 'Хариуцаж авах',
      ask: 'Нэмэлт мэдээлэл хүсэх',
      unask: 'Асуултаа буцаах',
      approve: 'Зөвшөөрөх',
      refuse: 'Татгалзах',
      deliver: 'Олгосон гэж тэмдэглэх',
      give: 'Шилжүүлэх',
      free: 'Чөлөөлөх',
    },
    reasons: {
      fee_before_review: 'Хураамж төлөгдөөгүй байна. Төлөгдсөний дараа хянаж эхэлнэ.',
      fee_before_issue: 'Хураамж төлөгдөөгүй байна. Төлөгдсөний дараа зөвшөөрөх боломжтой болно.',
      waiting: 'Иргэний хариуг хүлээж байна. Хариу иртэл хугацаа зогсоно.',
      held: 'Өөр ажилтан хариуцаж байна. Удаан хөндөөгүй бол та шилжүүлэн авч болно.',
    },
    done: {
      take: 'Хүсэлтийг та хариуцлаа.',
      ask: 'Иргэнд мэдэгдлээ. Хариу иртэл хугацаа зогсоно.',
      unask: 'Асуултыг буцааж, иргэнд мэдэгдлээ. Хугацаа үргэлжилнэ.',
      approve: 'Зөвшөөрлөө. Иргэнд мэдэгдлээ.',
      refuse: 'Татгалзлаа. Шалтгааныг иргэнд мэдэгдлээ.',
      deliver: 'Олгосон гэж тэмдэглэлээ.',
      give: 'Хүсэлтийг шилжүүллээ. Хамтран ажиллагчид тань мэдэгдлээ.',
      free: 'Хүсэлтийг чөлөөллөө. Хэн ч хариуцаж авч болно.',
    },
    selectToo: (name) => `${name}: сонгох`,
    takenUntil: (moment) =>
      `Хүсэлтийг та ${moment} хүртэл хариуцна. Түүнээс хойш өөр ажилтан шилжүүлэн авч болно.`,
    heldUntil: (moment) =>
      `Өөр ажилтан ${moment} хүртэл хариуцаж байна. Түүнээс хойш та шилжүүлэн авч болно.`,
    conflict: 'Хүсэлтийг шинэчиллээ: одоогийн төлөвийг доороос харна уу.',
  },
  {
    title: 'Case desk',
    lead: 'The cases of your authorities.',
    views: {
      open: 'Open',
      mine: 'Mine',
      unassigned: 'Unassigned',
      overdue: 'Overdue',
      due_today: 'Due today',
      due_soon: 'Due in 24 hours',
      waiting: 'Waiting for the citizen',
      to_deliver: 'Awaiting delivery',
      finished: 'Finished',
    },
    viewsLabel: 'Lists of cases',
    search: 'Search this list',
    searchHint: 'Search by name, number, service',
    tooShort: 'Type two characters or more.',
    clearSearch: 'Clear the search',
    searchOpen: 'Search all open cases',
    searchFinished: 'Search finished cases',
    found: (q, count, isMore) => {
      const cases = count === 1 ? '1 case' : `${count} cases`;
      return isMore ? `First ${cases} for “${q}”` : `${cases} for “${q}”`;
    },
    notFound: (q) => `Nothing found for “${q}”`,
    notFoundText: (view) =>
      `“${view}” was searched by the beginnings of names, numbers and services. Check the spelling, or type only the first letters.`,
    keys: 'Keys',
    caption: 'Cases',
    empty: 'No cases',
    emptyText: {
      open: 'Nothing waits for a decision. New applications appear here.',
      mine: 'You hold no case. You can take one from “Unassigned”.',
      unassigned: 'Every open case has an officer.',
      overdue: 'No case is overdue.',
      due_today: 'No more deadlines fall on this day.',
      due_soon: 'No deadline falls within the next 24 hours.',
      waiting: 'No case waits for an answer from a citizen.',
      to_deliver: 'Nothing waits to be handed over.',
      finished: 'No case is finished yet.',
    },
    more: 'Show more',
    loaded: (count) => (count === 1 ? '1 case shown' : `${count} cases shown`),
    choose: 'Choose a case',
    chooseText: 'Opening a case is recorded, and the citizen can see that you looked.',
    noName: 'No name',
    file: {
      number: 'Number',
      applicant: 'Applicant',
      service: 'Service',
      state: 'State',
      sent: 'Sent',
      due: 'Due',
    },
    mine: 'Yours',
    others: 'Another officer',
    free: 'Unassigned',
    unpaid: 'Fee not paid',
    statuses: {
      submitted: 'Submitted',
      registered: 'Registered',
      in_review: 'In review',
      info_required: 'Waiting for the citizen',
      approved: 'Approved, not delivered',
      rejected: 'Refused',
      completed: 'Completed',
      cancelled: 'Cancelled',
      expired: 'Expired',
    },
    results: {
      granted: 'Granted',
      refused: 'Refused',
      withdrawn: 'Withdrawn by the citizen',
      not_admissible: 'Not admissible',
      processed: 'Processed',
    },
    actions: {
      take: 'Take the case',
      ask: 'Ask for more',
      unask: 'Withdraw the question',
      approve: 'Approve',
      refuse: 'Refuse',
      deliver: 'Mark as delivered',
      give: 'Give to a colleague',
      free: 'Give back',
    },
    reasons: {
      fee_before_review: 'The fee has not been paid. The review starts when it is.',
      fee_before_issue: 'The fee has not been paid. The case can be approved when it is.',
      waiting: 'We wait for the citizen’s answer. The clock stands still until then.',
      held: 'Another officer holds this case. You can take it over once they have left it for too long.',
    },
    done: {
      take: 'The case is yours.',
      ask: 'The citizen was asked. The clock stands still until they answer.',
      unask: 'The question was withdrawn and the citizen notified. The clock continues.',
      approve: 'Approved. The citizen was notified.',
      refuse: 'Refused. The citizen was notified of the reason.',
      deliver: 'Marked as delivered.',
      give: 'The case was given to your colleague, who was notified.',
      free: 'The case was given back. Anybody may take it.',
    },
    selectToo: (name) => `Select ${name}`,
    takenUntil: (moment) => `The case is yours until ${moment}. After that another officer may take it over.`,
    heldUntil: (moment) =>
      `Another officer holds this case until ${moment}. After that you can take it over.`,
    conflict: 'The case was refreshed: below is how it stands now.',
  },
);
