import { CITIZENS, type Citizen } from '../citizens.ts';

export interface Words {
  mn: string;
  en: string;
}

export interface Register {
  code: string;
  name: Words;
  /** The authority that keeps it. */
  keeper: Words;
}

const say = (mn: string, en: string): Words => ({ mn, en });
const bureau = say('Улсын бүртгэлийн ерөнхий газар', 'General Authority for State Registration');
const insurance = say('Нийгмийн даатгалын ерөнхий газар', 'General Office for Social Insurance');

/** The state registers of people, by their code. */
export const REGISTERS: Readonly<Record<string, Register>> = {
  residence: {
    code: 'residence',
    name: say('Оршин суугаа хаягийн бүртгэл', 'Register of residence'),
    keeper: bureau,
  },
  birth: { code: 'birth', name: say('Төрсний бүртгэл', 'Register of births'), keeper: bureau },
  marriage: { code: 'marriage', name: say('Гэрлэлтийн бүртгэл', 'Register of marriages'), keeper: bureau },
  tax: {
    code: 'tax',
    name: say('Татвар төлөгчийн бүртгэл', 'Register of taxpayers'),
    keeper: say('Татварын ерөнхий газар', 'General Department of Taxation'),
  },
  social_ins: {
    code: 'social_ins',
    name: say('Нийгмийн даатгалын бүртгэл', 'Register of social insurance'),
    keeper: insurance,
  },
  health_ins: {
    code: 'health_ins',
    name: say('Эрүүл мэндийн даатгалын бүртгэл', 'Register of health insurance'),
    keeper: say('Эрүүл мэндийн даатгалын ерөнхий газар', 'General Office for Health Insurance'),
  },
  children: {
    code: 'children',
    name: say('Эцэг эх, хүүхдийн бүртгэл', 'Register of parents and children'),
    keeper: bureau,
  },
  criminal: {
    code: 'criminal',
    name: say('Ял шийтгэлийн бүртгэл', 'Register of convictions'),
    keeper: say('Цагдаагийн ерөнхий газар', 'National Police Agency'),
  },
};

/** A child has no eID; the registers know them by their civil id. */
interface Child {
  civilId: string;
  nationalId: string;
  name: Words;
  lastName: string;
  firstName: string;
  bornOn: string;
  sex: 'male' | 'female';
}
export const CHILDREN: readonly Child[] = [
  {
    civilId: '101518051417',
    nationalId: 'УБ18251417',
    name: say('Болд Тэмүүлэн', 'Bold Temuulen'),
    lastName: 'Болд',
    firstName: 'Тэмүүлэн',
    bornOn: '2018-05-14',
    sex: 'male',
  },
  {
    civilId: '101505092226',
    nationalId: 'УБ05292226',
    name: say('Болд Анужин', 'Bold Anujin'),
    lastName: 'Болд',
    firstName: 'Анужин',
    bornOn: '2005-09-22',
    sex: 'female',
  },
];
const bothParents: readonly string[] = ['101485031512', '101490072324'];

const homes: readonly Words[] = [
  say(
    'Улаанбаатар хот, Сүхбаатар дүүрэг, 8-р хороо, Бага тойруу 14, 27 тоот',
    'Baga Toiruu 14–27, 8th khoroo, Sükhbaatar district, Ulaanbaatar',
  ),
  say(
    'Улаанбаатар хот, Баянзүрх дүүрэг, 26-р хороо, Хүннү гудамж 5, 112 тоот',
    'Khünnü Street 5–112, 26th khoroo, Bayanzürkh district, Ulaanbaatar',
  ),
  say(
    'Улаанбаатар хот, Хан-Уул дүүрэг, 11-р хороо, Зайсан 3, 48 тоот',
    'Zaisan 3–48, 11th khoroo, Khan-Uul district, Ulaanbaatar',
  ),
  say(
    'Дархан-Уул аймаг, Дархан сум, 6-р баг, 12-р байр, 9 тоот',
    'Building 12–9, 6th bag, Darkhan, Darkhan-Uul',
  ),
  say(
    'Орхон аймаг, Баян-Өндөр сум, Уурхайчин баг, Эрдэнэт 7, 31 тоот',
    'Erdenet 7–31, Uurkhaichin bag, Bayan-Öndör, Orkhon',
  ),
];

/** Register numbers of people with special entries; all others are in good order in every register. */
const bold = 'УБ85031512';
const sarnai = 'УА90072324';
const munkhbat = 'ТА79041938';
const nomin = 'УУ03300361';
const aigul = 'БО94062785';
const longName = 'ХЭ68120276';

