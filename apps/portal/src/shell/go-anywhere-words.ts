import { defineWords } from '../i18n/words.ts';

export const goAnywhereWords = defineWords(
  {
    title: 'Хаашаа ч очих',
    label: 'Хуудас эсвэл үйлчилгээний нэр',
    list: 'Олдсон хуудас, үйлчилгээ',
    page: 'Хуудас',
    service: 'Үйлчилгээ',
    nothing: 'Юу ч олдсонгүй.',
    count: (count: number) => `${count} олдлоо`,
  },
  {
    title: 'Go anywhere',
    label: 'Name of a page or a service',
    list: 'Pages and services found',
    page: 'Page',
    service: 'Service',
    nothing: 'Nothing was found.',
    count: (count) => `${count} found`,
  },
);
