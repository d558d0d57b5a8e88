import { defineWords } from '../i18n/words.ts';
import type { Place } from './places.ts';

interface NavigationWords {
  label: string;
  menu: string;
  work: string;
  administration: string;
  places: Record<Place['key'], string>;
}

export const navigationWords = defineWords<NavigationWords>(
  {
    label: 'Үндсэн цэс',
    menu: 'Цэс',
    work: 'Ажил',
    administration: 'Удирдлага',
    places: {
      home: 'Миний хуудас',
      services: 'Үйлчилгээ',
      'my-applications': 'Миний хүсэлт',
      references: 'Лавлагаа',
      payments: 'Төлбөр',
      appointments: 'Цаг захиалга',
      notifications: 'Мэдэгдэл',
      profile: 'Хувийн мэдээлэл',
      organisations: 'Байгууллага',
      officer: 'Хүсэлт шийдвэрлэх',
      registry: 'Үйлчилгээний бүртгэл',
      users: 'Хэрэглэгчид',
      roles: 'Дүр ба эрх',
      audit: 'Аудитын бүртгэл',
      security: 'Аюулгүй байдал',
      appearance: 'Гадаад төрх',
      applications: 'Аппликейшнүүд',
      gateway: 'Гарц (gateway)',
      tools: 'Туслахын хэрэгсэл',
      admins: 'Администраторууд',
      invites: 'Урилга',
      'access-mode': 'Нэвтрэх горим',
    },
  },
  {
    label: 'Main menu',
    menu: 'Menu',
    work: 'Work',
    administration: 'Administration',
    places: {
      home: 'My page',
      services: 'Services',
      'my-applications': 'My applications',
      references: 'References',
      payments: 'Payments',
      appointments: 'Appointments',
      notifications: 'Notifications',
      profile: 'Profile',
      organisations: 'Organisations',
      officer: 'Case desk',
      registry: 'Service registry',
      users: 'Users',
      roles: 'Roles',
      audit: 'Audit log',
      security: 'Security events',
      appearance: 'Appearance',
      applications: 'Applications',
      gateway: 'Gateway',
      tools: 'Assistants’ tools',
      admins: 'Administrators',
      invites: 'Invitations',
      'access-mode': 'Access mode',
    },
  },
);
