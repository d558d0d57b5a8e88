import type { Text } from '../../kernel/http/language.ts';
import type { PersonRecords, RegisterCode } from './person-registers-port.ts';

/** One printed line of a certificate. */
export interface Fact {
  readonly name: string;
  readonly label: Text;
  readonly value: Text;
}

/** The facts of a certificate, or the reason why the register does not support it. */
export type Finding =
  | { readonly statement: Text; readonly facts: readonly Fact[] }
  | { readonly contradiction: Text };

const say = (mn: string, en: string): Text => ({ mn, en });
const same = (value: string): Text => ({ mn: value, en: value });
const fact = (name: string, label: Text, value: Text): Fact => ({ name, label, value });
const given = (name: string, label: Text, value: Text | null): Fact[] =>
  value === null ? [] : [fact(name, label, value)];
const orNull = (value: string | null): Text | null => (value === null ? null : same(value));

const statuses = {
  single: say('Гэрлээгүй', 'Single'),
  married: say('Гэрлэсэн', 'Married'),
  divorced: say('Гэрлэлт цуцалсан', 'Divorced'),
  widowed: say('Бэлэвсэн', 'Widowed'),
} as const satisfies Record<PersonRecords['marriage']['status'], Text>;
const sexes = { male: say('Эрэгтэй', 'Male'), female: say('Эмэгтэй', 'Female') } as const;
const entryNo = say('Бүртгэлийн дугаар', 'Entry number');
const latestYears = 5;

type Describe = { [K in RegisterCode]: (record: PersonRecords[K]) => Finding };

const descriptions: Describe = {
  residence: ({ address, registeredOn }) => ({
    statement: say(
      'Дээр дурдсан иргэн доорх хаягт оршин суух бүртгэлтэй болохыг тодорхойлов.',
      'The person named above is registered as living at the address below.',
    ),
    facts: [
      fact('address', say('Бүртгэлтэй хаяг', 'Registered address'), address),
      fact('registered_on', say('Бүртгүүлсэн огноо', 'Registered on'), same(registeredOn)),
    ],
  }),
  birth: (record) => ({
    statement: say(
      'Дээр дурдсан иргэний төрсний бүртгэлд доорх мэдээлэл байгааг тодорхойлов.',
      'The register of births holds the entry below of the person named above.',
    ),
    facts: [
      fact('full_name', say('Бүртгэлд байгаа нэр', 'Name in the register'), record.fullName),
      fact('born_on', say('Төрсөн огноо', 'Date of birth'), same(record.bornOn)),
      fact('place', say('Төрсөн газар', 'Place of birth'), record.place),
      fact('sex', say('Хүйс', 'Sex'), sexes[record.sex]),
      ...given('father', say('Эцэг', 'Father'), record.father),
      ...given('mother', say('Эх', 'Mother'), record.mother),
      fact('entry_no', entryNo, same(record.entryNo)),
    ],
  }),
  marriage: ({ status, spouse, registeredOn, entryNo: number }) => ({
    statement: say(
      'Дээр дурдсан иргэний гэрлэлтийн байдал доорх болохыг тодорхойлов.',
      'The register of marriages holds the marital status below of the person named above.',
    ),
    facts: [
      fact('status', say('Гэрлэлтийн байдал', 'Marital status'), statuses[status]),
      ...given('spouse', say('Эхнэр, нөхөр', 'Spouse'), spouse),
      ...given('registered_on', say('Бүртгэсэн огноо', 'Registered on'), orNull(registeredOn)),
      ...given('entry_no', entryNo, orNull(number)),
    ],
  }),
  tax: ({ taxpayerNo, overdue }) =>
    overdue > 0
      ? {
          contradiction: say(
            'Татварын бүртгэлд хугацаа хэтэрсэн өр байна. Өрөө төлөөд дахин хүсэлт гаргана уу.',
            'The register shows overdue tax. Pay what is overdue, then apply again.',
          ),
        }
      : {
          statement: say(
            'Дээр дурдсан иргэн хугацаа хэтэрсэн татварын өргүй болохыг тодорхойлов.',
            'The person named above owes no overdue tax.',
          ),
          facts: [
            fact('taxpayer_no', say('Татвар төлөгчийн дугаар', 'Taxpayer number'), same(taxpayerNo)),
            fact('overdue', say('Хугацаа хэтэрсэн өр', 'Overdue tax'), same('0 ₮')),
          ],
        },
  social_ins: ({ insured, monthsPaid, paidUntil, employer, years }) => ({
    statement: say(
      'Дээр дурдсан иргэний нийгмийн даатгалын бүртгэлд доорх мэдээлэл байгааг тодорхойлов.',
      'The register of social insurance holds the entries below of the person named above.',
    ),
    facts: [
      fact('insured', say('Даатгалын байдал', 'Insurance'), yesNo(insured)),
      fact('months_paid', say('Шимтгэл төлсөн сар', 'Months of contributions'), same(String(monthsPaid))),
      ...given('paid_until', say('Төлөгдсөн сүүлийн сар', 'Last month paid'), orNull(paidUntil)),
      ...given('employer', say('Ажил олгогч', 'Employer'), employer),
      ...[...years]
        .sort((a, b) => b.year - a.year)
        .slice(0, latestYears)
        .map(({ year, months }) =>
          fact(`year_${year}`, say(`${year} он`, `Year ${year}`), say(`${months} сар`, `${months} months`)),
        ),
    ],
  }),
  health_ins: ({ covered, category, coveredUntil }) => ({
    statement: say(
      'Дээр дурдсан иргэний эрүүл мэндийн даатгалын байдал доорх болохыг тодорхойлов.',
      'The register of health insurance holds the entry below of the person named above.',
    ),
    facts: [
      fact('covered', say('Даатгалын байдал', 'Insurance'), yesNo(covered)),
      ...given('category', say('Даатгуулагчийн ангилал', 'Category'), category),
      ...given('covered_until', say('Хүчинтэй хугацаа', 'Covered until'), orNull(coveredUntil)),
    ],
  }),
  criminal: ({ convictions }) =>
    convictions > 0
      ? {
          contradiction: say(
            'Бүртгэлд ял шийтгэлийн мэдээлэл байгаа тул энэ тодорхойлолтыг олгох боломжгүй.',
            'The register holds a conviction, so this certificate cannot be issued.',
          ),
        }
      : {
          statement: say(
            'Дээр дурдсан иргэн ял шийтгэлгүй болохыг тодорхойлов.',
            'The person named above has no criminal record.',
          ),
          facts: [
            fact(
              'result',
              say('Шалгалтын дүн', 'Result of the search'),
              say('Ял шийтгэлийн бүртгэлд мэдээлэл байхгүй', 'No entry in the register of convictions'),
            ),
          ],
        },
};

function yesNo(insured: boolean): Text {
  return insured ? say('Даатгуулсан', 'Insured') : say('Даатгуулаагүй', 'Not insured');
}

const noEntry = say(
  'Бүртгэлд таны мэдээлэл алга. Бүртгэлээ засуулахын тулд бүртгэл хөтөлдөг байгууллагад хандана уу.',
  'The register holds no entry of yours. Ask the authority that keeps it to correct it.',
);

/** Prints only what the register states. */
export function describeRecord<K extends RegisterCode>(
  register: K,
  record: PersonRecords[K] | undefined,
): Finding {
  return record === undefined ? { contradiction: noEntry } : descriptions[register](record);
}
