import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { canonicalRegNo } from './organisations.ts';
import type { LookupView } from './schemas.ts';
import { type StateOrganisation, StateRegistryError, type StateRegistryPort } from './state-registry-port.ts';
import { findMineByRegNo } from './store.ts';

/** Never returns register numbers of people. */
export async function lookUp(
  registry: StateRegistryPort | undefined,
  db: Reader,
  caller: { userId: string },
  regNo: string,
): Promise<LookupView> {
  const found =
    (await askRegistry(registry, canonicalRegNo(regNo))) ??
    fail(kernelErrors.not_found, { detail: 'unknown to the state registry' });
  const mine = await findMineByRegNo(db, caller.userId, found.regNo);
  return { ...viewStateOrganisation(found), ...(mine === undefined ? {} : { org_id: mine.id }) };
}

async function askRegistry(
  registry: StateRegistryPort | undefined,
  regNo: string,
): Promise<StateOrganisation | undefined> {
  if (registry === undefined) return fail(errors.not_configured);
  try {
    return await registry.lookup(regNo);
  } catch (error) {
    if (!(error instanceof StateRegistryError)) throw error;
    return fail(error.failure === 'unavailable' ? errors.upstream_unavailable : errors.upstream_failed, {
      detail: error.message,
    });
  }
}

function viewStateOrganisation(found: StateOrganisation): LookupView {
  return {
    reg_no: found.regNo,
    name: found.name,
    type: found.type,
    industry: [...found.industry],
    founders: found.founders.map(({ name, type, sharePercent }) => ({
      name,
      type,
      share_percent: sharePercent,
    })),
    stake_holders: found.stakeHolders.map(({ name, position }) => ({ name, position })),
    ...(found.nameLatin === null ? {} : { name_latin: found.nameLatin }),
    ...(found.capital === null ? {} : { capital: found.capital }),
    ...(found.ceo === null ? {} : { ceo: found.ceo.name }),
    ...(found.ceo === null || found.ceo.position === null ? {} : { ceo_position: found.ceo.position }),
    ...(found.phone === null ? {} : { phone: found.phone }),
    ...(found.address === null ? {} : { address: found.address }),
  };
}
