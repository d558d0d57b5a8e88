import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { fail, failField, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { OrganisationView } from './schemas.ts';
import { findMineByRegNo, findOrganisation, insertOrganisation, type OrganisationRow } from './store.ts';

/** Installs the default apps of a new organisation; returns their slugs. */
export type InstallFirstApps = (
  tx: WriteTx,
  founded: { orgId: string; actorId: string | null },
) => Promise<readonly string[]>;

/** The register numbers legal entities with seven digits. */
const digitCount = 7;

/**
 * One spelling per register number, so that an organisation cannot be registered twice: full-width letters and
 * digits are written as usual, and zeros before a complete number are dropped.
 */
export function canonicalRegNo(regNo: string): string {
  const plain = regNo.normalize('NFKC').toUpperCase();
  return /^\d+$/.test(plain) && plain.length > digitCount
    ? plain.replace(/^0+/, '').padStart(digitCount, '0')
    : plain;
}

/** Digits alone, or groups of letters of one alphabet and digits: anything else only looks like a number. */
const regNoForms = [
  /^[0-9]+$/,
  /^(?=.*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*$/,
  /^(?=.*[А-ЯЁӨҮ])[А-ЯЁӨҮ0-9]+(?:-[А-ЯЁӨҮ0-9]+)*$/,
];

function readRegNo(given: string): string {
  const regNo = canonicalRegNo(given);
  if (!regNoForms.some((form) => form.test(regNo)))
    failField('reg_no', {
      mn: 'Регистрийн дугаарыг бүртгэлд байгаагаар нь, зай тэмдэггүй бичнэ үү. Жишээ: 6000011.',
      en: 'Write the register number exactly as it is registered, for example 6000011.',
    });
  return regNo;
}

export function viewOrganisation(
  { named_until: until, ...row }: OrganisationRow,
  now: Date,
): OrganisationView {
  return { ...row, blocked: blockOf(row, until === null ? undefined : new Date(until), now) };
}

function blockOf(
  { verified, my_role: role }: Pick<OrganisationRow, 'verified' | 'my_role'>,
  until: Date | undefined,
  now: Date,
): OrganisationView['blocked'] {
  if (!verified) return 'unproven';
  if (until === undefined) return 'nobody_named';
  if (until <= now) return 'unconfirmed';
  return role === 'member' ? 'not_appointed' : null;
}

export const showOrganisation = async (
  db: Reader | Tx,
  userId: string,
  orgId: string,
  now: Date,
): Promise<OrganisationView> =>
  viewOrganisation((await findOrganisation(db, userId, orgId)) ?? fail(kernelErrors.not_found), now);

/** For a person whom the register has just named; runs as system, because they may have been a stranger before. */
export async function showByRegNo(
  tx: Tx,
  userId: string,
  regNo: string,
  now: Date,
): Promise<OrganisationView> {
  const mine = await findMineByRegNo(tx, userId, canonicalRegNo(regNo));
  return mine === undefined ? fail(kernelErrors.not_found) : showOrganisation(tx, userId, mine.id, now);
}

interface Founding {
  creatorId: string;
  given: { reg_no: string; name: string; name_latin?: string };
  /** Whether the register names the creator: such a person takes over what exists already. */
  isNamed: boolean;
}

/** False when it exists. An organisation that nobody has proven is a shell: nobody acts for it. */
export async function foundOrganisation(
  tx: WriteTx,
  { creatorId, given, isNamed }: Founding,
  installFirstApps: InstallFirstApps,
): Promise<boolean> {
  const id = randomUUID();
  const inserted = await insertOrganisation(tx, {
    id,
    regNo: readRegNo(given.reg_no),
    name: given.name.trim(),
    nameLatin: given.name_latin?.trim() ?? '',
    createdBy: creatorId,
    now: tx.now,
  });
  if (!inserted && !isNamed) fail(errors.organisation_exists);
  if (!inserted) return false;
  const apps = await installFirstApps(tx, { orgId: id, actorId: creatorId });
  tx.audit(events.created, { target: id, metadata: { apps } });
  return true;
}
