import type { Citizen } from '../citizens.ts';
import { problem } from '../problem.ts';
import type { Provider } from '../provider.ts';
import type { Session } from '../sessions.ts';
import { askConsent, readConsent, withdrawConsent } from './consent.ts';

export type RightType = 'ADMIN' | 'MANAGER';

interface Signer {
  citizen: Citizen;
  role: string | null;
  rightType: RightType;
  source: 'STATE_REGISTRY' | 'APPOINTED';
  since: Date;
  /** The PIN2 request that this signer has not confirmed yet; null once confirmed. */
  consent: Session | null;
}

export interface Organisation {
  register: string;
  name: string;
  nameEn: string | null;
  signers: Signer[];
}

/** Confirmed signers outlive a restart: the platform asks again and again who represents an organisation. */
export interface KeptRepresentations {
  load(): Organisation[];
  save(organisations: Iterable<Organisation>): void;
}

export interface LinkRequest {
  orgRegister: string;
  orgName: string;
  orgNameEn?: string;
  affiliates: { regNo: string; role?: string; kind: 'CEO' | 'FOUNDER' | 'STAKEHOLDER' }[];
}

export interface Representations {
  of(person: Citizen): object[];
  link(person: Citizen, request: LinkRequest): void;
  unlink(person: Citizen, register: string): void;
  signers(person: Citizen, register: string): object[];
  add(person: Citizen, register: string, signer: Citizen, role: string | null): Session;
  remove(person: Citizen, register: string, signer: Citizen): void;
  resend(person: Citizen, register: string, signer: Citizen): Session;
  setNameLatin(person: Citizen, register: string, nameLatin: string): void;
}

const refuse = () => problem(403, 'not_representative', 'The person has no such right in this organisation.');
const unknownSigner = () => problem(404, 'unknown_signer', 'The organisation has no such signer.');

function describeSigner(signer: Signer, asker: Citizen) {
  const { citizen } = signer;
  return {
    personEtsi: `PNOMN-${citizen.nationalId}`,
    regNo: citizen.nationalId,
    name: `${citizen.surname} ${citizen.givenName}`,
    nameEn: `${citizen.surnameEn} ${citizen.givenNameEn}`,
    ...(signer.role === null ? {} : { role: signer.role }),
    rightType: signer.rightType,
    status: signer.consent === null ? 'ACTIVE' : 'PENDING',
    source: signer.source,
    self: citizen === asker,
  };
}

