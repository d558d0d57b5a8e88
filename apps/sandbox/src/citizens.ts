import type { CertificateLevel } from './certificate-level.ts';

/** A special state of a citizen's certificates; `null` is a valid certificate. */
export type CertificateTrouble = 'revoked' | 'expired' | null;

export interface Citizen {
  nationalId: string;
  civilId: string;
  surname: string;
  givenName: string;
  surnameEn: string;
  givenNameEn: string;
  documentNumber: string;
  pin1: string;
  pin2: string;
  level: CertificateLevel;
  trouble: CertificateTrouble;
  hasDevice: boolean;
  startsLocked: boolean;
  note: string;
}

type Name = [surname: string, givenName: string, surnameEn: string, givenNameEn: string];
type Special = Partial<Pick<Citizen, 'level' | 'trouble' | 'hasDevice' | 'startsLocked'>>;

/**
 * A register number is two letters of the place, the birth date as YYMMDD (20 is added to the month for
 * births after 1999) and two digits, the first odd for men and even for women. The document number contains
 * the civil id, because a public relying party may see it but not the register number.
 */
function citizen(
  nationalId: string,
  civilId: string,
  name: Name,
  note: string,
  special: Special = {},
): Citizen {
  const [surname, givenName, surnameEn, givenNameEn] = name;
  const marker = `${surnameEn.slice(0, 2)}${givenNameEn.slice(0, 2)}`.toUpperCase();
  return {
    nationalId,
    civilId,
    surname,
    givenName,
    surnameEn,
    givenNameEn,
    documentNumber: `PNOMN-${civilId}-${marker}-Q`,
    pin1: '1234',
    pin2: '12345',
    level: 'QUALIFIED',
    trouble: null,
    hasDevice: true,
    startsLocked: false,
    note,
    ...special,
  };
}

/** Invented people with common names; none of them exists. */
export const CITIZENS: readonly Citizen[] = [
  citizen('УБ85031512', '101485031512', ['Дорж', 'Болд', 'Dorj', 'Bold'], 'ordinary; start here'),
  citizen('УА90072324', '101490072324', ['Батбаяр', 'Сарнай', 'Batbayar', 'Sarnai'], 'ordinary'),
  citizen(
    'УЖ01250917',
    '101401250917',
    ['Ганбаатар', 'Тэмүүлэн', 'Ganbaatar', 'Temuulen'],
    'ordinary, born 2001',
  ),
  citizen('ШК72110843', '101472110843', ['Пүрэв', 'Оюунчимэг', 'Purev', 'Oyunchimeg'], 'ordinary'),
  citizen('ТА79041938', '101479041938', ['Сүхбаатар', 'Мөнхбат', 'Sukhbaatar', 'Munkhbat'], 'ordinary'),
  citizen('УУ03300361', '101403300361', ['Эрдэнэ', 'Номин', 'Erdene', 'Nomin'], 'ordinary, born 2003'),
  citizen('БО94062785', '101494062785', ['Нурлан', 'Айгүл', 'Nurlan', 'Aigul'], 'ordinary'),
  citizen(
    'ХЭ68120276',
    '101468120276',
    ['Лувсанцэрэнжамбаа', 'Дамдинсүрэнхорлоо', 'Luvsantserenjambaa', 'Damdinsurenkhorloo'],
    'ordinary, very long name',
  ),
  citizen('СЭ81091448', '101481091448', ['Цэдэн', 'Энхжаргал', 'Tseden', 'Enkhjargal'], 'QSCD level', {
    level: 'QSCD',
  }),
  citizen(
    'ДА88052951',
    '101488052951',
    ['Лхагва', 'Ганзориг', 'Lkhagva', 'Ganzorig'],
    'certificate revoked',
    {
      trouble: 'revoked',
    },
  ),
  citizen(
    'ЗА75101667',
    '101475101667',
    ['Жамбал', 'Цэцэгмаа', 'Jambal', 'Tsetsegmaa'],
    'certificate expired',
    {
      trouble: 'expired',
    },
  ),
  citizen('АР96022582', '101496022582', ['Нямдорж', 'Баярмаа', 'Nyamdorj', 'Bayarmaa'], 'no device', {
    hasDevice: false,
  }),
  citizen(
    'ОР83071119',
    '101483071119',
    ['Чулуун', 'Отгонбаяр', 'Chuluun', 'Otgonbayar'],
    'ADVANCED level only',
    {
      level: 'ADVANCED',
    },
  ),
  citizen('ГО77063044', '101477063044', ['Рэнцэн', 'Алтанцэцэг', 'Rentsen', 'Altantsetseg'], 'PIN locked', {
    startsLocked: true,
  }),
  citizen(
    'ЧН80081523',
    '101480081523',
    ['Батсүх', 'Энхтуяа', 'Batsukh', 'Enkhtuya'],
    'case officer of the demonstration; жишээний хүсэлт шийдэх ажилтан',
  ),
];

export function findCitizen(nationalId: string): Citizen | null {
  return CITIZENS.find((citizen) => citizen.nationalId === nationalId) ?? null;
}

export function findCitizenByDocument(documentNumber: string): Citizen | null {
  return CITIZENS.find((citizen) => citizen.documentNumber === documentNumber) ?? null;
}
