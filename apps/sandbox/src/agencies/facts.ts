import { readRecord, type Words } from '../state-registry/people.ts';

export interface AgencyFact {
  name: Words;
  value: Words | string;
}

type RecordFields = Record<string, unknown>;
type Describe = (record: RecordFields) => AgencyFact[];

const say = (mn: string, en: string): Words => ({ mn, en });
const fact = (mn: string, en: string, value: unknown): AgencyFact => ({
  name: say(mn, en),
  value: typeof value === 'object' && value !== null ? (value as Words) : String(value),
});
const tugrik = (amount: number) => `${amount.toLocaleString('en-US')} ₮`;

const marriage: Describe = (record) =>
  record['status'] === 'married'
    ? [
        fact('Гэрлэлтийн байдал', 'Marital status', say('Гэрлэсэн', 'Married')),
        fact('Гэр бүлийн хүн', 'Spouse', record['spouse']),
        fact('Бүртгүүлсэн огноо', 'Registered on', record['registered_on']),
        fact('Бүртгэлийн дугаар', 'Entry number', record['entry_no']),
      ]
    : [fact('Гэрлэлтийн байдал', 'Marital status', say('Гэрлээгүй', 'Not married'))];

const birth: Describe = (record) => [
  fact('Овог, нэр', 'Full name', record['full_name']),
  fact('Төрсөн огноо', 'Born on', record['born_on']),
  fact('Төрсөн газар', 'Place of birth', record['place']),
  fact('Эх', 'Mother', record['mother']),
  fact('Бүртгэлийн дугаар', 'Entry number', record['entry_no']),
];

const tax: Describe = (record) => [
  fact('Татвар төлөгчийн дугаар', 'Taxpayer number', record['taxpayer_no']),
  fact('Өнгөрсөн жилийн орлого', 'Income of last year', tugrik(28_400_000)),
  fact('Хугацаа хэтэрсэн өр', 'Overdue tax', tugrik(Number(record['overdue']))),
];

const criminal: Describe = (record) => [
  fact(
    'Ял шийтгэл',
    'Convictions',
    record['convictions'] === 0
      ? say('Бүртгэлгүй', 'None on record')
      : say(`${record['convictions']} удаа`, `${record['convictions']} on record`),
  ),
];

/** What each service of the state exchange says, and the register that it reads. */
const services: Readonly<Record<string, { register: string; describe: Describe }>> = {
  WS100105_getCitizenBirthInfo: { register: 'birth', describe: birth },
  WS100107_getCitizenMarriageInfo: { register: 'marriage', describe: marriage },
  WS100301_getTaxDebtInfo: { register: 'tax', describe: tax },
  WS100201_getCriminalRecordInfo: { register: 'criminal', describe: criminal },
};

/** Undefined for an unknown service or person. */
export function readFacts(serviceCode: string, civilId: string, now: Date): AgencyFact[] | undefined {
  const service = services[serviceCode];
  const record = service && readRecord(service.register, civilId, now);
  return service && record && service.describe(record as RecordFields);
}