/** Representatives of organisations, in memory and in a file of the sandbox. */
export function createRepresentations(provider: Provider, kept: KeptRepresentations): Representations {
  const organisations = new Map(kept.load().map((organisation) => [organisation.register, organisation]));
  const save = () => kept.save(organisations.values());

  /** Answers on phones are evaluated on read, so that no timer or hook is needed. */
  function settle(organisation: Organisation): Organisation {
    for (const signer of [...organisation.signers]) {
      if (signer.consent === null) continue;
      const state = readConsent(signer.consent);
      if (state === 'refused') drop(organisation, signer);
      if (state !== 'given') continue;
      signer.since = signer.consent.endedAt ?? provider.now();
      signer.consent = null;
      save();
    }
    return organisation;
  }

  function drop(organisation: Organisation, signer: Signer): void {
    organisation.signers = organisation.signers.filter((other) => other !== signer);
    if (signer.consent !== null) withdrawConsent(provider, signer.consent);
    save();
  }

  function find(register: string, person: Citizen): { organisation: Organisation; self: Signer } | null {
    const kept = organisations.get(register);
    const organisation = kept && settle(kept);
    const self = organisation?.signers.find(({ citizen, consent }) => citizen === person && consent === null);
    return organisation && self ? { organisation, self } : null;
  }

  function requireRight(register: string, person: Citizen, rightType: RightType) {
    const found = find(register, person);
    // An unlinked organisation gets the same answer as one in which the person has no part.
    if (!found || (rightType === 'ADMIN' && found.self.rightType !== 'ADMIN')) throw refuse();
    return found;
  }

  function isLastAdmin(organisation: Organisation, signer: Signer): boolean {
    return (
      signer.rightType === 'ADMIN' &&
      !organisation.signers.some((other) => other !== signer && other.rightType === 'ADMIN')
    );
  }

  return {
    of: (person) =>
      [...organisations.keys()].flatMap((register) => {
        const found = find(register, person);
        if (!found) return [];
        const { organisation, self } = found;
        return [
          {
            orgEtsi: `NTRMN-${organisation.register}`,
            orgRegister: organisation.register,
            orgName: organisation.name,
            ...(organisation.nameEn === null ? {} : { orgNameEn: organisation.nameEn }),
            ...(self.role === null ? {} : { role: self.role }),
            rightType: self.rightType,
            validFrom: self.since.toISOString(),
          },
        ];
      }),

    link(person, { orgRegister, orgName, orgNameEn, affiliates }) {
      const post = affiliates.find(
        ({ regNo, kind }) => regNo === person.nationalId && (kind === 'CEO' || kind === 'FOUNDER'),
      );
      if (!post) throw refuse();
      const organisation = organisations.get(orgRegister) ?? {
        register: orgRegister,
        name: orgName,
        nameEn: null,
        signers: [],
      };
      organisations.set(orgRegister, organisation);
      organisation.name = orgName;
      organisation.nameEn ??= orgNameEn ?? null;
      const before = organisation.signers.find(({ citizen }) => citizen === person);
      if (before) drop(organisation, before);
      organisation.signers.push({
        citizen: person,
        role: post.role ?? null,
        rightType: 'ADMIN',
        source: 'STATE_REGISTRY',
        since: provider.now(),
        consent: null,
      });
      save();
    },

    /** Ends the person's own part; without an administrator the rest cannot be managed, so it ends too. */
    unlink(person, register) {
      const found = find(register, person);
      if (!found) throw problem(404, 'not_linked', 'The person does not represent this organisation.');
      const { organisation, self } = requireRight(register, person, 'ADMIN');
      const last = isLastAdmin(organisation, self);
      for (const signer of last ? [...organisation.signers] : [self]) drop(organisation, signer);
      if (last) organisations.delete(register);
      save();
    },

    signers: (person, register) =>
      requireRight(register, person, 'MANAGER').organisation.signers.map((signer) =>
        describeSigner(signer, person),
      ),

    add(person, register, signer, role) {
      const { organisation } = requireRight(register, person, 'ADMIN');
      if (!signer.hasDevice) throw problem(404, 'unknown_person', 'There is no such person.');
      if (organisation.signers.some(({ citizen }) => citizen === signer))
        throw problem(409, 'already_signer', 'The person is a signer already.');
      const consent = askConsent(provider, signer, organisation);
      const since = provider.now();
      organisation.signers.push({
        citizen: signer,
        role,
        rightType: 'MANAGER',
        source: 'APPOINTED',
        since,
        consent,
      });
      return consent;
    },

    remove(person, register, signer) {
      const { organisation } = requireRight(register, person, 'ADMIN');
      const entry = organisation.signers.find(({ citizen }) => citizen === signer);
      if (!entry) throw unknownSigner();
      if (isLastAdmin(organisation, entry))
        throw problem(409, 'last_admin', 'The organisation would have no administrator left.');
      drop(organisation, entry);
    },

    resend(person, register, signer) {
      const { organisation } = requireRight(register, person, 'ADMIN');
      const entry = organisation.signers.find(({ citizen }) => citizen === signer);
      if (!entry) throw unknownSigner();
      if (entry.consent === null) throw problem(409, 'not_pending', 'The signer has confirmed already.');
      withdrawConsent(provider, entry.consent);
      entry.consent = askConsent(provider, signer, organisation);
      return entry.consent;
    },

    setNameLatin(person, register, nameLatin) {
      const { organisation } = requireRight(register, person, 'ADMIN');
      organisation.nameEn = nameLatin === '' ? null : nameLatin;
    },
  };
}
