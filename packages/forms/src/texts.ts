import type { BrokenRule } from './problems.ts';
import type { Language, Text } from './schema.ts';

/** The page and the server's 422 give the same reason; `writeDay` writes `2026-11-20` in words. */
export function describeProblem(
  problem: BrokenRule,
  language: Language,
  writeDay: (day: string) => string,
): string {
  switch (problem.rule) {
    case 'required':
      return texts[problem.isChoice ? 'enum' : 'required'][language];
    case 'x-when':
    case 'additionalProperties':
    case 'enum':
    case 'const':
      return texts[problem.rule][language];
    case 'type':
      return (types[problem.expected] ?? texts.type)[language];
    case 'format':
      return texts[problem.expected][language];
    case 'pattern':
      return problem.help === undefined
        ? `${texts.pattern[language]} ${texts.again[language]}`
        : `${texts.pattern[language]} ${problem.help[language]}`;
    case 'x-earliest':
      return problem.bound === 'today' ? texts.past[language] : notBefore(writeDay(problem.day))[language];
    case 'x-latest':
      return problem.bound === 'today' ? texts.future[language] : notAfter(writeDay(problem.day))[language];
    case 'x-prefill':
      return fromState(problem.fact)[language];
    case 'x-birth-of':
      return texts['x-birth-of'][language];
    case 'minLength':
      return (problem.limit === 1 ? texts.required : limits.minLength(problem.limit))[language];
    default:
      return limits[problem.rule](problem.limit)[language];
  }
}

const texts = {
  required: { mn: 'Бөглөнө үү.', en: 'Fill this in.' },
  enum: { mn: 'Нэгийг сонгоно уу.', en: 'Choose one.' },
  const: { mn: 'Үргэлжлүүлэхийн тулд тэмдэглэнэ үү.', en: 'Tick this box to continue.' },
  'x-when': {
    mn: 'Бусад хариултаас харахад энэ асуултад хариулах шаардлагагүй. Хариултыг авч хаяна уу.',
    en: 'Your other answers do not lead to this question. Take the answer out.',
  },
  additionalProperties: {
    mn: 'Маягтад ийм асуулт байхгүй. Хариултыг авч хаяна уу.',
    en: 'The form does not ask this. Take the answer out.',
  },
  type: { mn: 'Утгын төрөл буруу байна.', en: 'This has the wrong type.' },
  date: {
    mn: 'Огноог он, сар, өдрөөр нь бичнэ үү. Жишээ: 2026-11-20.',
    en: 'Give the date as year, month, day, such as 2026-11-20.',
  },
  email: {
    mn: 'И-мэйл хаягийг name@example.mn хэлбэрээр бичнэ үү.',
    en: 'Write the address like name@example.mn.',
  },
  pattern: { mn: 'Хэлбэр нь таарахгүй байна.', en: 'This does not have the right form.' },
  again: { mn: 'Шалгаад дахин бичнэ үү.', en: 'Check it and write it again.' },
  past: { mn: 'Өнгөрсөн өдөр байж болохгүй.', en: 'The date cannot be in the past.' },
  'x-birth-of': {
    mn: 'Төрсөн огноо регистрийн дугаартай таарахгүй байна. Аль алиныг нь шалгана уу.',
    en: 'The date of birth does not match the register number. Check both.',
  },
  future: { mn: 'Ирээдүйн өдөр байж болохгүй.', en: 'The date cannot be in the future.' },
} satisfies Record<string, Text>;

const types: Record<string, Text> = {
  string: { mn: 'Текст бичнэ үү.', en: 'Write text.' },
  number: { mn: 'Тоо бичнэ үү.', en: 'Write a number.' },
  integer: { mn: 'Бүхэл тоо бичнэ үү.', en: 'Write a whole number.' },
};

const fromState = (fact: string): Text => ({
  mn: `Энэ мэдээлэл төрийн бүртгэлээс ирдэг тул өөрчлөх боломжгүй: ${fact}.`,
  en: `This comes from the state register and cannot be changed: ${fact}.`,
});
const notBefore = (day: string): Text => ({
  mn: `Хамгийн эртдээ ${day} байх ёстой.`,
  en: `Give a date on or after ${day}.`,
});
const notAfter = (day: string): Text => ({
  mn: `Хамгийн сүүлдээ ${day} байх ёстой.`,
  en: `Give a date on or before ${day}.`,
});

const limits = {
  minLength: (limit: number): Text => ({
    mn: `${limit} тэмдэгтээс доошгүй бичнэ үү.`,
    en: `Use at least ${limit} characters.`,
  }),
  maxLength: (limit: number): Text => ({
    mn: `${limit} тэмдэгтээс хэтрэхгүй бичнэ үү.`,
    en: `Use at most ${limit} characters.`,
  }),
  minimum: (limit: number): Text => ({
    mn: `Хамгийн багадаа ${limit} байх ёстой.`,
    en: `Write a number of at least ${limit}.`,
  }),
  maximum: (limit: number): Text => ({
    mn: `Хамгийн ихдээ ${limit} байх ёстой.`,
    en: `Write a number of at most ${limit}.`,
  }),
  minItems: (limit: number): Text => ({
    mn: `Хамгийн багадаа ${limit} нэмнэ үү.`,
    en: `Add at least ${limit}.`,
  }),
  maxItems: (limit: number): Text => ({
    mn: `Хамгийн ихдээ ${limit} байж болно.`,
    en: `At most ${limit} can be given.`,
  }),
};
