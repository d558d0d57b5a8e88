import { defineWords } from '../i18n/words.ts';
import type { Place } from './places.ts';

interface NavigationWords {
  label: string;
  menu: string;
  administration: string;
  places: Record<Place['key'], string>;
}

export const navigationWords = defineWords<NavigationWords>(
  {
    label: 'Үндсэн цэс',
    menu: 'Цэс',
    administration: 'Удирдлага',
    places: {
      home: 'Миний хуудас',
      profile: 'Хувийн мэдээлэл',
      organisations: 'Байгууллага',
      users: 'Хэрэглэгчид',
      roles: 'Дүр ба эрх',
      audit: 'Аудитын бүртгэл',
      security: 'Аюулгүй байдал',
      appearance: 'Гадаад төрх',
    },
  },
  {
    label: 'Main menu',
    menu: 'Menu',
    administration: 'Administration',
    places: {
      home: 'My page',
      profile: 'Profile',
      organisations: 'Organisations',
      users: 'Users',
      roles: 'Roles',
      audit: 'Audit log',
      security: 'Security events',
      appearance: 'Appearance',
    },
  },
);
