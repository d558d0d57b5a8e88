import { OrganisationLookupError, type OrganisationLookupPort } from '../modules/eid-console/index.ts';
import {
  type StateOrganisation,
  StateRegistryError,
  type StateRegistryPort,
} from '../modules/organisations/index.ts';

/**
 * The registry's record in the eID provider's format: chief executive, founders, stakeholders, each with a
 * number.
 */
export function organisationLookup(registry: StateRegistryPort | undefined): OrganisationLookupPort {
  return {
    findOrganisation: async (regNo) => {
      if (registry === undefined) throw new OrganisationLookupError('not_configured', 'STATE_REGISTRY_BASE');
      const found = await registry.lookup(regNo).catch((error: unknown) => {
        throw error instanceof StateRegistryError
          ? new OrganisationLookupError(error.failure, error.message)
          : error;
      });
      if (found === undefined) return null;
      return {
        regNo: found.regNo,
        name: found.name,
        nameEn: found.nameLatin,
        affiliates: affiliatesOf(found),
      };
    },
  };
}

function affiliatesOf({ ceo, founders, stakeHolders }: StateOrganisation) {
  const people = [
    ...(ceo === null ? [] : [{ regNo: ceo.regNo, role: ceo.position, kind: 'CEO' as const }]),
    ...founders.map(({ regNo }) => ({ regNo, role: null, kind: 'FOUNDER' as const })),
    ...stakeHolders.map(({ regNo, position }) => ({ regNo, role: position, kind: 'STAKEHOLDER' as const })),
  ];
  return people.flatMap(({ regNo, role, kind }) => (regNo === null ? [] : [{ regNo, role, kind }]));
}
