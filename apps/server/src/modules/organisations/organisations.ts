import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { findOrganisation, insertOrganisation, type OrganisationRow, writeVerified } from './store.ts';

/** Register numbers are written in capitals, so that two spellings are one organisation. */
export function canonicalRegNo(regNo: string): string {
  return regNo.normalize('NFC').toUpperCase();
}

export async function createOrganisation(
  tx: WriteTx,
  creatorId: string,
  given: { reg_no: string; name: string; name_latin?: string },
): Promise<OrganisationRow> {
  const id = randomUUID();
  const inserted = await insertOrganisation(tx, {
    id,
    regNo: canonicalRegNo(given.reg_no),
    name: given.name.trim(),
    nameLatin: given.name_latin?.trim() ?? '',
    createdBy: creatorId,
    now: tx.now,
  });
  if (!inserted) fail(errors.organisation_exists);
  tx.audit(events.created, { target: id });
  return (await findOrganisation(tx, creatorId, id)) ?? fail(kernelErrors.not_found);
}

/**
 * Marks the organisation whose representation the caller has just shown. Does nothing where the caller is no owner or
 * administrator of it, or where it is marked already.
 */
export async function markVerified(tx: WriteTx, regNo: string): Promise<{ verified: boolean }> {
  const marked = await writeVerified(tx, canonicalRegNo(regNo), tx.now);
  if (marked !== undefined) tx.audit(events.verified, { target: marked.id });
  return { verified: marked !== undefined };
}
