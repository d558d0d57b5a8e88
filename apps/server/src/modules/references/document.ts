import type { Text } from '../../kernel/http/language.ts';
import type { Block, Page } from '../issued-documents/index.ts';
import { printDates } from './printed-dates.ts';
import type { ReferenceData, ReferenceRow } from './store.ts';

export interface Print {
  appOrigin: string;
  /** The name of the platform. */
  platform: string;
  /** The name in the certificate of the platform's seal. */
  sealedBy: string;
}

type Certified = Required<Pick<ReferenceData, 'authority' | 'purpose' | 'statement' | 'facts' | 'source'>>;

/** Undefined for a document from before certificates carried facts: it certified nothing that was checked. */
export function certifiedIn({ data }: Pick<ReferenceRow, 'data'>): Certified | undefined {
  const { authority, purpose, statement, facts, source } = data;
  return authority && purpose && statement && facts && source
    ? { authority, purpose, statement, facts, source }
    : undefined;
}

/** The sheet of a certificate. */
export function referencePage(row: ReferenceRow, certified: Certified, print: Print): Page {
  const { authority, statement, facts } = certified;
  return {
    authority,
    title: row.title,
    blocks: [
      { table: holderRows(row) },
      { space: 6 },
      { sentence: statement },
      { heading: { mn: 'Тодорхойлсон мэдээлэл', en: 'What is certified' } },
      { table: facts.map(({ label, value }) => ({ label, value })) },
      { heading: { mn: 'Баримтын тухай', en: 'About this document' } },
      { table: documentRows(row, certified) },
    ],
    verification: {
      url: `${print.appOrigin}/verify/${row.reference_no}?code=${row.check_code}`,
      instruction: {
        mn: 'QR кодыг уншуулах, эсвэл доорх хаягаар орж дугаар, кодыг бичнэ үү.',
        en: 'Scan the code, or open the address and give the number and the code.',
      },
      checkCode: row.check_code,
      sealedBy: print.sealedBy,
      sealUrl: `${print.appOrigin}/sign/verify`,
    },
    number: row.reference_no,
    creator: print.platform,
    issuedAt: row.issued_at,
  };
}

const same = (value: string): Text => ({ mn: value, en: value });

type Rows = Extract<Block, { table: unknown }>['table'];

function holderRows({ data: { holder, requested_by: asker } }: ReferenceRow): Rows {
  const { full_name, full_name_en, civil_id } = holder;
  return [
    {
      label: asker === undefined ? { mn: 'Овог нэр', en: 'Name' } : { mn: 'Нэр', en: 'Name' },
      value: { mn: full_name, en: full_name_en === '' ? full_name : full_name_en },
    },
    ...(civil_id === null
      ? []
      : [{ label: { mn: 'Иргэний дугаар', en: 'Civil ID' }, value: same(civil_id) }]),
    ...(asker === undefined
      ? []
      : [
          {
            label: { mn: 'Төлөөлж авсан', en: 'Requested on behalf by' },
            value: { mn: asker.full_name, en: asker.full_name_en || asker.full_name },
          },
        ]),
  ];
}

function documentRows(row: ReferenceRow, { authority, purpose, source }: Certified): Rows {
  const { issued_on: issued, valid_until_on: until, read_on: readOn, zone } = printDates(row);
  return [
    { label: { mn: 'Дугаар', en: 'Number' }, value: same(row.reference_no) },
    {
      label: { mn: 'Олгосон – хүчинтэй', en: 'Issued – valid until' },
      value:
        until === null
          ? { mn: `${issued} – хугацаагүй`, en: `${issued} – no end date` }
          : same(`${issued} – ${until}`),
    },
    { label: { mn: 'Олгосон байгууллага', en: 'Issued by' }, value: authority },
    {
      label: { mn: 'Эх сурвалж', en: 'Source' },
      value:
        source.keeper.mn === authority.mn
          ? source.name
          : {
              mn: `${source.name.mn} (${source.keeper.mn})`,
              en: `${source.name.en} (${source.keeper.en})`,
            },
    },
    { label: { mn: 'Лавласан хугацаа', en: 'Register read at' }, value: same(`${readOn} (${zone})`) },
    { label: { mn: 'Зориулалт', en: 'Purpose' }, value: purpose },
  ];
}
