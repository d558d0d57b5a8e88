/** Whom the register names for an organisation today; undefined where that cannot be confirmed now. */
export interface RepresentativeSource {
  isNamed(organisationId: string, userId: string): Promise<boolean | undefined>;
  /** Anybody of the organisation. */
  hasNamed(organisationId: string): Promise<boolean | undefined>;
  /** Asks about every named member now. */
  recheck(organisationId: string): Promise<void>;
}