const couple: Readonly<Record<string, string>> = { [bold]: sarnai, [sarnai]: bold };
const nameOf = ({ surname, givenName, surnameEn, givenNameEn }: Citizen): Words =>
  say(`${surname} ${givenName}`, `${surnameEn} ${givenNameEn}`);
const byNumber = (nationalId: string) => CITIZENS.find((one) => one.nationalId === nationalId);

/** Twenty is added to the month for births after 1999. */
function bornOn({ nationalId }: Citizen): string {
  const [year, month, day] = [2, 4, 6].map((at) => Number(nationalId.slice(at, at + 2))) as [
    number,
    number,
    number,
  ];
  const late = month > 20;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${(late ? 2000 : 1900) + year}-${two(late ? month - 20 : month)}-${two(day)}`;
}

type Read = (citizen: Citizen, index: number, now: Date) => object | undefined;

const records: Readonly<Record<string, Read>> = {
  residence: (citizen, index) =>
    citizen.nationalId === longName
      ? undefined
      : { address: homes[index % homes.length], registered_on: `20${10 + (index % 10)}-04-12` },
  birth: (citizen) => ({
    full_name: nameOf(citizen),
    born_on: bornOn(citizen),
    place: say('Улаанбаатар хот', 'Ulaanbaatar'),
    // The ninth digit is odd for men.
    sex: Number(citizen.nationalId.at(8)) % 2 === 1 ? 'male' : 'female',
    father: say(citizen.surname, citizen.surnameEn),
    mother: say('Дулмаа', 'Dulmaa'),
    entry_no: `ТӨ-${citizen.civilId.slice(-6)}`,
  }),
  marriage: (citizen) => {
    const spouse = byNumber(couple[citizen.nationalId] ?? '');
    return spouse === undefined
      ? { status: 'single' }
      : {
          status: 'married',
          spouse: nameOf(spouse),
          registered_on: '2014-06-21',
          entry_no: 'ГЭ-2014-061523',
        };
  },
  tax: (citizen) => ({
    taxpayer_no: citizen.civilId.slice(-8),
    overdue: citizen.nationalId === munkhbat ? 1_250_000 : 0,
  }),
  social_ins: (citizen, index, now) => {
    const year = now.getUTCFullYear();
    const years = [5, 4, 3, 2, 1].map((back) => ({ year: year - back, months: 12 - ((index + back) % 3) }));
    const insured = citizen.nationalId !== nomin;
    return {
      insured,
      months_paid: insured ? 96 + index * 7 : 0,
      paid_until: insured ? `${year - 1}-12` : null,
      employer: insured ? say('«Хаан тээвэр» ХХК', 'Khaan Teever LLC') : null,
      years: insured ? years : [],
    };
  },
  health_ins: (citizen, _index, now) =>
    citizen.nationalId === nomin
      ? { covered: false, category: null, covered_until: null }
      : {
          covered: true,
          category: say('Ажил эрхэлдэг иргэн', 'Employed person'),
          covered_until: `${now.getUTCFullYear() + 1}-01-01`,
        },
  criminal: (citizen) => ({ convictions: citizen.nationalId === aigul ? 1 : 0 }),
};

const childRecords: Readonly<Record<string, (child: Child) => object>> = {
  residence: () => ({ address: homes[0], registered_on: '2019-04-12' }),
  birth: ({ name, bornOn: born, sex, civilId }) => ({
    full_name: name,
    born_on: born,
    place: say('Улаанбаатар хот', 'Ulaanbaatar'),
    sex,
    father: say('Дорж Болд', 'Dorj Bold'),
    mother: say('Батбаяр Сарнай', 'Batbayar Sarnai'),
    entry_no: `ТӨ-${civilId.slice(-6)}`,
  }),
};

/** Undefined if the register has no entry for this person. */
export function readRecord(
  register: string,
  civilId: string,
  now: Date,
  parents: ReadonlyMap<string, readonly string[]> = new Map(),
): object | undefined {
  const index = CITIZENS.findIndex((citizen) => citizen.civilId === civilId);
  const citizen = CITIZENS[index];
  const child = CHILDREN.find((one) => one.civilId === civilId);
  if (child !== undefined) return childRecords[register]?.(child);
  if (citizen !== undefined && register === 'children')
    return {
      children: CHILDREN.filter((each) => (parents.get(each.civilId) ?? bothParents).includes(civilId)).map(
        ({ name, bornOn: born, lastName, firstName, nationalId, ...each }) => ({
          civil_id: each.civilId,
          name,
          born_on: born,
          last_name: lastName,
          first_name: firstName,
          national_id: nationalId,
        }),
      ),
    };
  return citizen === undefined ? undefined : records[register]?.(citizen, index, now);
}
