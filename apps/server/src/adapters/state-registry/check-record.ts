import { type Static, type TSchema, Type } from 'typebox';
import { checkerOf } from '../../kernel/checker.ts';
import type {
  PersonRecords,
  RegisterAnswer,
  RegisterCode,
} from '../../modules/references/person-registers-port.ts';

/** Register values are printed on certificates, so each is bounded and holds no control characters. */
export const text = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\p{Cc}\\p{Cs}\\u2028\\u2029]*$' });
const words = (maxLength: number) => Type.Object({ mn: text(maxLength), en: text(maxLength) });
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const maybe = <S extends TSchema>(schema: S) => Type.Optional(orNull(schema));
export const day = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });
const month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' });
const count = (maximum: number) => Type.Integer({ minimum: 0, maximum });
export const name = words(200);

const Residence = Type.Object({ address: words(300), registered_on: day });
const Birth = Type.Object({
  full_name: name,
  born_on: day,
  place: words(200),
  sex: Type.Union([Type.Literal('male'), Type.Literal('female')]),
  father: maybe(name),
  mother: maybe(name),
  entry_no: text(40),
});
const Marriage = Type.Object({
  status: Type.Union(
    (['single', 'married', 'divorced', 'widowed'] as const).map((status) => Type.Literal(status)),
  ),
  spouse: maybe(name),
  registered_on: maybe(day),
  entry_no: maybe(text(40)),
});
const Tax = Type.Object({ taxpayer_no: text(40), overdue: count(1e15) });
const SocialInsurance = Type.Object({
  insured: Type.Boolean(),
  months_paid: count(1200),
  paid_until: maybe(month),
  employer: maybe(name),
  years: Type.Array(
    Type.Object({ year: Type.Integer({ minimum: 1900, maximum: 3000 }), months: count(12) }),
    {
      maxItems: 80,
    },
  ),
});
const HealthInsurance = Type.Object({
  covered: Type.Boolean(),
  category: maybe(words(200)),
  covered_until: maybe(day),
});
const Criminal = Type.Object({ convictions: count(1000) });

type Reading = { [K in RegisterCode]: (record: unknown) => PersonRecords[K] | undefined };

function reading<S extends TSchema, R>(schema: S, shape: (record: Static<S>) => R) {
  const fits = checkerOf(schema);
  return (record: unknown) => (fits(record) ? shape(record) : undefined);
}

const readings: Reading = {
  residence: reading(Residence, ({ address, registered_on }) => ({ address, registeredOn: registered_on })),
  birth: reading(Birth, ({ full_name, born_on, entry_no, father, mother, ...same }) => ({
    ...same,
    fullName: full_name,
    bornOn: born_on,
    father: father ?? null,
    mother: mother ?? null,
    entryNo: entry_no,
  })),
  marriage: reading(Marriage, ({ status, spouse, registered_on, entry_no }) => ({
    status: status as PersonRecords['marriage']['status'],
    spouse: spouse ?? null,
    registeredOn: registered_on ?? null,
    entryNo: entry_no ?? null,
  })),
  tax: reading(Tax, ({ taxpayer_no, overdue }) => ({ taxpayerNo: taxpayer_no, overdue })),
  social_ins: reading(SocialInsurance, ({ insured, months_paid, paid_until, employer, years }) => ({
    insured,
    monthsPaid: months_paid,
    paidUntil: paid_until ?? null,
    employer: employer ?? null,
    years,
  })),
  health_ins: reading(HealthInsurance, ({ covered, category, covered_until }) => ({
    covered,
    category: category ?? null,
    coveredUntil: covered_until ?? null,
  })),
  criminal: reading(Criminal, ({ convictions }) => ({ convictions })),
};

export const isEnvelope = checkerOf(
  Type.Object({
    found: Type.Boolean(),
    civil_id: text(40),
    as_of: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$' }),
    register: Type.Object({ code: text(40), name: words(200), keeper: words(200) }),
    record: Type.Optional(Type.Unknown()),
  }),
);

export type CheckedRecord<K extends RegisterCode> =
  | { ok: true; answer: RegisterAnswer<K> }
  | { ok: false; reason: 'malformed' | 'other_person' };

/** An answer about another person or from another register is treated as malformed. */
export function checkRecord<K extends RegisterCode>(
  body: unknown,
  register: K,
  civilId: string,
): CheckedRecord<K> {
  if (!isEnvelope(body)) return { ok: false, reason: 'malformed' };
  if (body.civil_id !== civilId || body.register.code !== register)
    return { ok: false, reason: 'other_person' };
  const asOf = new Date(body.as_of);
  if (Number.isNaN(asOf.getTime())) return { ok: false, reason: 'malformed' };
  const record = body.found ? readings[register](body.record) : undefined;
  if (body.found && record === undefined) return { ok: false, reason: 'malformed' };
  const { name: called, keeper } = body.register;
  return { ok: true, answer: { name: called, keeper, asOf: asOf.toISOString(), record } };
}
