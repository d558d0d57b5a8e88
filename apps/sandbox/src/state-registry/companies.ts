import { CITIZENS } from '../citizens.ts';

/** A founder or director of a company: a person or another company. */
export interface Party {
  name: string;
  regNo: string;
  kind: 'Иргэн' | 'Хуулийн этгээд';
}

export interface Company {
  regNo: string;
  name: string;
  nameLatin: string;
  type: string;
  ceo: Party;
  position: string;
  phone: string;
  address: string;
  industry: string[];
  capital: number;
  founders: { person: Party; sharePercent: number }[];
  stakeHolders: { person: Party; position: string }[];
}

/** A citizen of the sandbox, so that a person who can sign in may also represent a company. */
function citizen(nationalId: string): Party {
  const found = CITIZENS.find((candidate) => candidate.nationalId === nationalId);
  if (found === undefined) throw new Error(`the sandbox has no citizen ${nationalId}`);
  return { name: `${found.surname} ${found.givenName}`, regNo: nationalId, kind: 'Иргэн' };
}

function person(name: string, regNo: string): Party {
  return { name, regNo, kind: 'Иргэн' };
}

const bold = citizen('УБ85031512');
const sarnai = citizen('УА90072324');
const temuulen = citizen('УЖ01250917');
const oyunchimeg = citizen('ШК72110843');
const munkhbat = citizen('ТА79041938');
const nomin = citizen('УУ03300361');
const aigul = citizen('БО94062785');
const enkhjargal = citizen('СЭ81091448');
const ganzorig = citizen('ДА88052951');

type Rest = [phone: string, address: string, industry: string[], capital: number];

const limited = 'Хязгаарлагдмал хариуцлагатай компани';
const jointStock = 'Хувьцаат компани';
const partnership = 'Нөхөрлөл';
const cooperative = 'Хоршоо';
const association = 'Төрийн бус байгууллага';
const director = 'Гүйцэтгэх захирал';

/** By default one founder owns all shares. */
function company(
  regNo: string,
  [name, nameLatin]: [string, string],
  ceo: Party,
  [phone, address, industry, capital]: Rest,
  more: Partial<Pick<Company, 'type' | 'position' | 'founders' | 'stakeHolders'>> = {},
): Company {
  return {
    regNo,
    name,
    nameLatin,
    type: limited,
    ceo,
    position: director,
    phone,
    address,
    industry,
    capital,
    founders: [{ person: ceo, sharePercent: 100 }],
    stakeHolders: [{ person: ceo, position: director }],
    ...more,
  };
}

