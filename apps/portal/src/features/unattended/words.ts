import { defineWords } from '../../i18n/words.ts';

export const unattendedWords = defineWords(
  {
    title: (cases: number) =>
      cases === 0 ? 'Хүсэлт шийдвэрлэх ажилтан алга' : `${cases} хүсэлт ажилтангүй үлдэнэ`,
    cases_unattended: (names: string) =>
      `${names}: хүлээгдэж буй хүсэлтийг шийдвэрлэх ажилтан үлдэхгүй. Зөвхөн администратор харна.`,
    authority_unattended: (names: string) =>
      `${names}: хүсэлт шийдвэрлэх ажилтан алга. Энэ үйлчилгээний хүсэлтийг зөвхөн администратор харна.`,
    better: 'Болиод эхлээд өөр ажилтан томилбол иргэд хариугаа хугацаанд нь авна.',
    confirm: 'Ажилтангүй үлдээх',
    held: (count: number) =>
      `Энэ хүн ${count} хүсэлт хариуцаж байна. Эрх нь дуусвал тэдгээр нь дараалалд буцна.`,
    desk: (name: string, cases: number, others: number) =>
      `${name}: хүлээгдэж буй ${cases} хүсэлт, өөр ${others} ажилтан.`,
    heading: 'Өөрчлөхөөс өмнө',
  },
  {
    title: (cases) =>
      cases === 0
        ? 'Nobody decides these applications'
        : cases === 1
          ? '1 case will have no officer'
          : `${cases} cases will have no officer`,
    cases_unattended: (names) =>
      `${names}: no officer would be left for the waiting cases. Only administrators would see them.`,
    authority_unattended: (names) =>
      `${names} has no officer. Only administrators would see the cases of this service.`,
    better: 'Cancel and add another officer first, so that citizens get their answers in time.',
    confirm: 'Leave them without an officer',
    held: (count) =>
      `This person holds ${count === 1 ? '1 case' : `${count} cases`}. If the right ends, they go back to the queue.`,
    desk: (name, cases, others) =>
      `${name}: ${cases === 1 ? '1 waiting case' : `${cases} waiting cases`}, ${others === 1 ? '1 other officer' : `${others} other officers`}.`,
    heading: 'Before you change anything',
  },
);
