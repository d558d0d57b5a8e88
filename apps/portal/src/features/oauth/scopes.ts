import type { User } from '../../api/session.ts';
import { defineWords } from '../../i18n/words.ts';

interface ScopeText {
  title: string;
  text: string;
}

interface ScopeWords {
  known: Record<string, ScopeText>;
  /** `openid` for a client with pairwise subjects. */
  pairwise: ScopeText;
  service(name: string): ScopeText;
  other(scope: string): ScopeText;
  missing: Record<string, string>;
}

export const scopeWords = defineWords<ScopeWords>(
  {
    known: {
      openid: {
        title: 'Та мөн болохыг таних',
        text: 'Тамга дахь таны тогтмол дугаар, байгууллага дахь дугаар (байгаа бол). Нэр, хаяг биш.',
      },
      profile: {
        title: 'Таны нэр, төрсөн огноо, хүйс',
        text: 'Овог нэр, латин бичлэг; регистрийн дугаараар тодорхойлсон төрсөн огноо, хүйс; хөтчийн хэл, цагийн бүс.',
      },
      email: { title: 'Таны имэйл хаяг', text: 'Танд захидал илгээж чадна.' },
      nationalid: {
        title: 'Таны регистрийн дугаар',
        text: 'Төрийн бүртгэл дэх таны дугаар. Онцгой хамгаалалттай мэдээлэл.',
      },
      offline_access: {
        title: 'Таныг байхгүй үед ч ажиллах',
        text: 'Дахин асуухгүйгээр эдгээр мэдээллийг шинэчилж авна. Та хүссэн үедээ цуцална.',
      },
    },
    pairwise: {
      title: 'Та мөн болохыг таних',
      text: 'Зөвхөн энэ аппликейшнд зориулсан дугаар. Бусад аппликейшнтэй тулгаж таныг таних боломжгүй.',
    },
    service: (name) => ({
      title: `«${name}» үйлчилгээг таны өмнөөс ашиглах`,
      text: 'Энэ үйлчилгээнд таны нэрийн өмнөөс хандана.',
    }),
    other: (scope) => ({ title: scope, text: 'Нэмэлт эрх.' }),
    missing: {
      profile: 'Нэр бүртгэгдээгүй',
      email: 'Танд бүртгэлтэй имэйл алга',
      nationalid: 'Бүртгэлгүй',
    },
  },
  {
    known: {
      openid: {
        title: 'Recognise you',
        text: 'Your permanent number at Tamga, and your organisation’s number for you where there is one. Neither your name nor an address.',
      },
      profile: {
        title: 'Your name, date of birth and gender',
        text: 'Your name in Cyrillic and Latin letters; date of birth and gender as your register number says; language and time zone of your browser.',
      },
      email: { title: 'Your e-mail address', text: 'It can write to you.' },
      nationalid: {
        title: 'Your register number',
        text: 'Your number in the state register. Specially protected.',
      },
      offline_access: {
        title: 'Work while you are away',
        text: 'It can fetch this again without asking you. You can end that at any time.',
      },
    },
    pairwise: {
      title: 'Recognise you',
      text: 'A number made for this application alone. It cannot be compared with those of other applications.',
    },
    service: (name) => ({
      title: `Use the service “${name}” for you`,
      text: 'It reaches this service in your name.',
    }),
    other: (scope) => ({ title: scope, text: 'A further right.' }),
    missing: {
      profile: 'No name is recorded',
      email: 'You have no e-mail address here',
      nationalid: 'Not recorded',
    },
  },
);

const SERVICE = 'svc:';

export function describeScope(scope: string, words: ScopeWords, isPairwise = false): ScopeText {
  if (isPairwise && scope === 'openid') return words.pairwise;
  if (Object.hasOwn(words.known, scope)) return words.known[scope] ?? words.other(scope);
  return scope.startsWith(SERVICE) ? words.service(scope.slice(SERVICE.length)) : words.other(scope);
}

/** Sign-in is impossible without this scope, so it is shown and cannot be deselected. */
export const isFixedScope = (scope: string) => scope === 'openid';

/** The values that the client would receive now; null if a scope releases no data. */
export function readScopeValues(scope: string, user: User, isPairwise = false): string[] | null {
  if (scope === 'openid') return user.ge_id && !isPairwise ? [user.ge_id] : null;
  // Such a client gets no number that other clients know too.
  if (scope === 'nationalid' && isPairwise) return null;
  const facts: Record<string, (string | undefined)[]> = {
    profile: [user.full_name, user.full_name_en],
    email: [user.email],
    nationalid: [user.eid?.national_id, user.civil_id],
  };
  const values = Object.hasOwn(facts, scope) ? facts[scope] : undefined;
  return values ? [...new Set(values.filter((value): value is string => Boolean(value)))] : null;
}