/** Invented companies; citizens of the sandbox run the first nine. */
export const COMPANIES: readonly Company[] = [
  company('6000011', ['Болд Трейд', 'Bold Trade'], bold, [
    '70110011',
    'Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо',
    ['Бөөний худалдаа', 'Импорт'],
    10_000_000,
  ]),
  company('6000029', ['Сарнай Дизайн', 'Sarnai Design'], sarnai, [
    '70110029',
    'Улаанбаатар, Чингэлтэй дүүрэг, 4-р хороо',
    ['Хувцас үйлдвэрлэл'],
    5_000_000,
  ]),
  company(
    '6000037',
    ['Тэмүүлэн Софт', 'Temuulen Soft'],
    temuulen,
    [
      '70110037',
      'Улаанбаатар, Хан-Уул дүүрэг, 15-р хороо',
      ['Програм хангамж', 'Зөвлөх үйлчилгээ'],
      20_000_000,
    ],
    {
      founders: [
        { person: temuulen, sharePercent: 60 },
        { person: nomin, sharePercent: 40 },
      ],
      stakeHolders: [
        { person: temuulen, position: director },
        { person: nomin, position: 'Төлөөлөн удирдах зөвлөлийн гишүүн' },
      ],
    },
  ),
  company(
    '6000045',
    ['Оюун Сургууль', 'Oyun School'],
    oyunchimeg,
    ['70110045', 'Улаанбаатар, Баянзүрх дүүрэг, 6-р хороо', ['Ерөнхий боловсрол'], 50_000_000],
    { position: 'Захирал' },
  ),
  company(
    '6000053',
    ['Мөнх Барилга', 'Munkh Construction'],
    munkhbat,
    [
      '70110053',
      'Улаанбаатар, Сонгинохайрхан дүүрэг, 18-р хороо',
      ['Барилга', 'Барилгын материал'],
      500_000_000,
    ],
    {
      founders: [
        { person: munkhbat, sharePercent: 70 },
        { person: bold, sharePercent: 30 },
      ],
      stakeHolders: [
        { person: munkhbat, position: director },
        { person: bold, position: 'Төлөөлөн удирдах зөвлөлийн дарга' },
      ],
    },
  ),
  company('6000061', ['Номин Эмийн Сан', 'Nomin Pharmacy'], nomin, [
    '70110061',
    'Дархан-Уул, Дархан сум, 3-р баг',
    ['Эмийн жижиглэн худалдаа'],
    15_000_000,
  ]),
  company('6000079', ['Баян-Өлгий Ноос', 'Bayan-Ulgii Wool'], aigul, [
    '70420079',
    'Баян-Өлгий, Өлгий сум, 5-р баг',
    ['Ноос, ноолуур боловсруулах'],
    80_000_000,
  ]),
  company(
    '6000087',
    ['Энх Хуулийн Фирм', 'Enkh Law Firm'],
    enkhjargal,
    ['70110087', 'Улаанбаатар, Сүхбаатар дүүрэг, 8-р хороо', ['Хуулийн үйлчилгээ'], 3_000_000],
    { type: partnership, position: 'Удирдах хамтрагч' },
  ),
  company('6000095', ['Зориг Транс', 'Zorig Trans'], ganzorig, [
    '70110095',
    'Улаанбаатар, Баянгол дүүрэг, 20-р хороо',
    ['Ачаа тээвэр'],
    120_000_000,
  ]),
  company(
    '6000108',
    ['Алтан Тариа', 'Altan Taria'],
    person('Баасан Нарантуяа', 'УБ70042815'),
    ['70350108', 'Сэлэнгэ, Сүхбаатар сум, 2-р баг', ['Газар тариалан', 'Гурил үйлдвэрлэл'], 900_000_000],
    { type: jointStock },
  ),
  company(
    '6000116',
    ['Говийн Салхи Эрчим', 'Gobi Wind Energy'],
    person('Чимэд Батсүх', 'ӨМ78091233'),
    ['70530116', 'Өмнөговь, Даланзадгад сум, 4-р баг', ['Сэргээгдэх эрчим хүч'], 12_000_000_000],
    {
      founders: [
        {
          person: { name: 'Хөх Тэнгэр Холдинг', regNo: '6000269', kind: 'Хуулийн этгээд' },
          sharePercent: 80,
        },
        { person: person('Чимэд Батсүх', 'ӨМ78091233'), sharePercent: 20 },
      ],
    },
  ),
  company('6000124', ['Хөвсгөл Аялал', 'Khuvsgul Travel'], person('Дашдорж Ундрах', 'ХӨ89121044'), [
    '70380124',
    'Хөвсгөл, Мөрөн сум, 7-р баг',
    ['Аялал жуулчлал'],
    8_000_000,
  ]),
  company(
    '6000132',
    ['Орхон Зэс Үйлчилгээ', 'Orkhon Copper Service'],
    person('Гомбо Эрдэнэбат', 'ОР74030617'),
    ['70350132', 'Орхон, Баян-Өндөр сум, 1-р баг', ['Уул уурхайн тоног төхөөрөмж'], 300_000_000],
  ),
  company(
    '6000140',
    ['Малчин Хоршоо', 'Malchin Cooperative'],
    person('Дамба Цогтоо', 'АР66052271'),
    ['70330140', 'Архангай, Цэцэрлэг сум, 5-р баг', ['Мал аж ахуй', 'Сүүн бүтээгдэхүүн'], 2_000_000],
    { type: cooperative, position: 'Дарга' },
  ),
  company('6000159', ['Цэвэр Ус', 'Tsever Us'], person('Сандаг Мягмар', 'УБ80110219'), [
    '70110159',
    'Улаанбаатар, Налайх дүүрэг, 2-р хороо',
    ['Ундаа, ус савлах'],
    45_000_000,
  ]),
  company('6000167', ['Мэдээ Медиа', 'Medee Media'], person('Жаргал Солонго', 'УБ92071548'), [
    '70110167',
    'Улаанбаатар, Чингэлтэй дүүрэг, 2-р хороо',
    ['Хэвлэл мэдээлэл'],
    25_000_000,
  ]),
  company(
    '6000175',
    ['Шинэ Эмнэлэг', 'Shine Hospital'],
    person('Раднаа Дэлгэрмаа', 'УБ76082364'),
    ['70110175', 'Улаанбаатар, Баянгол дүүрэг, 5-р хороо', ['Эрүүл мэндийн үйлчилгээ'], 200_000_000],
    { position: 'Ерөнхий эмч' },
  ),
  company(
    '6000183',
    ['Хүүхдийн Ирээдүй', "Children's Future"],
    person('Очир Мөнхзул', 'УБ84010926'),
    ['70110183', 'Улаанбаатар, Сүхбаатар дүүрэг, 3-р хороо', ['Хүүхдийн эрхийг хамгаалах'], 0],
    { type: association, position: 'Тэргүүн', founders: [] },
  ),
  company('6000191', ['Талх Нарийн Боов', 'Talkh Bakery'], person('Намсрай Баттулга', 'УБ79061475'), [
    '70110191',
    'Улаанбаатар, Баянзүрх дүүрэг, 14-р хороо',
    ['Талх, нарийн боов'],
    60_000_000,
  ]),
  company(
    '6000204',
    ['Ховд Цахилгаан', 'Khovd Electric'],
    person('Эрдэнэ Пүрэвдорж', 'ХО71100833'),
    ['70430204', 'Ховд, Жаргалант сум, 3-р баг', ['Цахилгаан түгээх'], 700_000_000],
    { type: jointStock },
  ),
  company('6000212', ['Дорнод Хүнс', 'Dornod Foods'], person('Самбуу Ариунаа', 'ДО87040358'), [
    '70580212',
    'Дорнод, Хэрлэн сум, 6-р баг',
    ['Мах боловсруулах'],
    90_000_000,
  ]),
  company('6000220', ['Ухаалаг Төлбөр', 'Ukhaalag Payments'], person('Баяр Түмэнжаргал', 'УБ91031917'), [
    '70110220',
    'Улаанбаатар, Хан-Уул дүүрэг, 11-р хороо',
    ['Төлбөр тооцооны үйлчилгээ'],
    5_000_000_000,
  ]),
  company('6000239', ['Нуур Загас', 'Nuur Fish'], person('Төмөр Идэр', 'УВ83090751'), [
    '70450239',
    'Увс, Улаангом сум, 8-р баг',
    ['Загас агнуур'],
    6_000_000,
  ]),
  company('6000247', ['Монгол Эсгий', 'Mongol Felt'], person('Лхам Цэрэндулам', 'УБ68122042'), [
    '70110247',
    'Улаанбаатар, Сонгинохайрхан дүүрэг, 1-р хороо',
    ['Эсгий эдлэл', 'Экспорт'],
    12_000_000,
  ]),
  company('6000255', ['Гэр Хороолол Дулаан', 'Ger District Heating'], person('Бат Анхбаяр', 'УБ86020513'), [
    '70110255',
    'Улаанбаатар, Баянзүрх дүүрэг, 21-р хороо',
    ['Дулаан хангамж'],
    150_000_000,
  ]),
  company(
    '6000263',
    ['Аянчин Даатгал', 'Ayanchin Insurance'],
    person('Сэр-Од Нямсүрэн', 'УБ77051846'),
    ['70110263', 'Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо', ['Даатгал'], 8_000_000_000],
    { type: jointStock },
  ),
  company(
    '6000269',
    ['Хөх Тэнгэр Холдинг', 'Khukh Tenger Holding'],
    person('Галсан Тэмүжин', 'УБ73111128'),
    ['70110269', 'Улаанбаатар, Хан-Уул дүүрэг, 4-р хороо', ['Хөрөнгө оруулалт'], 30_000_000_000],
    {
      stakeHolders: [
        { person: person('Галсан Тэмүжин', 'УБ73111128'), position: director },
        { person: oyunchimeg, position: 'Хараат бус гишүүн' },
      ],
    },
  ),
  company('6000271', ['Зүүн Хараа Спирт', 'Zuunkharaa Spirit'], person('Дэмбэрэл Гантулга', 'СЭ69070937'), [
    '70360271',
    'Сэлэнгэ, Мандал сум, 4-р баг',
    ['Спирт үйлдвэрлэл'],
    1_100_000_000,
  ]),
  company('6000289', ['Ногоон Хот Хог', 'Green City Waste'], person('Хүрэл Отгон', 'УБ82061622'), [
    '70110289',
    'Улаанбаатар, Баянгол дүүрэг, 9-р хороо',
    ['Хог хаягдал цуглуулах', 'Дахин боловсруулах'],
    35_000_000,
  ]),
  company('6000297', ['Нүүдэлчин Ном', 'Nomad Books'], person('Цогт Уянга', 'УБ93080364'), [
    '70110297',
    'Улаанбаатар, Чингэлтэй дүүрэг, 5-р хороо',
    ['Ном хэвлэл'],
    4_000_000,
  ]),
];
