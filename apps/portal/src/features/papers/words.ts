import { defineWords } from '../../i18n/words.ts';

/** Words about documents, for every page that uploads them. */
export const paperWords = defineWords(
  {
    asked: 'Дараах бичиг баримт хэрэгтэй:',
    limits: (megabytes: number, count: number) =>
      `PDF, PNG, JPEG файл. Нэг файл ${megabytes} МБ хүртэл, нийт ${count} хүртэл файл.`,
    kept: 'Файлыг ноорогтой хамт хадгална. Ажилтан зөвхөн та хүсэлтээ илгээсний дараа харна.',
    choose: 'Файл сонгох',
    photograph: 'Зураг авах',
    photographFor: (title: string) => `Зураг авах: ${title}`,
    attach: 'Хавсаргах',
    chooseFor: (title: string) => `Файл сонгох: ${title}`,
    kinds: (kinds: string) => `Хүлээн авах төрөл: ${kinds}.`,
    lead: 'Бичиг баримт бүрийг өөрийнх нь доор хавсаргана уу. Олон хуудас бол хэд хэдэн файл сонгож болно.',
    others: 'Бусад файл – заавал биш',
    optional: 'заавал биш',
    remove: (name: string) => `${name} файлыг хасах`,
    removed: (name: string) => `«${name}» файлыг хаслаа.`,
    none: 'Файл сонгоогүй байна. Хүсэлтээ илгээсний дараа ч хавсаргаж болно.',
    tooLarge: (name: string, megabytes: number) => `«${name}» ${megabytes} МБ-аас том байна.`,
    wrongKind: (name: string, kinds: string) =>
      `«${name}» файлын төрөл таарахгүй байна. Хүлээн авах төрөл: ${kinds}.`,
    empty: (name: string) => `«${name}» хоосон файл байна.`,
    tooMany: (count: number) => `${count}-аас олон файл хавсаргах боломжгүй.`,
    sending: (name: string) => `«${name}» явуулж байна…`,
    added: (count: number) => `${count} файл хавсаргалаа.`,
    lost: (name: string, why: string) => `«${name}» очсонгүй: ${why}`,
    held: (why: string) => `Файл очсонгүй: ${why}`,
    waiting: 'Эдгээр файл серверт очоогүй байна. Энэ хөтөч дээр хадгалагдсан тул дахин сонгох шаардлагагүй:',
    sendAgain: (count: number) => (count === 1 ? 'Файлыг дахин явуулах' : `${count} файлыг дахин явуулах`),
    states: {
      waiting: 'Вирусээс шалгахыг хүлээж байна. Ажилтан шалгасны дараа нээнэ.',
      infected: (reason: string) =>
        `Хортой код илэрсэн (${reason}). Хэн ч нээж чадахгүй. Цэвэр файл хавсаргана уу.`,
      unscannable:
        'Вирусээс шалгах боломжгүй: нууц үгтэй эсвэл хэт том. Ажилтан нээж чадахгүй. Өөр файл хавсаргана уу.',
    },
    officerStates: {
      waiting: 'Вирусээс шалгаж дуусаагүй. Түр хүлээгээд хуудсаа шинэчилнэ үү.',
      infected: (reason: string) => `Хортой код илэрсэн тул нээх боломжгүй (${reason}).`,
      unscannable: 'Вирусээс шалгах боломжгүй тул нээх боломжгүй. Өргөдөл гаргагчаас өөр файл хүснэ үү.',
    },
    codes: {
      not_found: 'хүсэлт энэ хооронд илгээгдсэн эсвэл устгагдсан байна. Хуудсаа шинэчилж үзнэ үү.',
      payload_too_large: 'файл хэт том байна.',
    } as Record<string, string>,
  },
  {
    asked: 'These papers are needed:',
    limits: (megabytes, count) =>
      `PDF, PNG or JPEG files of up to ${megabytes} MB each, at most ${count} files.`,
    kept: 'Files are kept with your draft. Officers see them only after you have sent the application.',
    choose: 'Choose files',
    photograph: 'Take a photo',
    photographFor: (title) => `Take a photo: ${title}`,
    attach: 'Attach',
    chooseFor: (title) => `Choose files: ${title}`,
    kinds: (kinds) => `Accepted: ${kinds}.`,
    lead: 'Attach each paper under its own name. A paper of several pages may be several files.',
    others: 'Other files – optional',
    optional: 'optional',
    remove: (name) => `Remove ${name}`,
    removed: (name) => `“${name}” was removed.`,
    none: 'No file chosen. You can also attach files after you have applied.',
    tooLarge: (name, megabytes) => `“${name}” is larger than ${megabytes} MB.`,
    wrongKind: (name, kinds) => `“${name}” is not of an accepted kind: ${kinds}.`,
    empty: (name) => `“${name}” is empty.`,
    tooMany: (count) => `No more than ${count} files can be attached.`,
    sending: (name) => `Sending “${name}”…`,
    added: (count) => (count === 1 ? '1 file attached.' : `${count} files attached.`),
    lost: (name, why) => `“${name}” did not arrive: ${why}`,
    held: (why) => `The file did not arrive: ${why}`,
    waiting:
      'These files have not reached the server. They are kept in this browser, so you do not have to choose them again:',
    sendAgain: (count) => (count === 1 ? 'Send the file again' : `Send ${count} files again`),
    states: {
      waiting: 'Waiting for its virus check. Officers can open it after that.',
      infected: (reason) => `Contains malicious code (${reason}). Nobody can open it. Attach a clean file.`,
      unscannable:
        'Cannot be checked for viruses: it has a password or is too large. Officers cannot open it. Attach another file.',
    },
    officerStates: {
      waiting: 'The virus check is not finished. Wait a moment and reload the page.',
      infected: (reason) => `Contains malicious code and cannot be opened (${reason}).`,
      unscannable: 'Cannot be checked for viruses and cannot be opened. Ask the applicant for another file.',
    },
    codes: {
      not_found: 'the draft was sent or deleted in the meantime. Reload the page and look again.',
      payload_too_large: 'the file is too large.',
    },
  },
);

export type PaperWords = (typeof paperWords)['mn'];
