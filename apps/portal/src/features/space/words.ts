import { defineWords } from '../../i18n/words.ts';

/** Words about files of the personal space, for every page that shows them. */
export const spaceWords = defineWords(
  {
    kinds: {
      image: 'Зураг',
      text: 'Текст',
      audio: 'Дуу',
      video: 'Видео',
      document: 'Баримт',
      other: 'Файл',
    },
    states: {
      ready: 'Бэлэн',
      waiting: 'Вирус шалгаж байна',
      infected: 'Татгалзсан: вирустэй',
      unscannable: 'Татгалзсан: шалгах боломжгүй',
    },
    codes: {
      quota_exceeded: 'Таны хадгалах зай хүрэлцэхгүй байна. Хэрэггүй файлаа устгаад дахин оролдоно уу.',
      payload_too_large: 'Файл хэт том байна.',
      file_refused: 'Ийм төрлийн файл хүлээж авахгүй. Жишээ нь програмын файл аюултай байж болно.',
      unsupported_media_type: 'Ийм төрлийн файл хүлээж авахгүй.',
      file_infected: 'Файлаас вирус илэрсэн тул хүлээж авсангүй. Төхөөрөмжөө вирусээс шалгана уу.',
      file_unscannable:
        'Файлыг вирусээс шалгах боломжгүй тул хүлээж авсангүй. Нууц үгтэй архив бол задлаад илгээнэ үү.',
      file_waiting: 'Файлыг вирусээс шалгаж дуусаагүй байна. Хэсэг хүлээгээд дахин оролдоно уу.',
      storage_unavailable: 'Файлын сан одоогоор хариу өгөхгүй байна. Хэсэг хүлээгээд дахин оролдоно уу.',
      name_required: 'Файлын нэр тохирохгүй байна. Нэрийг нь солиод дахин оролдоно уу.',
      not_found: 'Энэ файл таны санд алга. Өөр газраас устгасан байж магадгүй.',
      provider_grant_invalid: 'Холболтын зөвшөөрөл дууссан байна. «Холболт» хуудсанд дахин холбоно уу.',
    } as Record<string, string>,
    pick: {
      open: 'Миний файлаас',
      openFor: (title: string) => `Миний файлаас сонгох: ${title}`,
      title: 'Миний файлаас сонгох',
      accepts: (kinds: string, size: string) => `Зөвхөн ${kinds} төрлийн, ${size} хүртэлх файлыг харуулав.`,
      search: 'Нэрээр хайх',
      files: 'Файлууд',
      none: 'Таны санд энд тохирох файл алга.',
      noneText: 'Эхлээд «Миний файл» хуудсанд файлаа оруулаарай.',
      noneFound: 'Ийм нэртэй файл олдсонгүй.',
      more: (count: number) => `Өөр ${count} файл байна. Нэрээр нь хайж олоорой.`,
      tooMany: (count: number) => `${count}-аас олон файл сонгох боломжгүй.`,
      chosen: (count: number) => `${count} файл сонгосон`,
    },
  },
  {
    kinds: {
      image: 'Image',
      text: 'Text',
      audio: 'Audio',
      video: 'Video',
      document: 'Document',
      other: 'File',
    },
    states: {
      ready: 'Ready',
      waiting: 'Waiting for the virus check',
      infected: 'Refused: has a virus',
      unscannable: 'Refused: cannot be checked',
    },
    codes: {
      quota_exceeded: 'There is not enough free space. Delete files that you no longer need, then try again.',
      payload_too_large: 'The file is too large.',
      file_refused: 'Files of this kind are not accepted. Programs, for example, can be dangerous.',
      unsupported_media_type: 'Files of this kind are not accepted.',
      file_infected: 'A virus was found in the file, so it was refused. Check your device for viruses.',
      file_unscannable:
        'The file cannot be checked for viruses, so it was refused. If it is an archive with a password, send its files instead.',
      file_waiting: 'The file is still being checked for viruses. Wait a little and try again.',
      storage_unavailable: 'The file storage is not answering. Wait a little and try again.',
      name_required: 'The name of the file cannot be used. Rename the file and try again.',
      not_found: 'This file is not in your space. It may have been deleted elsewhere.',
      provider_grant_invalid: 'The permission has ended. Connect again on the page Connections.',
    },
    pick: {
      open: 'From my space',
      openFor: (title) => `Choose from my space: ${title}`,
      title: 'Choose from my space',
      accepts: (kinds, size) => `Only files of the kinds ${kinds}, up to ${size}, are shown.`,
      search: 'Search by name',
      files: 'Files',
      none: 'Your space has no file that fits here.',
      noneText: 'First add the file on the page My space.',
      noneFound: 'No file has such a name.',
      more: (count) => `There are ${count} more. Search for them by name.`,
      tooMany: (count) => `No more than ${count} files can be chosen.`,
      chosen: (count) => (count === 1 ? '1 file chosen' : `${count} files chosen`),
    },
  },
);

export type SpaceWords = (typeof spaceWords)['mn'];
