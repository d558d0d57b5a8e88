/** A chief executive, founder or stakeholder: a person, or an organisation with its own number. */
export interface NamedParty {
  name: string;
  number: string | null;
}

/** The message goes to the log only and never holds personal data. */
export class OrganisationRegisterError extends Error {
  constructor(detail: string) {
    super(`register of organisations: ${detail}`);
    this.name = 'OrganisationRegisterError';
  }
}

export interface OrganisationRegister {
  /** Empty for an unknown organisation; throws OrganisationRegisterError when the register cannot answer. */
  partiesOf(regNo: string): Promise<readonly NamedParty[]>;
}

/** Register numbers of organisations for which the eID provider lets this account of a person sign; throws as above. */
export type SignerSource = (account: {
  userId: string;
  nationalId: string | null;
}) => Promise<readonly string[]>;
