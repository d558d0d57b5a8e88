import { defineWords } from '../../../i18n/words.ts';

interface KindWords {
  kinds: Record<string, string>;
}

export const securityWords = defineWords(
  {
    title: 'Аюулгүй байдлын үйл явдал',
    lead: 'Системийн анзаарсан болон хүмүүсийн мэдээлсэн сэжигтэй үйлдэл.',
    caption: 'Аюулгүй байдлын үйл явдал, шинээс хуучин руу',
    kind: 'Төрөл',
    kindHint: 'refresh_reuse',
    severity: 'Ноцтой байдал',
    severities: { low: 'Бага', medium: 'Дунд', high: 'Өндөр', critical: 'Маш өндөр' },
    notRated: 'Үнэлээгүй',
    time: 'Хэзээ',
    source: 'Эх сурвалж',
    user: 'Хэрэглэгч (id)',
    ip: 'IP хаяг',
    userAgent: 'Хөтөч',
    detail: 'Дэлгэрэнгүй',
    number: 'Дугаар',
    emptyText: 'Ийм үйл явдал алга. Шүүлтгүй үед хоосон байвал сайн хэрэг.',
    apply: 'Шүүх',
    nobody: 'Тодорхойгүй',
    auditLink: 'Энэ хүнтэй холбоотой аудитын бичлэгийг харах',
  },
  {
    title: 'Security events',
    lead: 'Suspicious activity that the system noticed or people reported.',
    caption: 'Security events, newest first',
    kind: 'Kind',
    kindHint: 'refresh_reuse',
    severity: 'Severity',
    severities: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
    notRated: 'Not rated',
    time: 'When',
    source: 'Source',
    user: 'User (id)',
    ip: 'IP address',
    userAgent: 'Browser',
    detail: 'Details',
    number: 'Number',
    emptyText: 'There is no such event. Without filters, an empty list is good news.',
    apply: 'Filter',
    nobody: 'Not known',
    auditLink: 'See this person in the audit log',
  },
);

export const kindWords = defineWords<KindWords>(
  {
    kinds: {
      refresh_reuse: 'Хэрэглэсэн токеныг дахин ашигласан',
      oauth_code_reuse: 'Нэвтрэлтийн кодыг дахин ашигласан',
      account_locked: 'Бүртгэл түгжигдсэн',
      csrf_failed: 'Өөр сайтаас хүсэлт илгээх оролдлого',
      totp_replay: 'Нэг удаагийн кодыг дахин ашигласан',
      privilege_denied: 'Эрхгүй үйлдэл хийх оролдлого',
      audit_chain_broken: 'Аудитын бүртгэл гэмтсэн',
      console_wrong_host: 'Удирдлагын консол руу буруу хаягаар хандсан',
      fact_other_person: 'Байгууллага өөр хүний тухай хариулсан',
      file_infected: 'Файлаас хортой код илэрсэн',
      relay_id_reuse: 'Релейн мессежийн дугаарыг өөр агуулгаар дахин ашигласан',
    },
  },
  {
    kinds: {
      refresh_reuse: 'A used token was used again',
      oauth_code_reuse: 'A sign-in code was used again',
      account_locked: 'An account was locked',
      csrf_failed: 'A request was tried from another site',
      totp_replay: 'A one-time code was used again',
      privilege_denied: 'Something was tried without permission',
      audit_chain_broken: 'The audit log is damaged',
      console_wrong_host: 'The console was asked for at a wrong address',
      fact_other_person: 'An agency answered about another person than it was asked about',
      file_infected: 'Malicious code was found in a file',
      relay_id_reuse: 'A relay message id was used again with another content',
    },
  },
);
