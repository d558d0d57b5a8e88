import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { fail, failUnknown, kernelErrors } from '../../kernel/http/errors.ts';
import type { Text } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { findAlike } from './find-alike.ts';
import type {
  AuthorityBody,
  AuthorityDetail,
  AuthorityReport,
  AuthorityView,
  OfficesBody,
  OfficeView,
  PublicAuthority,
} from './schemas.ts';
import {
  type AuthorityRow,
  deleteAuthority,
  findAuthorities,
  findAuthority,
  insertAuthority,
  listAuthorities,
  listOffices,
  listPublic,
  listServicesOf,
  listStaff,
  listTexts,
  lockAuthority,
  replaceOffices,
  updateAuthority,
} from './store.ts';

/** Announces to every instance that a name or an office changed. */
export const authoritiesChanged = 'authorities.changed';

/** Stands for every authority, where people are given authorities. */
export const everyAuthority = '*';

const unknown: Text = {
  mn: 'Ийм байгууллага бүртгэлгүй. Бүртгэлтэй байгууллагын жагсаалтаас сонгоно уу.',
  en: 'names no registered authority; choose one from the list of authorities',
};

/** The record behind an id or a name; 422 otherwise. */
export async function requireAuthority(db: Reader | Tx, field: string, given: string): Promise<AuthorityRow> {
  const [found] = await findAuthorities(db, [given]);
  return found ?? failUnknown(field, unknown);
}

/** Ids behind ids or names; `*` stays. */
export async function requireAuthorities(
  db: Reader | Tx,
  field: string,
  given: readonly string[],
): Promise<string[]> {
  const wanted = given.filter((text) => text !== everyAuthority);
  const ids = await Promise.all(wanted.map(async (text) => (await requireAuthority(db, field, text)).id));
  return [...new Set([...(wanted.length < given.length ? [everyAuthority] : []), ...ids])];
}

const total = <T>(items: T[]) => ({ items, total: items.length });

export const readAuthorities = async (db: Reader): Promise<{ items: AuthorityView[]; total: number }> =>
  total(await listAuthorities(db));

export const readPublic = async (db: Reader): Promise<{ items: PublicAuthority[]; total: number }> =>
  total((await listPublic(db)).map(({ updated_at: _, ...shown }) => shown));

export async function readAuthority(db: Reader | Tx, id: string): Promise<AuthorityDetail> {
  const found = (await findAuthority(db, id)) ?? fail(kernelErrors.not_found);
  return {
    ...found,
    offices: await listOffices(db, id),
    services: await listServicesOf(db, id),
    ...(await listStaff(db, id)),
  };
}

export async function readReport(db: Reader): Promise<AuthorityReport> {
  const names = (await listAuthorities(db)).map(({ id, name, name_en, short_name }) => ({
    id,
    name,
    name_en,
    short_name,
  }));
  return {
    texts: await listTexts(db),
    alike: findAlike(names),
    untranslated: names.filter(({ name_en }) => name_en === ''),
  };
}

const complete = (body: AuthorityBody): Required<AuthorityBody> => ({
  name: tidy(body.name),
  name_en: tidy(body.name_en),
  short_name: tidy(body.short_name ?? ''),
  phone: tidy(body.phone ?? ''),
  email: body.email ?? '',
  website: body.website ?? '',
});
const tidy = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

export async function createAuthority(tx: WriteTx, body: AuthorityBody): Promise<AuthorityDetail> {
  const made =
    (await insertAuthority(tx, { ...complete(body), now: tx.now })) ??
    fail(errors.authority_exists, { data: { field: 'name' } });
  tx.audit(events.created, { target: made.id, metadata: { name: made.name } });
  tx.publish(authoritiesChanged, {});
  return readAuthority(tx, made.id);
}

/** Services, cases and appointments read the name from here, so a new name is everywhere at once. */
export async function changeAuthority(
  tx: WriteTx,
  id: string,
  body: AuthorityBody,
): Promise<AuthorityDetail | Unchanged<AuthorityDetail>> {
  const before = (await lockAuthority(tx, id)) ?? fail(kernelErrors.not_found);
  const facts = complete(body);
  const changed = (Object.keys(facts) as (keyof typeof facts)[]).filter((key) => facts[key] !== before[key]);
  if (changed.length === 0) return unchanged(await readAuthority(tx, id));
  if ((await updateAuthority(tx, { id, ...facts, now: tx.now })) === undefined)
    fail(errors.authority_exists, { data: { field: 'name' } });
  tx.audit(events.changed, { target: id, metadata: { name: facts.name, before: before.name, changed } });
  tx.publish(authoritiesChanged, {});
  return readAuthority(tx, id);
}

export async function setOffices(
  tx: WriteTx,
  id: string,
  { offices }: OfficesBody,
): Promise<AuthorityDetail> {
  const { name } = (await lockAuthority(tx, id)) ?? fail(kernelErrors.not_found);
  const known = new Set((await listOffices(tx, id)).map((office) => office.id));
  const whole = offices.map(
    (office): OfficeView => ({
      address: '',
      address_en: '',
      phone: '',
      hours: '',
      hours_en: '',
      ...office,
      id: office.id === undefined ? randomUUID() : office.id.toLowerCase(),
    }),
  );
  if (offices.some((office) => office.id !== undefined && !known.has(office.id.toLowerCase())))
    failUnknown('offices');
  if (new Set(whole.map((office) => office.id)).size !== whole.length) failUnknown('offices');
  await replaceOffices(tx, id, whole);
  tx.audit(events.officesSet, { target: id, metadata: { name, offices: whole.length } });
  tx.publish(authoritiesChanged, {});
  return readAuthority(tx, id);
}

export async function removeAuthority(tx: WriteTx, id: string): Promise<void> {
  if ((await lockAuthority(tx, id)) === undefined) fail(kernelErrors.not_found);
  const removed = await deleteAuthority(tx, id);
  if (removed === undefined) fail(kernelErrors.not_found);
  if (removed === 'in_use') fail(errors.authority_in_use);
  tx.audit(events.deleted, { target: id, metadata: removed });
  tx.publish(authoritiesChanged, {});
}
