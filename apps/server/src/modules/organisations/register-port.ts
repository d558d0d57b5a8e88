export interface NamedRepresentative {
  /** The organisation as the state registry names it. */
  name: string;
  /** As the state registry writes it, or a spelling of the name; else empty. */
  nameLatin: string;
}

/** Whether the register names this person as a representative today: null when it does not, undefined while it is away. */
export type AskRegister = (userId: string, regNo: string) => Promise<NamedRepresentative | null | undefined>;

/** As above, and links the organisation to the person at the eID provider where that is missing; fails otherwise. */
export type ProveRepresentation = (
  userId: string,
  regNo: string,
  signal: AbortSignal,
) => Promise<NamedRepresentative>;

/** Names of others who can sign for the organisation at the eID provider; throws while it is away. */
export type ListSigners = (userId: string, regNo: string) => Promise<readonly string[]>;
