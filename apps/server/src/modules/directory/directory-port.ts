/** Fields that the national directory does not provide are omitted. */
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

/** The national directory of people and organisations. Returns undefined when nothing matches. */
export interface DirectoryPort {
  findPerson(searchText: string): Promise<DirectoryPerson | undefined>;
  findOrganisation(searchText: string): Promise<DirectoryOrganisation | undefined>;
}

/** `unavailable`: a timeout or a connection failure; `failed`: an unusable answer. */
export class DirectoryError extends Error {
  readonly kind: 'unavailable' | 'failed';
  constructor(kind: 'unavailable' | 'failed', detail: string) {
    super(detail);
    this.name = 'DirectoryError';
    this.kind = kind;
  }
}
