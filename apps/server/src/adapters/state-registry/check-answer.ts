import { Type } from 'typebox';
import { checkerOf } from '../../kernel/checker.ts';
import type { StateOrganisation } from '../../modules/organisations/state-registry-port.ts';

/** People see the registry's values and the eID provider gets them, so every value is bounded. */
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const maybe = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const regNo = maybe(20);

const Organisation = Type.Object({
  reg_no: text(40),
  name: text(300),
  name_latin: maybe(300),
  type: text(100),
  capital: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
  ceo: maybe(200),
  ceo_reg_no: regNo,
  position: maybe(200),
  phone: maybe(60),
  address: maybe(500),
  industry: Type.Optional(Type.Array(text(200), { maxItems: 100 })),
  founders: Type.Optional(
    Type.Array(
      Type.Object({
        name: text(300),
        reg_no: regNo,
        type: text(100),
        share_percent: Type.Number({ minimum: 0, maximum: 100 }),
      }),
      { maxItems: 500 },
    ),
  ),
  stake_holders: Type.Optional(
    Type.Array(Type.Object({ name: text(300), reg_no: regNo, position: text(200) }), { maxItems: 500 }),
  ),
});

const isMissing = checkerOf(Type.Object({ found: Type.Literal(false) }));
const isFound = checkerOf(Type.Object({ found: Type.Literal(true), organization: Organisation }));

export type CheckedAnswer =
  | { ok: true; organisation: StateOrganisation | undefined }
  | { ok: false; reason: 'malformed' | 'other_organisation' };

/** An answer about another organisation is treated as malformed. */
export function checkAnswer(body: unknown, asked: string): CheckedAnswer {
  if (isMissing(body)) return { ok: true, organisation: undefined };
  if (!isFound(body)) return { ok: false, reason: 'malformed' };
  const given = body.organization;
  if (given.reg_no.toUpperCase() !== asked.toUpperCase()) return { ok: false, reason: 'other_organisation' };
  return {
    ok: true,
    organisation: {
      regNo: given.reg_no,
      name: given.name,
      nameLatin: orNull(given.name_latin),
      type: given.type,
      capital: given.capital ?? null,
      ceo: !given.ceo
        ? null
        : { name: given.ceo, regNo: orNull(given.ceo_reg_no), position: orNull(given.position) },
      phone: orNull(given.phone),
      address: orNull(given.address),
      industry: given.industry ?? [],
      founders: (given.founders ?? []).map((founder) => ({
        name: founder.name,
        regNo: orNull(founder.reg_no),
        type: founder.type,
        sharePercent: founder.share_percent,
      })),
      stakeHolders: (given.stake_holders ?? []).map((holder) => ({
        name: holder.name,
        regNo: orNull(holder.reg_no),
        position: holder.position,
      })),
    },
  };
}

function orNull(value: string | null | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}
