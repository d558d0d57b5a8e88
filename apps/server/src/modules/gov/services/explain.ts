import type { ErrorObject } from 'ajv';
import type { Language, Text } from '../../../kernel/http/language.ts';
import { type FieldError, fieldErrors } from '../../../kernel/http/validation.ts';
import { writeDay } from '../../../kernel/local-day.ts';
import { isObject, type PaperSlot, type RuleFault } from './form-rules.ts';

const under = (path: string) => (path === '' ? 'payload' : `payload.${path}`.slice(0, 200));

export function explainSchemaError(error: ErrorObject, language: Language): FieldError {
  const [{ field, tag, message } = { field: '', tag: 'custom', message: '' }] = fieldErrors(
    [error],
    language,
  );
  return { field: under(field), tag, message: describeError(error)?.[language] ?? message };
}

function describeError({ keyword, params, parentSchema = {} }: ErrorObject): Text | undefined {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'pattern':
      return describePattern(parentSchema['x-pattern-help']);
    case 'format':
      return params['format'] === 'date' ? texts.date : undefined;
    case 'enum':
      return texts.choose;
    case 'const':
      return params['allowedValue'] === true ? texts.tick : undefined;
    case 'minLength':
      return limit === 1 ? texts.required : texts.tooShort(limit);
    case 'maxLength':
      return texts.tooLong(limit);
    case 'minimum':
      return texts.atLeast(limit);
    case 'maximum':
      return texts.atMost(limit);
    case 'minItems':
      return texts.fewEntries(limit);
    case 'maxItems':
      return texts.manyEntries(limit);
    default:
      return undefined;
  }
}

/** The form may give its own help text for a pattern. */
function describePattern(help: unknown): Text {
  if (!isObject(help) || typeof help['mn'] !== 'string' || typeof help['en'] !== 'string')
    return texts.pattern;
  return { mn: `${texts.form.mn} ${help['mn']}`, en: `${texts.form.en} ${help['en']}` };
}

export function explainFault({ path, kind, bound, day = '' }: RuleFault, language: Language): FieldError {
  const field = under(path.join('.'));
  if (kind === 'required') return { field, tag: 'required', message: texts.required[language] };
  if (kind === 'unasked') return { field, tag: 'unknown_field', message: texts.unasked[language] };
  const isEarly = kind === 'too_early';
  const onDay = isEarly ? texts.notBefore(day) : texts.notAfter(day);
  const text = bound === 'today' ? (isEarly ? texts.past : texts.future) : onDay;
  return { field, tag: isEarly ? 'min' : 'max', message: text[language] };
}

export const explainMissingPaper = ({ key, title }: PaperSlot, language: Language): FieldError => ({
  field: `papers.${key}`,
  tag: 'required',
  message: texts.paper(title)[language],
});

const texts = {
  required: { mn: 'Бөглөнө үү.', en: 'Fill this in.' },
  choose: { mn: 'Нэгийг сонгоно уу.', en: 'Choose one of the answers.' },
  tick: { mn: 'Үргэлжлүүлэхийн тулд тэмдэглэнэ үү.', en: 'Tick this to go on.' },
  date: {
    mn: 'Огноог он, сар, өдрөөр нь бичнэ үү. Жишээ: 2026-11-20.',
    en: 'Give the date as year, month, day, such as 2026-11-20.',
  },
  form: { mn: 'Хэлбэр нь таарахгүй байна.', en: 'This does not have the right form.' },
  pattern: {
    mn: 'Хэлбэр нь таарахгүй байна. Шалгаад дахин бичнэ үү.',
    en: 'This does not have the right form. Check it and write it again.',
  },
  unasked: {
    mn: 'Бусад хариултаас харахад энэ асуултад хариулах шаардлагагүй. Хариултыг авч хаяна уу.',
    en: 'Your other answers do not lead to this question. Take the answer out.',
  },
  past: { mn: 'Өнгөрсөн өдөр байж болохгүй.', en: 'The date cannot be in the past.' },
  future: { mn: 'Ирээдүйн өдөр байж болохгүй.', en: 'The date cannot be in the future.' },
  notBefore: (day: string): Text => ({
    mn: `Хамгийн эртдээ ${writeDay(day).mn} байх ёстой.`,
    en: `Give a date on or after ${writeDay(day).en}.`,
  }),
  notAfter: (day: string): Text => ({
    mn: `Хамгийн сүүлдээ ${writeDay(day).mn} байх ёстой.`,
    en: `Give a date on or before ${writeDay(day).en}.`,
  }),
  tooShort: (count: number): Text => ({
    mn: `${count} тэмдэгтээс доошгүй бичнэ үү.`,
    en: `Use at least ${count} characters.`,
  }),
  tooLong: (count: number): Text => ({
    mn: `${count} тэмдэгтээс хэтрэхгүй бичнэ үү.`,
    en: `Use at most ${count} characters.`,
  }),
  atLeast: (least: number): Text => ({
    mn: `Хамгийн багадаа ${least} байх ёстой.`,
    en: `Write a number of at least ${least}.`,
  }),
  atMost: (most: number): Text => ({
    mn: `Хамгийн ихдээ ${most} байх ёстой.`,
    en: `Write a number of at most ${most}.`,
  }),
  fewEntries: (least: number): Text => ({
    mn: `Хамгийн багадаа ${least} нэмнэ үү.`,
    en: `Add at least ${least}.`,
  }),
  manyEntries: (most: number): Text => ({
    mn: `Хамгийн ихдээ ${most} байж болно.`,
    en: `At most ${most} can be given.`,
  }),
  paper: (title: Text): Text => ({
    mn: `«${title.mn}» бичиг баримтаа хавсаргана уу.`,
    en: `Attach this paper: ${title.en}.`,
  }),
};
