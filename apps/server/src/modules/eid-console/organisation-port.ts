import type { Affiliate } from './records-port.ts';

/**
 * An organisation as the state registry knows it, with the register numbers of the people behind it. They go to the
 * eID provider and nowhere else.
 */
export interface RegisteredOrganisation {
  regNo: string;
  name: string;
  nameEn: string | null;
  /** The chief executive first, then founders, then stakeholders; those whose register number is known. */
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
