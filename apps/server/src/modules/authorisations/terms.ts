import type { Reader } from '../../kernel/db/database.ts';
import { fail, failField, failUnknown, kernelErrors } from '../../kernel/http/errors.ts';
import { localDay, offsetAt, platformZone } from '../../kernel/local-day.ts';
import type { GovServiceRow } from '../gov/index.ts';
import { findOrganisation } from '../organisations/index.ts';
import { signErrors } from '../signing/index.ts';
import { findUser, joinNames, readRegisterNumber, type UserRow } from '../users/index.ts';
import { errors } from './errors.ts';
import { purposes, type WishBody } from './schemas.ts';
import type { Grantor, Terms } from './statement.ts';

export interface TermsDeps {
  serviceById(db: Reader, id: string): Promise<GovServiceRow | undefined>;
  /** Asks the eID provider; fails with `not_representative`. */
  confirmRepresentative(
    db: Reader,
    call: { userId: string; regNo: string; signal: AbortSignal },
  ): Promise<unknown>;
}

const mostYears = 3;
const adultYears = 18;

/** The wish as terms at this moment: the same wish at the same moment always gives the same terms. */
export async function readTerms(
  deps: TermsDeps,
  db: Reader,
  userId: string,
  body: WishBody,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<Terms> {
  const signer = await requireSigner(db, userId, at);
  const receiver = { name: body.name.trim(), register_number: readReceiver(body.register_number) };
  if (receiver.register_number === signer.national_id) fail(errors.to_yourself);
  checkDays(body, localDay(at));
  return {
    grantor: await readGrantor(deps, db, signer, { organisationId: body.organisation_id, signal }),
    receiver,
    purposes: purposes.filter((purpose) => body.purposes.includes(purpose)),
    services: body.services === undefined ? 'all' : await readServices(deps, db, body.services),
    from: body.from,
    until: body.until,
    time_zone: platformZone(),
    note: body.note?.trim() ?? '',
    time: at.toISOString(),
  };
}

/** An adult whom the eID provider has named; without a register number nobody could tell who gave it. */
async function requireSigner(
  db: Reader,
  userId: string,
  at: Date,
): Promise<UserRow & { national_id: string }> {
  const user = (await findUser(db, userId)) ?? fail(kernelErrors.not_found);
  const { national_id: register } = user;
  const birthdate = register === null ? undefined : readRegisterNumber(register)?.birthdate;
  if (register === null || birthdate === undefined) fail(signErrors.no_register);
  if (addYears(birthdate, adultYears) > localDay(at)) fail(errors.under_age);
  return { ...user, national_id: register };
}

/** An organisation is named as the state register names it; the provider is asked last, after everything of ours. */
async function readGrantor(
  deps: TermsDeps,
  db: Reader,
  signer: UserRow & { national_id: string },
  { organisationId, signal }: { organisationId: string | undefined; signal: AbortSignal },
): Promise<Grantor> {
  const person = {
    name: joinNames(signer.last_name, signer.first_name),
    register_number: signer.national_id,
  };
  if (organisationId === undefined) return { kind: 'person', ...person };
  const organisation =
    (await findOrganisation(db, signer.id, organisationId)) ?? fail(kernelErrors.not_found);
  if (organisation.my_role !== 'owner') fail(kernelErrors.forbidden, { detail: 'is not an owner' });
  const { name, reg_no: regNo, verified } = organisation;
  if (!verified || regNo === '') fail(errors.not_verified);
  await deps.confirmRepresentative(db, { userId: signer.id, regNo, signal });
  return { kind: 'organisation', name, register_number: regNo, representative: person };
}

/** Days compare as texts; the 29th of February is compared as it stands. */
const addYears = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/** A number whose birth date does not exist is a slip of the hand. */
function readReceiver(given: string): string {
  const register = given.replace(/\s/g, '').normalize('NFC').toUpperCase();
  if (!/^[А-ЯЁӨҮ]{2}\d{8}$/u.test(register) || readRegisterNumber(register) === undefined)
    failField('register_number', {
      mn: 'Регистрийн дугаар кирилл хоёр үсэг, найман оронтой байна. Шалгаад дахин бичнэ үү.',
      en: 'must be two Cyrillic letters and eight digits; check it',
    });
  return register;
}

function checkDays({ from, until }: Pick<WishBody, 'from' | 'until'>, today: string): void {
  if (from < today)
    failField('from', { mn: 'Өнөөдөр эсвэл дараагийн өдөр байна.', en: 'must be today or later' });
  if (from > addYears(today, 1))
    failField('from', { mn: 'Нэг жилийн дотор эхэлнэ.', en: 'must be within one year' });
  if (until < from)
    failField('until', { mn: 'Эхлэх өдрөөс өмнө байж болохгүй.', en: 'must not be before the first day' });
  if (until > addYears(from, mostYears))
    failField('until', {
      mn: 'Итгэмжлэл гурван жилээс илүүгүй хугацаатай.',
      en: 'must be at most three years after the first day',
    });
}

const readServices = (deps: TermsDeps, db: Reader, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (given, at) => {
      const id = given.toLowerCase();
      const service = await deps.serviceById(db, id);
      if (service === undefined || !service.enabled) failUnknown(`services.${at}`);
      return { id, code: service.code, name: { mn: service.name, en: service.name_en || service.name } };
    }),
  );

/** The first moment of a day. */
const startOf = (day: string): Date =>
  new Date(`${day}T00:00:00${offsetAt(new Date(`${day}T00:00:00Z`)).replace(/(\d\d)$/, ':$1')}`);

/** The last day counts whole. */
export function timesOf({ from, until }: Pick<Terms, 'from' | 'until'>): { from: Date; until: Date } {
  const after = new Date(Date.parse(`${until}T00:00:00Z`) + 24 * 3_600_000).toISOString().slice(0, 10);
  return { from: startOf(from), until: startOf(after) };
}
