/** What the state registry says of an organisation. Register numbers of people stay on the server. */
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

/** `unavailable`: it could not be asked; `failed`: it answered something that cannot be used. */
export type StateRegistryFailure = 'unavailable' | 'failed';

/** The message is for the log only and never holds personal data. */
export class StateRegistryError extends Error {
  readonly failure: StateRegistryFailure;

  constructor(failure: StateRegistryFailure, detail: string) {
    super(`state registry ${failure}: ${detail}`);
    this.name = 'StateRegistryError';
    this.failure = failure;
  }
}

export interface StateRegistryPort {
  /** Undefined when the registry knows no such organisation; throws StateRegistryError when it cannot tell. */
  lookup(regNo: string): Promise<StateOrganisation | undefined>;
}
