/** Register numbers of people must not leave the server. */
export interface StateOrganisation {
  regNo: string;
  name: string;
  nameLatin: string | null;
  type: string;
  capital: number | null;
  ceo: { name: string; regNo: string | null; position: string | null } | null;
  phone: string | null;
  address: string | null;
  industry: readonly string[];
  founders: readonly { name: string; regNo: string | null; type: string; sharePercent: number }[];
  stakeHolders: readonly { name: string; regNo: string | null; position: string }[];
}

/** `unavailable`: the registry is unreachable; `failed`: its answer is unusable. */
export type StateRegistryFailure = 'unavailable' | 'failed';

/** The message goes to the log only and never holds personal data. */
export class StateRegistryError extends Error {
  readonly failure: StateRegistryFailure;

  constructor(failure: StateRegistryFailure, detail: string) {
    super(`state registry ${failure}: ${detail}`);
    this.name = 'StateRegistryError';
    this.failure = failure;
  }
}

export interface StateRegistryPort {
  /** Undefined for an unknown organisation; throws StateRegistryError when the registry cannot answer. */
  lookup(regNo: string): Promise<StateOrganisation | undefined>;
}
