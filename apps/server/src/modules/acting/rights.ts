import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { ActingPurpose, ActingRights, Party } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { AuthorisationSource, ReceivedAuthorisation } from './authorisation-port.ts';
import { createMinors } from './children.ts';
import type { RegisteredChild } from './children-register-port.ts';
import { factsOfChild, factsOfOrganisation, factsOfParty } from './facts.ts';
import { createFamily, type KnowFamily } from './family.ts';
import { allow, limitsOf } from './limits.ts';
import type { RepresentativeSource } from './representative-port.ts';
import type { PartyList, PartyView } from './schemas.ts';
import {
  type ChildRow,
  findChild,
  findOrganisationRight,
  listChildren,
  listOrganisationRights,
  listParties,
  type OrganisationRight,
  openChildParty,
  openPersonParties,
  type PartyRow,
} from './store.ts';
import { type TellDeps, tellJob, tellKeptJob } from './tell-job.ts';
import { createTies, type Ties, type TiesDeps } from './ties.ts';

export interface ActingDeps extends TellDeps, TiesDeps {
  onFailure: (error: Error) => void;
  representatives: RepresentativeSource;
  authorisations: AuthorisationSource;
}

export interface Acting extends ActingRights {
  knowFamily: KnowFamily;
  ties: Ties;
  jobs: readonly Job[];
  /** Whether the register names the person as a parent now; fails with `acting_unconfirmed`. */
  isParent(userId: string, partyId: string): Promise<boolean>;
  list(userId: string): Promise<PartyList>;
  /** The same parties with their limits, and without making one: a party without a row has no records. */
  reach(userId: string): Promise<Reach>;
}

/** Whose records a person may see now, apart from their own. */
export interface Reach {
  parties: readonly Pick<Party, 'id' | 'kind' | 'name' | 'nameEn' | 'limits'>[];
  /** A register is away, so parties that it must confirm are missing. */
  incomplete: boolean;
}

export function createActing(deps: ActingDeps): Acting {
  const { database, now, authorisations } = deps;
  const db = database.reader(systemIdentity);
  const minors = createMinors(deps);

  /** Undefined for a child of others; fails while the register is away. */
  const findNamed = async (userId: string, { civil_id: civilId }: ChildRow, purpose: ActingPurpose) => {
    const named = await (purpose === 'view' ? minors.ofLate(userId) : minors.now(userId));
    return (named ?? fail(kernelErrors.acting_unconfirmed)).find((child) => child.civilId === civilId);
  };

  /**
   * Whoever acts by the register's word must be named by it now; whoever was appointed acts while it names the person
   * who appointed them.
   */
  const stands = async (
    userId: string,
    { organisation_id: orgId, proven, appointed_by: appointer }: OrganisationRight,
    age: 'now' | 'minute',
  ): Promise<boolean | undefined> => {
    if (proven) return deps.representatives.isNamed(orgId, userId, age);
    return appointer !== null && deps.representatives.isAppointerNamed(orgId, appointer, age);
  };

  /** An authorisation of an organisation ends with the representative who signed it; an outage ends it after a day. */
  const stillGiven =
    (age: 'now' | 'minute') =>
    async ({ grantor }: ReceivedAuthorisation): Promise<boolean> =>
      grantor.kind === 'person' ||
      (await deps.representatives.isNamed(grantor.organisationId, grantor.userId, age)) !== false;

  const checkOrganisations = async (userId: string) =>
    Promise.all(
      (await listOrganisationRights(db, userId)).map(async (right) => ({
        right,
        stands: await stands(userId, right, 'minute'),
      })),
    );

  return {
    admit: async ({ userId }, partyId, purpose) => {
      const age = purpose === 'view' ? 'minute' : 'now';
      const right = await findOrganisationRight(db, userId, partyId);
      if (right !== undefined) {
        const isRight = await stands(userId, right, age);
        if (isRight === undefined) fail(kernelErrors.acting_unconfirmed);
        if (isRight) return organisationParty(right);
      }
      const child = await findChild(db, partyId);
      if (child !== undefined) {
        const named = await findNamed(userId, child, purpose);
        return childParty(child, named ?? fail(kernelErrors.acting_not_allowed));
      }
      const received = await authorisations.listReceived(db, userId, now());
      const fitting = received.filter((each) => gives(each, purpose));
      const parties = fitting.length === 0 ? [] : await listParties(db, fitting.map(grantorId));
      const party = parties.find(({ id, verified }) => id === partyId && verified);
      const given = fitting.filter((each) => party !== undefined && isOf(party, each));
      const [first] = await filterAsync(given, stillGiven(age));
      if (party === undefined || first === undefined) return fail(kernelErrors.acting_not_allowed);
      const ofGrantor = received.filter((each) => isOf(party, each));
      return authorisedParty(party, first.grantor.name, await filterAsync(ofGrantor, stillGiven('minute')));
    },

    allow,
    knowFamily: createFamily(deps),
    ties: createTies(deps),
    jobs: [tellJob(deps), tellKeptJob(deps)],

    reach: async (userId) => {
      const [checked, named, received] = await Promise.all([
        checkOrganisations(userId),
        minors.ofLate(userId),
        authorisations.listReceived(db, userId, now()),
      ]);
      const civilIds = (named ?? []).map(({ civilId }) => civilId);
      const children = civilIds.length === 0 ? [] : await listChildren(db, civilIds);
      const given = await filterAsync(received, stillGiven('minute'));
      const grantors = given.length === 0 ? [] : await listParties(db, given.map(grantorId));
      const own = [
        ...checked.filter(({ stands }) => stands === true).map(({ right }) => organisationParty(right)),
        ...children.map(({ id, name, name_en: nameEn }) => ({ id, kind: 'child' as const, name, nameEn })),
      ];
      const authorised = grantors
        .filter(({ id, verified }) => verified && !own.some((party) => party.id === id))
        .map((party) => {
          const ofGrantor = given.filter((each) => isOf(party, each));
          return authorisedParty(party, ofGrantor[0]?.grantor.name ?? '', ofGrantor);
        });
      return { parties: [...own, ...authorised], incomplete: isIncomplete(named, checked) };
    },

    isParent: async (userId, partyId) => {
      const child = await findChild(db, partyId);
      return child !== undefined && (await findNamed(userId, child, 'sign')) !== undefined;
    },

    list: async (userId) => {
      const checked = await checkOrganisations(userId);
      const named = await minors.ofLate(userId);
      const children = await openChildren(database, named ?? []);
      const received = await authorisations.listReceived(db, userId, now());
      const own = checked.filter(({ stands }) => stands === true).map(({ right }) => right);
      const given = await viewReceived(database, received);
      const items = [
        ...own.map(viewOrganisation),
        ...children.map(viewChild),
        ...given.filter(({ id }) => !own.some((right) => right.id === id)),
      ];
      return {
        items,
        total: items.length,
        incomplete: isIncomplete(named, checked),
      };
    },
  };
}

