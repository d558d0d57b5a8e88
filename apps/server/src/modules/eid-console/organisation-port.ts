import type { Affiliate } from './records-port.ts';

/** Contains register numbers of people, which may be sent only to the eID provider. */
export interface RegisteredOrganisation {
  regNo: string;
  name: string;
  nameEn: string | null;
  /** In order: chief executive, founders, stakeholders; only people with a known register number. */
  affiliates: readonly Affiliate[];
}

export type LookupFailure = 'unavailable' | 'failed' | 'not_configured';

/** The message is for the log only and never holds personal data. */
export class OrganisationLookupError extends Error {
  readonly failure: LookupFailure;

  constructor(failure: LookupFailure, detail: string) {
    super(`state registry ${failure}: ${detail}`);
    this.name = 'OrganisationLookupError';
    this.failure = failure;
  }
}

export interface OrganisationLookupPort {
  /** Null when the registry has no such organisation. */
  findOrganisation(regNo: string, signal: AbortSignal): Promise<RegisteredOrganisation | null>;
}
