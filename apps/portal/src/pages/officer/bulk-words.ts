import { defineWords } from '../../i18n/words.ts';

export const bulkWords = defineWords(
  {
    filters: 'Жагсаалтыг шүүх',
    service: 'Үйлчилгээ',
    everyService: 'Бүх үйлчилгээ',
    onlyMine: 'Зөвхөн миний хариуцсан',
    saved: 'Хадгалсан шүүлтүүр',
    save: 'Шүүлтүүрийг хадгалах',
    saveAction: 'Хадгалах',
    name: 'Шүүлтүүрийн нэр',
    nameHint: 'Нэр дугаар биш, ажлаа бичнэ үү. Жишээ нь: Хоцорсон паспорт',
    remove: (name: string) => `«${name}» шүүлтүүрийг устгах`,
    select: 'Олныг сонгох',
    selectEnd: 'Сонголтыг хаах',
    selectAll: (count: number) => `Харагдаж буй ${count} хүсэлтийг сонгох`,
    unselect: 'Сонголтыг арилгах',
    selected: (count: number) => `${count} хүсэлт сонгосон`,
    most: (count: number) => `Нэг удаад ${count} хүртэл хүсэлт сонгоно.`,
    actions: { take: 'Хариуцаж авах', give: 'Шилжүүлэх', ask: 'Ижил баримт хүсэх' },
    neverDecides: 'Зөвшөөрөх, татгалзах шийдвэрийг нэг нэгээр нь гаргана.',
    askSend: (count: number) => `${count} иргэнээс хүсэх`,
    running: (done: number, all: number) => `${all} хүсэлтийн ${done} нь боллоо…`,
    finished: (done: number, failed: number) =>
      failed === 0
        ? `${done} хүсэлт амжилттай боллоо.`
        : `${done} хүсэлт амжилттай, ${failed} хүсэлт болсонгүй.`,
    results: 'Хүсэлт тус бүрийн үр дүн',
    states: {
      waiting: 'Хүлээж байна',
      done: 'Боллоо',
      same: 'Өмнө нь таных байсан',
      unsent: 'Илгээгээгүй',
      undone: 'Буцаалаа',
    },
    undo: 'Буцаах',
    undoFinished: (count: number) => `${count} хүсэлтийг буцаалаа.`,
    close: 'Хаах',
  },
  {
    filters: 'Filter the list',
    service: 'Service',
    everyService: 'All services',
    onlyMine: 'Only mine',
    saved: 'Saved filters',
    save: 'Save this filter',
    saveAction: 'Save',
    name: 'Name of the filter',
    nameHint: 'Name the work, not a person. For example: Late passports',
    remove: (name) => `Delete the filter “${name}”`,
    select: 'Select several',
    selectEnd: 'Stop selecting',
    selectAll: (count) => (count === 1 ? 'Select the case shown' : `Select the ${count} cases shown`),
    unselect: 'Clear the selection',
    selected: (count) => (count === 1 ? '1 case selected' : `${count} cases selected`),
    most: (count) => `You can select up to ${count} cases at a time.`,
    actions: { take: 'Take them', give: 'Give to a colleague', ask: 'Ask for the same paper' },
    neverDecides: 'Approvals and refusals are made one by one.',
    askSend: (count) => (count === 1 ? 'Ask 1 citizen' : `Ask ${count} citizens`),
    running: (done, all) => `${done} of ${all} done…`,
    finished: (done, failed) =>
      failed === 0
        ? done === 1
          ? '1 case was done.'
          : `${done} cases were done.`
        : `${done} done, ${failed} not done.`,
    results: 'Result of each case',
    states: {
      waiting: 'Waiting',
      done: 'Done',
      same: 'Was yours before',
      unsent: 'Not sent',
      undone: 'Undone',
    },
    undo: 'Undo',
    undoFinished: (count) => (count === 1 ? '1 case was put back.' : `${count} cases were put back.`),
    close: 'Close',
  },
);
