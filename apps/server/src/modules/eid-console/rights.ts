import type { Reader } from '../../kernel/db/database.ts';
import { fail } from '../../kernel/http/errors.ts';
import { findUser } from '../users/index.ts';
import { errors } from './errors.ts';
import { ask } from './provider-calls.ts';
import type { EidRecordsPort, PersonKey, RightType, Signer } from './records-port.ts';

export type PersonKeyOf = (db: Reader, userId: string) => Promise<PersonKey | null>;

export interface RightsDeps {
  records: EidRecordsPort;
  /** Overrides the register number as the key of a person. */
  keyOf?: PersonKeyOf | undefined;
  /** Whether the state registry names one of these register numbers for the organisation today; fails while it is away. */
  isRegistered?: ((regNo: string, people: readonly string[]) => Promise<boolean>) | undefined;
}

export interface RepresentativeCall {
  userId: string;
  regNo: string;
  signal: AbortSignal;
}

/** Null for people without eID, and where the provider does not disclose register numbers (a public relying party). */
export const findKey = (deps: RightsDeps, db: Reader, userId: string): Promise<PersonKey | null> =>
  ask(() => (deps.keyOf ?? byRegisterNumber)(db, userId), {});

const byRegisterNumber: PersonKeyOf = async (db, userId) => (await findUser(db, userId))?.national_id ?? null;

export interface Represented {
  person: PersonKey;
  signers: Signer[];
}

/**
 * Asks the provider at the moment of use and caches nothing, so that a revoked right ends at once. A signer who has not
 * confirmed has no right yet.
 */
export async function requireRight(
  deps: RightsDeps,
  db: Reader,
  { userId, regNo, signal }: RepresentativeCall,
  atLeast: RightType,
): Promise<Represented> {
  const person =
    (await findKey(deps, db, userId)) ?? fail(errors.not_representative, { detail: 'no register number' });
  const signers = await ask(() => deps.records.signers(person, regNo, signal), {
    forbidden: errors.not_representative,
    not_found: errors.not_representative,
  });
  const self = signers.find((signer) => signer.self && signer.status === 'ACTIVE');
  if (self === undefined || (atLeast === 'ADMIN' && self.rightType !== 'ADMIN'))
    fail(errors.not_representative);
  // The provider keeps a link until somebody ends it, so those behind the right must still stand in the registry.
  const behind =
    self.rightType === 'ADMIN'
      ? [self]
      : signers.filter(({ rightType, status }) => rightType === 'ADMIN' && status === 'ACTIVE');
  const numbers = behind.map(({ personEtsi }) => personEtsi.replace(/^PNOMN-/, ''));
  if (deps.isRegistered !== undefined && !(await deps.isRegistered(regNo, numbers)))
    fail(errors.not_representative);
  return { person, signers };
}
