import type { Logger } from 'pino';
import { systemIdentity } from '../kernel/db/identity.ts';
import { AppError, fail } from '../kernel/http/errors.ts';
import { readsAs } from '../kernel/latin.ts';
import { OrganisationRegisterError, type SignerSource } from '../modules/acting/index.ts';
import {
  eidConsoleErrors,
  linkOrganisation,
  RecordsError,
  type RightsDeps,
  readRepresentations,
  recordsErrors,
  requireRight,
} from '../modules/eid-console/index.ts';
import {
  type AskRegister,
  createNaming,
  type ListSigners,
  type Naming,
  type ProveRepresentation,
  StateRegistryError,
} from '../modules/organisations/index.ts';
import { findUser } from '../modules/users/index.ts';
import type { AppParts, Outside } from './app-parts.ts';
import { organisationLookup } from './organisation-lookup.ts';
import { upstreamKeyOf } from './upstream-person-key.ts';

const timeoutMs = 5_000;

/** Who represents an organisation today: the eID provider, and the state registry behind it. */
export interface Representatives {
  /** What the eID provider's records are read with. */
  rights: RightsDeps;
  askRegister: AskRegister;
  prove: ProveRepresentation;
  listSigners: ListSigners;
  signedFor: SignerSource;
  proveErrors: readonly (typeof eidConsoleErrors)[keyof typeof eidConsoleErrors][];
  naming: Naming;
  latinNameOf: (found: NamedAtProvider) => Promise<string>;
}

type NamedAtProvider = Pick<
  Awaited<ReturnType<typeof readRepresentations>>[number],
  'orgRegister' | 'orgName' | 'orgNameEn'
>;

export function openRepresentatives(
  { config, database, keyring, now, outbox }: AppParts,
  outside: Outside,
  logger: Logger,
): Representatives {
  const { records, stateRegistry } = outside;
  const keyOf = upstreamKeyOf(config, { sso: outside.sso, keyring, now });
  const db = database.reader(systemIdentity);

  /** The provider keeps a link for as long as nobody ends it, so the registry is asked whether its reason still exists. */
  const isRegistered = async (regNo: string, people: readonly string[]): Promise<boolean> => {
    if (stateRegistry === undefined) return true;
    const found = await stateRegistry.lookup(regNo).catch((error: unknown) => {
      if (!(error instanceof StateRegistryError)) throw error;
      return fail(eidConsoleErrors.upstream_unavailable, { detail: error.message, retryAfterSeconds: 5 });
    });
    return [found?.ceo, ...(found?.founders ?? [])].some((each) => people.some((one) => one === each?.regNo));
  };
  /**
   * Representatives choose the Latin name that the eID provider keeps, so it proves nothing: the state registry's counts,
   * else one that reads as the official name. Empty means that the official name is shown.
   */
  const latinNameOf: Representatives['latinNameOf'] = async ({ orgRegister, orgName, orgNameEn = '' }) => {
    const found = await stateRegistry?.lookup(orgRegister).catch((error: unknown) => {
      if (!(error instanceof StateRegistryError)) throw error;
      return undefined;
    });
    return found?.nameLatin ?? (readsAs(orgName, orgNameEn) ? orgNameEn : '');
  };
  const rights: RightsDeps = { records, keyOf, isRegistered };
  const isStillRegistered = async (userId: string, regNo: string): Promise<boolean> => {
    const person = (await findUser(db, userId))?.national_id ?? null;
    // A provider that does not disclose register numbers vouches alone.
    return person === null || isRegistered(regNo, [person]);
  };

  const askRegister: AskRegister = async (userId, regNo) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const all = await readRepresentations({ records, keyOf }, { db, userId, signal });
      const own = all.find(({ orgRegister }) => orgRegister === regNo);
      // A MANAGER may only sign; only an ADMIN represents the organisation.
      if (own?.rightType !== 'ADMIN' || !(await isStillRegistered(userId, regNo))) return null;
      return { name: own.orgName, nameLatin: await latinNameOf(own) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.warn({ reason: error.message }, 'the register of representatives gave no answer');
      return undefined;
    }
  };

  const prove: ProveRepresentation = async (userId, regNo, signal) => {
    const known = await askRegister(userId, regNo);
    if (known) return known;
    const deps = { records, keyOf, organisations: organisationLookup(stateRegistry) };
    const linked = await linkOrganisation(deps, db, { userId, regNo, signal });
    if (!linked.known) return fail(linked.error, { detail: linked.detail, retryAfterSeconds: 5 });
    const named = await askRegister(userId, regNo);
    return (
      named ??
      fail(named === null ? eidConsoleErrors.not_representative : eidConsoleErrors.upstream_unavailable)
    );
  };

  const listSigners: ListSigners = async (userId, regNo) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { signers } = await requireRight(rights, db, { userId, regNo, signal }, 'ADMIN');
    return signers
      .filter(({ self, status }) => !self && status === 'ACTIVE')
      .map(({ name, personEtsi }) => name ?? personEtsi.replace(/^PNOMN-/, ''));
  };

  const signedFor: SignerSource = async ({ userId, nationalId }) => {
    try {
      const person = keyOf === undefined ? nationalId : await keyOf(db, userId);
      if (person === null) return [];
      const all = await records.representations(person, AbortSignal.timeout(timeoutMs));
      return all.map(({ orgRegister }) => orgRegister);
    } catch (error) {
      if (!(error instanceof RecordsError)) throw error;
      if (error.failure === 'not_found' || error.failure === 'not_configured') return [];
      throw new OrganisationRegisterError(error.message);
    }
  };

  return {
    rights,
    askRegister,
    prove,
    latinNameOf,
    listSigners,
    signedFor,
    proveErrors: [
      eidConsoleErrors.not_representative,
      eidConsoleErrors.organisation_unknown,
      eidConsoleErrors.managed_upstream,
      eidConsoleErrors.pki_read_not_granted,
      ...recordsErrors,
    ],
    naming: createNaming({
      database,
      outbox,
      now,
      askRegister,
      checkEveryMs: config.ORG_PROOF_CHECK_MINUTES * 60_000,
      maxAgeMs: config.ORG_PROOF_MAX_AGE_HOURS * 3_600_000,
    }),
  };
}
