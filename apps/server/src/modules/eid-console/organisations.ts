import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import {
  OrganisationLookupError,
  type OrganisationLookupPort,
  type RegisteredOrganisation,
} from './organisation-port.ts';
import { askOrElse, type Change, change } from './provider-calls.ts';
import type { Representation } from './records-port.ts';
import { findKey, type RepresentativeCall, type RightsDeps } from './rights.ts';

export interface OrganisationDeps extends RightsDeps {
  organisations: OrganisationLookupPort;
}

/** The registry lists the affiliates of the organisation; the eID provider decides whether this person is one. */
export async function linkOrganisation(
  deps: OrganisationDeps,
  db: Reader,
  { userId, regNo, signal }: RepresentativeCall,
): Promise<Change<{ all: Representation[]; nameLatin: string }>> {
  const person =
    (await findKey(deps, db, userId)) ?? fail(errors.not_representative, { detail: 'no register number' });
  const organisation =
    (await lookUp(deps.organisations, regNo, signal)) ??
    fail(errors.organisation_unknown, { data: { field: 'reg_no' } });
  // The requested number, so that a registry answer about another organisation cannot create a link to it.
  const link = async () => ({
    all: await deps.records.link(person, { ...organisation, regNo }),
    nameLatin: organisation.nameEn ?? '',
  });
  return change(link, { forbidden: errors.not_representative, not_found: errors.not_representative });
}

async function lookUp(
  organisations: OrganisationLookupPort,
  regNo: string,
  signal: AbortSignal,
): Promise<RegisteredOrganisation | null> {
  try {
    return await organisations.findOrganisation(regNo, signal);
  } catch (error) {
    if (!(error instanceof OrganisationLookupError)) throw error;
    const detail = error.message;
    if (error.failure === 'not_configured') fail(errors.not_configured, { detail });
    if (error.failure === 'failed') fail(errors.upstream_failed, { detail });
    fail(errors.upstream_unavailable, { detail, retryAfterSeconds: 5 });
  }
}

/** Only an ADMIN may unlink; an organisation the person does not represent answers 404. */
export async function unlinkOrganisation(
  deps: RightsDeps,
  db: Reader,
  { userId, regNo, signal }: RepresentativeCall,
): Promise<Change<Representation[]>> {
  const person = (await findKey(deps, db, userId)) ?? fail(kernelErrors.not_found);
  const all = await askOrElse(() => deps.records.representations(person, signal), [], {});
  const own = all.find(({ orgRegister }) => orgRegister === regNo) ?? fail(kernelErrors.not_found);
  if (own.rightType !== 'ADMIN') fail(errors.not_representative);
  return change(() => deps.records.unlink(person, regNo), {
    forbidden: errors.not_representative,
    not_found: kernelErrors.not_found,
  });
}
