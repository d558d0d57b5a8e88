import { type OrganisationRegister, OrganisationRegisterError } from '../modules/acting/index.ts';
import { StateRegistryError, type StateRegistryPort } from '../modules/organisations/index.ts';

/** Everybody whom the state registry names for an organisation, in whatever capacity. */
export function organisationRegister(registry: StateRegistryPort): OrganisationRegister {
  return {
    partiesOf: async (regNo) => {
      const found = await registry.lookup(regNo).catch((error: unknown) => {
        throw error instanceof StateRegistryError ? new OrganisationRegisterError(error.message) : error;
      });
      if (found === undefined) return [];
      const { ceo, founders, stakeHolders } = found;
      return [...(ceo === null ? [] : [ceo]), ...founders, ...stakeHolders].map(
        ({ name, regNo: number }) => ({
          name,
          number,
        }),
      );
    },
  };
}
