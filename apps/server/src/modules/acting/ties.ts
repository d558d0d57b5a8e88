import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import {
  type OrganisationRegister,
  OrganisationRegisterError,
  type SignerSource,
} from './organisation-register-port.ts';
import { findAsked, forgetFormer, keepSigned, keepTies, listAccounts, listToAsk } from './ties-store.ts';

export interface TiesDeps {
  database: Database;
  now: () => Date;
  /** Undefined without a state registry: membership and authorisations are all that is known then. */
  organisations: OrganisationRegister | undefined;
  signedFor: SignerSource;
  onFailure: (error: Error) => void;
}

export interface Ties {
  /**
   * Keeps whom the register names for the organisation, and for which organisations the officer signs with eID. Before a
   * change both are asked now. False when one has not answered lately and cannot be asked.
   */
  know(call: { organisationId: string; officerId: string; isChange: boolean }): Promise<boolean>;
  /** For a job: asks about organisations with waiting cases, so that conflicts show before anybody opens a case. */
  refresh(): Promise<void>;
}

/** A page asks several rows at once. */
const freshMs = 60_000;
const refreshMs = 3_600_000;
const perRun = 200;
const maxOfficers = 10_000;
/** In a row; then the register is away, and the next run asks again. */
const mostFailures = 3;
/** A former tie counts for 30 days; a day more covers clocks that differ. */
const keptMs = 31 * 24 * 3_600_000;
/** Owners of owners; more companies than this hide nobody's name in practice, and end the questions. */
const mostAsked = 20;
const personNumber = /^[А-ЯЁӨҮ]{2}\d{8}$/u;

export function createTies({ database, now, organisations: register, signedFor, onFailure }: TiesDeps): Ties {
  const db = database.reader(systemIdentity);
  /** When the eID provider last answered about an officer. */
  const signersAsked = new Map<string, number>();

  const answered = async (question: () => Promise<void>): Promise<boolean> => {
    try {
      await question();
      return true;
    } catch (error) {
      if (!(error instanceof OrganisationRegisterError)) throw error;
      onFailure(error);
      return false;
    }
  };

  const ask = (id: string, regNo: string): Promise<boolean> =>
    answered(async () => {
      if (register === undefined) return;
      const named = await peopleBehind(register, regNo);
      await database.transaction(systemIdentity, (tx) => keepTies(tx, { id, ...named, now: now() }));
    });

  /** A signer acts for the organisation, though the state register does not know them. */
  const knowSigned = async (userId: string, within: number): Promise<boolean> => {
    const at = now().getTime();
    if ((signersAsked.get(userId) ?? 0) > at - within) return true;
    return answered(async () => {
      const numbers = new Set<string>();
      for (const { id, national_id: nationalId } of await listAccounts(db, userId))
        for (const number of await signedFor({ userId: id, nationalId })) numbers.add(normalise(number));
      if (numbers.size > 0)
        await database.transaction(systemIdentity, (tx) =>
          keepSigned(tx, { userId, numbers: [...numbers], now: now() }),
        );
      if (signersAsked.size >= maxOfficers) signersAsked.clear();
      signersAsked.set(userId, at);
    });
  };

  const know = async (id: string, within: number): Promise<boolean> => {
    const found = await findAsked(db, id);
    if (found === undefined || found.regNo === '') return true;
    const isFresh = found.askedAt !== undefined && found.askedAt.getTime() > now().getTime() - within;
    return isFresh || ask(id, found.regNo);
  };

  return {
    know: async ({ organisationId, officerId, isChange }) => {
      const within = isChange ? 0 : freshMs;
      const isRegisterKnown = await know(organisationId, within);
      return (await knowSigned(officerId, within)) && isRegisterKnown;
    },
    refresh: async () => {
      let failed = 0;
      for (const id of await listToAsk(db, new Date(now().getTime() - refreshMs), perRun)) {
        failed = (await know(id, refreshMs)) ? 0 : failed + 1;
        if (failed === mostFailures) break;
      }
      const before = new Date(now().getTime() - keptMs);
      await database.transaction(systemIdentity, (tx) => forgetFormer(tx, before));
    },
  };
}

/** People who lead or own the organisation, also through other organisations. */
async function peopleBehind(
  register: OrganisationRegister,
  regNo: string,
): Promise<{ numbers: string[]; names: string[] }> {
  const numbers = new Set<string>();
  const names = new Set<string>();
  const organisations = new Set([normalise(regNo)]);
  for (const each of organisations) {
    for (const party of await register.partiesOf(each)) {
      const number = normalise(party.number ?? '');
      if (number === '') names.add(normalise(party.name));
      else if (personNumber.test(number)) numbers.add(number);
      else if (organisations.size < mostAsked) organisations.add(number);
    }
  }
  return { numbers: [...numbers], names: [...names] };
}

const normalise = (text: string): string => text.normalize('NFC').trim().toUpperCase();
