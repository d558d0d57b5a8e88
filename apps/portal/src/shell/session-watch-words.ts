import { defineWords } from '../i18n/words.ts';

export const sessionWatchWords = defineWords(
  {
    last: (left: string) =>
      `Энэ нэвтрэлтийг цаашид сунгах боломжгүй. ${left} дараа системээс автоматаар гарна. Хийж буй зүйлээ хадгалаад дахин нэвтэрнэ үү.`,
  },
  {
    last: (left) =>
      `This session cannot be extended any further. You will be signed out in ${left}. Save what you are doing and sign in again.`,
  },
);
