import { defineWords } from '../i18n/words.ts';

export const goAnywhereWords = defineWords(
  {
    title: 'Хаашаа ч очих',
    label: 'Хуудас, үйлчилгээ, байгууллага, хүсэлтийн нэр эсвэл дугаар',
    list: 'Олдсон зүйл',
    kinds: {
      page: 'Хуудас',
      service: 'Үйлчилгээ',
      organisation: 'Байгууллага',
      application: 'Миний хүсэлт',
      person: 'Хэрэглэгч',
      case: 'Шийдвэрлэх хүсэлт',
      search: 'Хайлт',
    },
    search: (text: string) => `Хүн, хүсэлтээс «${text}» хайх`,
    searching: 'Хайж байна…',
    failed: 'Хайж чадсангүй. Дахин оролдоно уу.',
    noName: 'Нэргүй',
    nothing: 'Юу ч олдсонгүй.',
    count: (count: number) => `${count} олдлоо`,
  },
  {
    title: 'Go anywhere',
    label: 'Name or number of a page, service, organisation or application',
    list: 'What was found',
    kinds: {
      page: 'Page',
      service: 'Service',
      organisation: 'Organisation',
      application: 'My application',
      person: 'Person',
      case: 'Case',
      search: 'Search',
    },
    search: (text) => `Search people and cases for “${text}”`,
    searching: 'Searching…',
    failed: 'The search failed. Try again.',
    noName: 'No name',
    nothing: 'Nothing was found.',
    count: (count) => `${count} found`,
  },
);
