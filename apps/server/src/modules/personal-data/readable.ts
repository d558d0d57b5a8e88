import type { Text } from '../../kernel/http/language.ts';
import type { Row } from './parts-store.ts';

/** Names of columns that many parts share, as people say them; any other is shown as it is. */
const words: Readonly<Record<string, string>> = {
  amount: 'Дүн · Amount',
  answer: 'Хариу · Answer',
  body: 'Агуулга · Text',
  browser: 'Хөтөч · Browser',
  category: 'Ангилал · Category',
  civil_id: 'Иргэний дугаар · Civil id',
  created_at: 'Үүссэн · Created',
  decided_at: 'Шийдсэн · Decided',
  decision_note: 'Шийдвэрийн тайлбар · Note of the decision',
  due_at: 'Хугацаа · Due',
  email: 'И-мэйл · E-mail',
  expires_at: 'Дуусах · Ends',
  first_name: 'Нэр · First name',
  first_name_en: 'Нэр (латин) · First name (Latin)',
  ip: 'Сүлжээний хаяг · Network address',
  issued_at: 'Олгосон · Issued',
  last_name: 'Эцэг, эхийн нэр · Last name',
  last_name_en: 'Эцэг, эхийн нэр (латин) · Last name (Latin)',
  method: 'Хэрхэн · How',
  name: 'Нэр · Name',
  national_id: 'Регистрийн дугаар · Register number',
  note: 'Тайлбар · Note',
  outcome: 'Дүн · Outcome',
  paid_at: 'Төлсөн · Paid',
  payload: 'Хариултууд · Answers',
  phone: 'Утас · Phone',
  reason: 'Шалтгаан · Reason',
  reference_no: 'Дугаар · Number',
  service_name: 'Үйлчилгээ · Service',
  size_bytes: 'Хэмжээ (байт) · Size (bytes)',
  state: 'Төлөв · State',
  status: 'Төлөв · Status',
  submitted_at: 'Илгээсэн · Sent',
  title: 'Гарчиг · Title',
  topic: 'Сэдэв · Topic',
  updated_at: 'Өөрчилсөн · Changed',
  user_agent: 'Хөтөч · Browser',
};

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'dl{display:grid;grid-template-columns:minmax(10rem,1fr) 3fr;gap:.3rem 1rem;border-top:1px solid #ccc;padding-top:1rem}' +
  'dt{color:#555}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}';

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const both = ({ mn, en }: Text): string => `${escapeHtml(mn)} · ${escapeHtml(en)}`;

/** No script and nothing from elsewhere: the page opens from a disk, years later. */
function page(title: Text, body: string): Buffer {
  return Buffer.from(
    `<!doctype html><html lang="mn"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${both(title)}</title><style>${style}</style><h1>${both(title)}</h1>${body}</html>`,
  );
}

export function writePart(title: Text, rows: readonly Row[]): Buffer {
  const entries = rows.map((row) => {
    const facts = Object.entries(row).filter(([, value]) => value !== null && value !== '');
    const lines = facts.map(
      ([name, value]) => `<dt>${words[name] ?? escapeHtml(name)}<dd>${escapeHtml(plain(value))}`,
    );
    return `<dl>${lines.join('')}</dl>`;
  });
  return page(title, entries.join('') || '<p>— </p>');
}

export function writeIndex(
  about: { owner: string; at: Date; platform: string },
  listed: readonly { title: Text; name: string; count: number }[],
  missing: readonly string[],
): Buffer {
  const links = listed.map(
    ({ title, name, count }) =>
      `<li><a href="read/${name}.html">${both(title)}</a>: ${count} (<a href="data/${name}.json">JSON</a>)`,
  );
  const lost = missing.map((name) => `<li>${escapeHtml(name)}`);
  return page(
    { mn: 'Миний мэдээлэл', en: 'My data' },
    `<p>${escapeHtml(about.platform)} · ${escapeHtml(about.owner)} · ${about.at.toISOString()}</p><ul>${links.join('')}</ul>` +
      (lost.length === 0
        ? ''
        : `<h2>Оруулж чадаагүй файл · Files that could not be included</h2><ul>${lost.join('')}</ul>`),
  );
}

/** A text in two languages becomes one line. */
function plain(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { mn, en, ...rest } = value as Record<string, unknown>;
  if (typeof mn === 'string' && typeof en === 'string' && Object.keys(rest).length === 0)
    return `${mn} · ${en}`;
  return JSON.stringify(value, null, 1);
}
