import type { VerificationView } from '../../api/signing.ts';
import { defineWords } from '../../i18n/words.ts';

type Indication = VerificationView['indication'];

interface VerdictWords {
  titles: Record<Indication, (count: number) => string>;
  validToday: (count: number) => string;
  unsigned: string;
  oneToday: string;
  one: Record<Indication, string>;
  signatures: (count: number) => string;
  signature: (number: number) => string;
  unknownSigner: string;
  forOrganisation: string;
  role: string;
  when: string;
  time: Record<'timestamp' | 'document_timestamp' | 'claimed', string>;
  noTime: string;
  level: string;
  noLevel: string;
  changes: string;
  unchanged: string;
  onlyAllowed: string;
  forbidden: string;
  notKnown: string;
  added: string;
  onPage: (page: number) => string;
  filledWith: (field: string, value: string) => string;
  details: string;
  reason: string;
  problems: string;
  certificate: string;
  issuer: string;
  validity: string;
  validFromTo: (from: string, to: string) => string;
  checkedAt: string;
  revocation: string;
  revocations: Record<'good' | 'revoked' | 'stale' | 'unknown', string>;
  serial: string;
  register: string;
  coverage: string;
  wholeFile: string;
  version: (version: number, versions: number) => string;
  part: string;
  timestamps: string;
  documentTimestamps: string;
  trusted: string;
  notTrusted: string;
  certified: string;
  certifiedMeans: Record<string, string>;
  where: string;
}

