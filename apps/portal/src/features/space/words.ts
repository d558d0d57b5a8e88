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
    /** Not the server's text, because the page refuses a file that does not fit before it is sent. */
    codes: {
      quota_exceeded: 'Таны хадгалах зай хүрэлцэхгүй байна. Хэрэггүй файлаа устгаад дахин оролдоно уу.',
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
