import { defineWords } from '../../i18n/words.ts';

export const eidReturnWords = defineWords(
  {
    heading: 'Нэвтрэлтийг дуусгаж байна',
    nothingTitle: 'Энэ хөтчөөс эхлүүлсэн нэвтрэлт алга',
    nothingText:
      'eID апп өөр хөтөч рүү буцаасан эсвэл хугацаа дууссан байж магадгүй. Эндээс шинээр эхлүүлж болно.',
    start: 'Нэвтрэлтийг эхлүүлэх',
    checking: 'Баталгаажуулалтыг шалгаж байна…',
  },
  {
    heading: 'Finishing the sign-in',
    nothingTitle: 'No sign-in was started in this browser',
    nothingText: 'The eID app may have returned to another browser, or the time is over. You can start here.',
    start: 'Start the sign-in',
    checking: 'Checking the confirmation…',
  },
);