export const verdictWords = defineWords<VerdictWords>(
  {
    titles: {
      TOTAL_PASSED: (count) => (count > 1 ? 'Бүх гарын үсэг хүчинтэй' : 'Гарын үсэг хүчинтэй'),
      TOTAL_FAILED: () => 'Гарын үсэг хүчингүй',
      INDETERMINATE: () => 'Тогтоох боломжгүй',
    },
    validToday: (count) => (count > 1 ? 'Гарын үсгүүд өнөөдөр хүчинтэй' : 'Гарын үсэг өнөөдөр хүчинтэй'),
    unsigned: 'Гарын үсэг алга',
    oneToday: 'Өнөөдөр хүчинтэй',
    one: { TOTAL_PASSED: 'Хүчинтэй', TOTAL_FAILED: 'Хүчингүй', INDETERMINATE: 'Тодорхойгүй' },
    signatures: (count) => (count === 1 ? 'Гарын үсэг' : `${count} гарын үсэг`),
    signature: (number) => `${number}-р гарын үсэг`,
    unknownSigner: 'Гарын үсэг зурсан хүн тодорхойгүй',
    forOrganisation: 'Байгууллага',
    role: 'Албан тушаал',
    when: 'Хэзээ',
    time: {
      timestamp: 'цагийн тэмдгээр нотлогдсон',
      document_timestamp: 'баримтын цагийн тэмдгээр нотлогдсон',
      claimed: 'зурсан хүний өөрийн заасан цаг, нотлогдоогүй',
    },
    noTime: 'Цаг заагаагүй',
    level: 'Түвшин',
    noLevel: 'Түвшин тогтоогдоогүй',
    changes: 'Гарын үсэг зурснаас хойш',
    unchanged: 'Юу ч өөрчлөгдөөгүй.',
    onlyAllowed: 'Зөвхөн зөвшөөрөгдсөн зүйл нэмсэн.',
    forbidden: 'Баримтыг өөрчилсөн:',
    notKnown: 'Баримтыг өөрчлөөгүй гэж хэлэх боломжгүй.',
    added: 'Мөн нэмсэн зүйл:',
    onPage: (page) => `${page}-р хуудас`,
    filledWith: (field, value) => (value === '' ? `“${field}”: хоосон.` : `“${field}”: “${value}”.`),
    details: 'Дэлгэрэнгүй',
    reason: 'Шалтгааны код',
    problems: 'Илэрсэн асуудал',
    certificate: 'Гэрчилгээ',
    issuer: 'Олгосон',
    validity: 'Хүчинтэй хугацаа',
    validFromTo: (from, to) => `${from} – ${to}`,
    checkedAt: 'Энэ үеийн байдлаар шалгасан',
    revocation: 'Хүчингүй болгосон эсэх',
    revocations: {
      good: 'Хүчингүй болгоогүй',
      revoked: 'Хүчингүй болгосон',
      stale: 'Мэдээлэл хуучирсан',
      unknown: 'Мэдээлэл алга',
    },
    serial: 'Гэрчилгээний дугаар',
    register: 'Регистрийн дугаар',
    coverage: 'Хамарсан хэсэг',
    wholeFile: 'Файлыг бүхэлд нь',
    version: (version, versions) => `${versions} хувилбараас ${version}-р хувилбарыг`,
    part: 'Файлын зөвхөн хэсгийг',
    timestamps: 'Гарын үсгийн цагийн тэмдэг',
    documentTimestamps: 'Баримтын цагийн тэмдэг',
    trusted: 'итгэмжлэгдсэн',
    notTrusted: 'итгэмжлэгдээгүй',
    certified: 'Баримтыг баталгаажуулсан',
    certifiedMeans: {
      1: 'Ямар ч өөрчлөлт зөвшөөрөхгүй',
      2: 'Маягт бөглөх, гарын үсэг нэмэхийг зөвшөөрнө',
      3: 'Маягт, гарын үсэг, тэмдэглэл нэмэхийг зөвшөөрнө',
    },
    where: 'Талбар',
  },
  {
    titles: {
      TOTAL_PASSED: (count) => (count > 1 ? 'All signatures are valid' : 'The signature is valid'),
      TOTAL_FAILED: (count) => (count > 1 ? 'A signature is not valid' : 'The signature is not valid'),
      INDETERMINATE: () => 'It cannot be decided',
    },
    validToday: (count) => (count > 1 ? 'The signatures are valid today' : 'The signature is valid today'),
    unsigned: 'There is no signature',
    oneToday: 'Valid today',
    one: { TOTAL_PASSED: 'Valid', TOTAL_FAILED: 'Not valid', INDETERMINATE: 'Not decided' },
    signatures: (count) => (count === 1 ? 'Signature' : `${count} signatures`),
    signature: (number) => `Signature ${number}`,
    unknownSigner: 'The signer is not known',
    forOrganisation: 'Organisation',
    role: 'Role',
    when: 'When',
    time: {
      timestamp: 'proven by a timestamp',
      document_timestamp: 'proven by a timestamp of the document',
      claimed: 'as the signer says, not proven',
    },
    noTime: 'No time is given',
    level: 'Level',
    noLevel: 'No level was reached',
    changes: 'After signing',
    unchanged: 'Nothing was changed.',
    onlyAllowed: 'Only permitted things were added.',
    forbidden: 'The document was changed:',
    notKnown: 'It cannot be said that the document was left unchanged.',
    added: 'Also added:',
    onPage: (page) => `page ${page}`,
    filledWith: (field, value) => (value === '' ? `“${field}”: empty.` : `“${field}”: “${value}”.`),
    details: 'Details',
    reason: 'Reason code',
    problems: 'What was found',
    certificate: 'Certificate',
    issuer: 'Issued by',
    validity: 'Valid',
    validFromTo: (from, to) => `${from} – ${to}`,
    checkedAt: 'Checked for this moment',
    revocation: 'Revocation',
    revocations: {
      good: 'Not revoked',
      revoked: 'Revoked',
      stale: 'The information is out of date',
      unknown: 'No information',
    },
    serial: 'Serial number',
    register: 'Register number',
    coverage: 'Covers',
    wholeFile: 'The whole file',
    version: (version, versions) => `Version ${version} of ${versions}`,
    part: 'Only a part of the file',
    timestamps: 'Timestamps of the signature',
    documentTimestamps: 'Timestamps of the document',
    trusted: 'trusted',
    notTrusted: 'not trusted',
    certified: 'Certified by its author',
    certifiedMeans: {
      1: 'No change is permitted',
      2: 'Filling in forms and signing are permitted',
      3: 'Filling in forms, signing and notes are permitted',
    },
    where: 'Field',
  },
);
