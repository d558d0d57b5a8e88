import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { findOrganisation, insertOrganisation, type OrganisationRow } from './store.ts';

/** Installs the default apps of a new organisation; returns their slugs. */
export type InstallFirstApps = (
  tx: WriteTx,
  founded: { orgId: string; actorId: string | null },
) => Promise<readonly string[]>;

/** One spelling per register number, so that an organisation cannot be registered twice. */
export function canonicalRegNo(regNo: string): string {
  return regNo.normalize('NFC').toUpperCase();
}

export async function createOrganisation(
  tx: WriteTx,
  creatorId: string,
  given: { reg_no: string; name: string; name_latin?: string },
  installFirstApps: InstallFirstApps,
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
  const apps = await installFirstApps(tx, { orgId: id, actorId: creatorId });
  tx.audit(events.created, { target: id, metadata: { apps } });
  return (await findOrganisation(tx, creatorId, id)) ?? fail(kernelErrors.not_found);
}