const isIncomplete = (
  minors: readonly RegisteredChild[] | undefined,
  checked: readonly { stands: boolean | undefined }[],
): boolean => minors === undefined || checked.some(({ stands }) => stands === undefined);

async function filterAsync<Item>(
  items: readonly Item[],
  isKept: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const kept = await Promise.all(items.map(isKept));
  return items.filter((_, at) => kept[at]);
}

const all: readonly ActingPurpose[] = ['view', 'apply', 'pay', 'book', 'sign'];

/** Nobody signs for another adult: their signature is their own. */
const gives = ({ purposes }: ReceivedAuthorisation, purpose: ActingPurpose): boolean =>
  purpose === 'view' || (purpose !== 'sign' && purposes.includes(purpose));

function organisationParty(right: OrganisationRight): Party {
  const { id, name, name_latin: nameEn, reg_no: number } = right;
  const facts = factsOfOrganisation(name, number);
  return { id, kind: 'organisation', name, nameEn, number, civilId: null, facts, purposes: all };
}

function viewOrganisation(right: OrganisationRight): PartyView {
  return {
    id: right.id,
    kind: 'organisation',
    name: right.name,
    name_en: right.name_latin,
    number: right.reg_no,
    facts: factsOfOrganisation(right.name, right.reg_no),
    right: right.role === 'owner' ? 'owner' : 'admin',
    purposes: [...all],
    until: null,
  };
}

function childParty(
  { id, name, name_en: nameEn, civil_id: civilId }: ChildRow,
  named: RegisteredChild,
): Party {
  const facts = factsOfChild(named);
  return { id, kind: 'child', name, nameEn, number: '', civilId, facts, purposes: all };
}

function viewChild({ id, name, name_en: nameEn, named }: ChildRow & { named: RegisteredChild }): PartyView {
  return {
    id,
    kind: 'child',
    name,
    name_en: nameEn,
    number: '',
    facts: factsOfChild(named),
    right: 'parent',
    purposes: [...all],
    until: null,
  };
}

/** A child becomes a party when a parent first asks. */
const openChildren = (
  database: Database,
  minors: readonly RegisteredChild[],
): Promise<(ChildRow & { named: RegisteredChild })[]> =>
  minors.length === 0
    ? Promise.resolve([])
    : database.transaction(systemIdentity, async (tx) => {
        const rows: (ChildRow & { named: RegisteredChild })[] = [];
        for (const named of minors) {
          const { civilId, name, bornOn } = named;
          const row = await openChildParty(tx, { civilId, name: name.mn, nameEn: name.en, bornOn });
          rows.push({ ...row, named });
        }
        return rows;
      });

const grantorId = ({ grantor }: ReceivedAuthorisation): string =>
  grantor.kind === 'person' ? grantor.userId : grantor.organisationId;
const isOf = (party: PartyRow, authorisation: ReceivedAuthorisation): boolean =>
  grantorId(authorisation) === (party.user_id ?? party.organisation_id);

function authorisedParty(party: PartyRow, name: string, received: readonly ReceivedAuthorisation[]): Party {
  const { id, kind, name_latin: nameEn, reg_no: number, civil_id: civilId } = party;
  return {
    id,
    kind,
    name,
    nameEn,
    number,
    civilId,
    facts: factsOfParty(party),
    purposes: purposesOf(received),
    limits: limitsOf(received),
  };
}

const purposesOf = (received: readonly ReceivedAuthorisation[]) =>
  all.filter((purpose) => received.some((each) => gives(each, purpose)));

async function viewReceived(
  database: Database,
  received: readonly ReceivedAuthorisation[],
): Promise<PartyView[]> {
  if (received.length === 0) return [];
  const people = received.flatMap(({ grantor }) => (grantor.kind === 'person' ? [grantor.userId] : []));
  if (people.length > 0) await database.transaction(systemIdentity, (tx) => openPersonParties(tx, people));
  const parties = await listParties(database.reader(systemIdentity), received.map(grantorId));
  return parties
    .filter(({ verified }) => verified)
    .map((party) => {
      const given = received.filter((each) => isOf(party, each));
      const ends = given.map(({ until }) => until.getTime());
      return {
        id: party.id,
        kind: party.kind,
        name: given[0]?.grantor.name ?? '',
        name_en: party.name_latin,
        number: party.reg_no,
        facts: factsOfParty(party),
        right: 'authorisation',
        purposes: purposesOf(given),
        until: new Date(Math.max(...ends)).toISOString(),
      };
    });
}
