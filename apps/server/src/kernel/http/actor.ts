import type { IncomingHttpHeaders } from 'node:http';
import type { Reader } from '../db/database.ts';
import type { DbIdentity } from '../db/identity.ts';

/** The roles that migrations insert; a lower number has more rights, and roles made by operators begin at 100. */
export const roleIds = {
  superadmin: 1,
  admin: 2,
  manager: 3,
  user: 4,
  officer: 5,
  registrar: 6,
  auditor: 7,
} as const;

/** For whom a row may be called: the right that an authorisation must give. */
export type ActingPurpose = 'view' | 'apply' | 'pay' | 'book' | 'sign';

/** For whom a person acts in this request. */
export interface Party {
  readonly id: string;
  readonly kind: 'organisation' | 'person' | 'child';
  readonly name: string;
  readonly nameEn: string;
  /** Register number of an organisation; empty for people. */
  readonly number: string;
  /** Null where no register of people knows the party. */
  readonly civilId: string | null;
  /** What the registers say about the party: nobody who acts for it can say otherwise. */
  readonly facts: PartyFacts;
  /** What the person may do for the party. */
  readonly purposes: readonly ActingPurpose[];
  /** Set where the right is an authorisation; without it the person may do everything in `purposes`. */
  readonly limits?: ActingLimits;
}

export type PartyFacts = Readonly<
  Partial<
    Record<
      'last_name' | 'first_name' | 'national_id' | 'birth_date' | 'organisation_name' | 'organisation_number',
      string
    >
  >
>;

/** For each kind of act every service, or those with these ids; an act that is not named is not allowed. */
export type ActingLimits = Readonly<Partial<Record<'apply' | 'pay' | 'book', '*' | readonly string[]>>>;

/** Checks at every request that the right to act for a party exists now. */
export interface ActingRights {
  /** Fails with `acting_not_allowed`. */
  admit(actor: Actor, partyId: string, purpose: ActingPurpose): Promise<Party>;
  /** The one check of limits, for every row that acts; null: the act belongs to no service. */
  allow(party: Party, act: ActingPurpose, serviceId: string | null): void;
}

/** Arguments of a call, checked by the schemas of its row. */
export interface ActingCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * What a row does for a party, and for which service: the service of the call, or `each` where the row lists records,
 * which the database filters by the same limits. Undefined means that the caller cannot see the record.
 */
export interface ActingRule {
  readonly act: ActingPurpose;
  readonly service: 'each' | ((call: ActingCall, db: Reader) => Promise<string | null | undefined>);
}

/** An act that belongs to no service: an authorisation for named services does not allow it. */
export const noService = async (): Promise<null> => null;

/** The person behind a request, as the database knows them now, never as the token claims. */
export interface Actor {
  readonly userId: string;
  readonly roleId: number;
  readonly roleKey: string;
  readonly sessionId: string;
  readonly tokenId: string;
  /** Undefined when they act for themselves. */
  readonly party?: Party;
}

/** Facts about the caller that an access rule may read. */
export interface CallerFacts {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly method: string;
  /** The raw request target, query included. */
  readonly url: string;
  /** Path parameters, not yet validated. */
  readonly params?: unknown;
  /** The peer itself: unlike `ip`, no header can change it. */
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Resolves the caller and their rights for the kernel. */
export interface Gate {
  /** Throws the one 401, 403 for a disabled account, or 503 when sessions cannot be checked. */
  authenticate(authorization: string | undefined): Actor | Promise<Actor>;
  permissions(actor: Actor): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  /** Bearer check of operational endpoints; true outside production. */
  mayObserve(authorization: string | undefined): boolean;
}

const databaseRoles: Record<string, DbIdentity['role']> = {
  superadmin: 'superadmin',
  admin: 'admin',
  manager: 'manager',
};

/** Custom roles reach the database as ordinary people: their extra rights are permissions, checked before. */
export function identityOf(actor: Actor): DbIdentity {
  const { userId, roleKey, party } = actor;
  return { userId, role: databaseRoles[roleKey] ?? 'user', ...(party && identityOfParty(party)) };
}

export const identityOfParty = ({ id, limits }: Party): Pick<DbIdentity, 'partyId' | 'partyLimits'> =>
  limits === undefined ? { partyId: id } : { partyId: id, partyLimits: limits };

/** Whose records a request reads and makes: the party's, or the person's own. */
export const ownerOf = ({ userId, party }: Pick<Actor, 'userId' | 'party'>): string => party?.id ?? userId;
