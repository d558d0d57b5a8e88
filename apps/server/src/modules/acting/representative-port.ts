/** Whom the register names for an organisation today; undefined where that cannot be confirmed now. */
export interface RepresentativeSource {
  isNamed(organisationId: string, userId: string): Promise<boolean | undefined>;
  /** Anybody of the organisation; asked anew at the start of acting. */
  hasNamed(organisationId: string, when: 'start' | 'use'): Promise<boolean | undefined>;
  /** Asks about every named member now. */
  recheck(organisationId: string): Promise<void>;
}
