/** Reading counts on an answer of the last minute; a change asks now. */
type AnswerAge = 'now' | 'minute';

/** Whom the register names for an organisation today; undefined where that cannot be confirmed now. */
export interface RepresentativeSource {
  isNamed(organisationId: string, userId: string, age: AnswerAge): Promise<boolean | undefined>;
  /** The same about the person who appointed somebody. */
  isAppointerNamed(organisationId: string, userId: string, age: AnswerAge): Promise<boolean | undefined>;
  /** Asks about every named member now. */
  recheck(organisationId: string): Promise<void>;
}
