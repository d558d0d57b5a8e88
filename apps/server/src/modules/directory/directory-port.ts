/** A person as the national directory knows them; what it does not say is left out. */
export interface DirectoryPerson {
  id?: string;
  reg_no?: string;
  family_name?: string;
  last_name?: string;
  first_name?: string;
  gender?: 1 | 2;
  birth_date?: string;
  email?: string;
  phone_no?: string;
  address_detail?: string;
  country_name?: string;
}

export interface DirectoryOrganisation {
  id?: string;
  reg_no?: string;
  name?: string;
  short_name?: string;
  email?: string;
  phone_no?: string;
  address_detail?: string;
  country_name?: string;
  created_date?: string;
}

/** The person and organisation directory of the state. Undefined when it knows nobody by these words. */
export interface DirectoryPort {
  findPerson(searchText: string): Promise<DirectoryPerson | undefined>;
  findOrganisation(searchText: string): Promise<DirectoryOrganisation | undefined>;
}

/** `unavailable` when it did not answer in time or cannot be reached, `failed` when its answer makes no sense. */
export class DirectoryError extends Error {
  readonly kind: 'unavailable' | 'failed';
  constructor(kind: 'unavailable' | 'failed', detail: string) {
    super(detail);
    this.name = 'DirectoryError';
    this.kind = kind;
  }
}
