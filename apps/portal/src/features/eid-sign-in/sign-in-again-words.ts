import { defineWords } from '../../i18n/words.ts';

export const signInAgainWords = defineWords(
  {
    title: 'Таны нэвтрэлт дууссан байна',
    text: 'Бөглөсөн зүйл тань энэ хуудсан дээр хэвээр байна. eID-ээр дахин нэвтэрвэл үргэлжлүүлнэ.',
    other: 'Өөр хүн нэвтэрвэл эсвэл хуудаснаас гарвал хадгалаагүй зүйл устаж магадгүй.',
    leave: 'Хуудаснаас гарах',
  },
  {
    title: 'Your session has ended',
    text: 'What you filled in is still on this page. Sign in with eID again to go on.',
    other: 'If another person signs in, or you leave this page, what was not saved may be lost.',
    leave: 'Leave this page',
  },
);
