import { canonicalize } from '../../kernel/canonical-json.ts';
import type { Text } from '../../kernel/http/language.ts';
import { writeDay } from '../../kernel/local-day.ts';
import type { Purpose } from './schemas.ts';

interface NamedPerson {
  name: string;
  register_number: string;
}

export type Grantor =
  | ({ kind: 'person' } & NamedPerson)
  | ({ kind: 'organisation'; representative: NamedPerson } & NamedPerson);

/** The wish of the grantor after all checks, without the text in words. */
export interface Terms {
  grantor: Grantor;
  receiver: NamedPerson;
  purposes: readonly Purpose[];
  services: 'all' | readonly { id: string; code: string; name: Text }[];
  /** The first and the last day, in `time_zone`. */
  from: string;
  until: string;
  time_zone: string;
  note: string;
  time: string;
}

/** The signed content: complete without any other record, for a program and for a reader of either language. */
export interface Statement extends Terms {
  format: 'tamga-authorisation/1';
  text: Text;
}

export const writeStatement = (terms: Terms): string =>
  canonicalize({ format: 'tamga-authorisation/1', ...terms, text: describe(terms) } satisfies Statement);

export const readStatement = (canonical: string) => JSON.parse(canonical) as Statement;

const purposeWords: Record<Purpose, Text> = {
  apply: { mn: 'төрийн үйлчилгээний хүсэлт гаргах', en: 'apply for public services' },
  pay: { mn: 'төлбөр төлөх', en: 'pay' },
  book: { mn: 'цаг захиалах', en: 'book appointments' },
};

function describe({ grantor, receiver, purposes, services, from, until, note }: Terms): Text {
  const who = (person: NamedPerson) => ({
    mn: `${person.name} (РД ${person.register_number})`,
    en: `${person.name} (register number ${person.register_number})`,
  });
  const given = who(grantor);
  const signer = grantor.kind === 'organisation' ? who(grantor.representative) : undefined;
  const to = who(receiver);
  const list = (language: keyof Text) => purposes.map((each) => purposeWords[each][language]).join(', ');
  const named = (language: keyof Text) =>
    services === 'all' ? undefined : services.map(({ name }) => name[language]).join('; ');
  const [first, last] = [writeDay(from), writeDay(until)];
  return {
    mn: [
      `Итгэмжлэл олгогч: ${given.mn}${signer ? `, төлөөлж гарын үсэг зурсан ${signer.mn}` : ''}.`,
      `Итгэмжлэгдсэн хүн: ${to.mn}.`,
      `Олгогчийн өмнөөс хийж болох зүйл: ${list('mn')}.`,
      `Үйлчилгээ: ${named('mn') ?? 'бүх үйлчилгээ'}.`,
      `Хугацаа: ${first.mn}-ны өдрөөс ${last.mn}-ны өдрийг дуустал.`,
      ...(note === '' ? [] : [`Тайлбар: ${note}`]),
      'Олгогчийн өмнөөс баримтад гарын үсэг зурах эрх олгохгүй.',
    ].join('\n'),
    en: [
      `Grantor: ${given.en}${signer ? `, represented and signed by ${signer.en}` : ''}.`,
      `Authorised person: ${to.en}.`,
      `May do in the name of the grantor: ${list('en')}.`,
      `Services: ${named('en') ?? 'all services'}.`,
      `Time: from ${first.en} to the end of ${last.en}.`,
      ...(note === '' ? [] : [`Note: ${note}`]),
      'It does not allow signing documents in the name of the grantor.',
    ].join('\n'),
  };
}
