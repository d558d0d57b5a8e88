export interface SandboxOrganisation {
  regNo: string;
  name: string;
  shortName: string;
  phone: string;
  address: string;
  founded: string;
}

/** Invented organisations; none of them exists. */
export const ORGANISATIONS: readonly SandboxOrganisation[] = [
  {
    regNo: '2661234',
    name: 'Тэнгэр Тээх ХХК',
    shortName: 'Тэнгэр Тээх',
    phone: '70110001',
    address: 'Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо',
    founded: '2004-03-12',
  },
  {
    regNo: '2775678',
    name: 'Хөх Тал Хоршоо',
    shortName: 'Хөх Тал',
    phone: '70110002',
    address: 'Архангай, Эрдэнэбулган сум',
    founded: '2011-09-01',
  },
  {
    regNo: '9010012',
    name: 'Жишээ сумын Засаг даргын Тамгын газар',
    shortName: 'Жишээ сум ЗДТГ',
    phone: '70110003',
    address: 'Жишээ аймаг, Жишээ сум',
    founded: '1992-06-28',
  },
];
