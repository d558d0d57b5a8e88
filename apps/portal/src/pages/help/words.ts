import { defineWords } from '../../i18n/words.ts';

export const helpWords = defineWords(
  {
    title: 'Тусламж',
    lead: 'Асуудлаа хайх, эсвэл доорхоос сонгоно уу.',
    field: {
      label: 'Танд юу саад болж байна вэ?',
      hint: 'Жишээ нь: утас, төлбөр, нэр буруу',
      search: 'Хайх',
      suggestions: 'Тохирох хариулт',
      count: (count: number) => `${count} хариулт байна. Доош сумаар сонгоно.`,
    },
    all: 'Хүмүүсийн түгээмэл асуудаг зүйл',
    found: (text: string) => `«${text}» хайлтын илэрц`,
    showAll: 'Бүгдийг харах',
    nothing: 'Тохирох хариулт олдсонгүй',
    nothingText: 'Өөр үгээр хайж үзэх, эсвэл бидэнд бичээрэй.',
    back: 'Бүх тусламж',
    see: 'Бас үзээрэй',
  },
  {
    title: 'Help',
    lead: 'Search for your problem, or choose it below.',
    field: {
      label: 'What is the problem?',
      hint: 'For example: phone, payment, wrong name',
      search: 'Search',
      suggestions: 'Matching answers',
      count: (count) => `${count === 1 ? '1 answer' : `${count} answers`}. Choose with the down arrow.`,
    },
    all: 'What people ask most',
    found: (text) => `Results for “${text}”`,
    showAll: 'Show all',
    nothing: 'No answer was found',
    nothingText: 'Try other words, or write to us.',
    back: 'All help',
    see: 'See also',
  },
);
