import { createHmac } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, refused } from '../../kernel/http/row.ts';
import { recordAccess, recordListed } from '../audit-log/index.ts';
import { type DirectoryOutcome, type DirectoryPerson, directoryErrors } from '../directory/index.ts';
import {
  organisationErrors,
  type StateOrganisation,
  StateRegistryError,
  type StateRegistryPort,
} from '../organisations/index.ts';
import { joinNames } from '../users/index.ts';
import type { Operator } from './access.ts';
import { events } from './events.ts';
import type { OrganisationView, PeopleView, PersonView } from './schemas.ts';
import { countVerified, findPerson, findTenantByRegNo, listVerified, type PersonRow } from './views-store.ts';

export interface LookupDeps {
  /** The key of the search hash: repeated lookups of one person show, but the number does not. */
  hashKey: string;
}

interface Search {
  operator: Operator;
  what: 'person' | 'organisation' | 'people';
  text: string;
}

function recordLookup(
  deps: LookupDeps,
  tx: WriteTx,
  search: Search,
  found: { outcome: string; target?: string },
): void {
  const hash = createHmac('sha256', deps.hashKey)
    .update(`directory|${fold(search.text)}`)
    .digest('hex');
  tx.audit(events.directoryRead, {
    ...(found.target === undefined ? {} : { target: found.target }),
    metadata: {
      operator_id: search.operator.operatorId,
      what: search.what,
      search_hash: hash,
      outcome: found.outcome,
    },
  });
}

export function fold(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Our account comes first, because the eID verified it; then the national directory. */
export async function lookUpPerson(
  deps: LookupDeps,
  tx: WriteTx,
  call: { operator: Operator; register: string; asked: DirectoryOutcome<DirectoryPerson> },
): Promise<PersonView | Refused> {
  const register = fold(call.register);
  const search: Search = { operator: call.operator, what: 'person', text: register };
  const known = await findPerson(tx, register);
  const record = matchingRecord(call.asked, register);
  if (known === undefined && record === undefined) {
    recordLookup(deps, tx, search, { outcome: call.asked.kind });
    if (call.asked.kind === 'unavailable' || call.asked.kind === 'failed')
      return refused(
        call.asked.kind === 'failed' ? directoryErrors.upstream_failed : directoryErrors.upstream_unavailable,
        { detail: call.asked.detail },
      );
    return refused(kernelErrors.not_found);
  }
  recordLookup(deps, tx, search, { outcome: 'found', ...(known === undefined ? {} : { target: known.id }) });
  if (known === undefined)
    return {
      register,
      first_name: record?.first_name ?? '',
      last_name: record?.last_name ?? '',
      eid_verified: false,
    };
  recordAccess(tx, {
    personId: known.id,
    actor: { userId: call.operator.operatorId, roleKey: 'operator' },
    operatorId: call.operator.operatorId,
    row: 'operator.directory.person',
  });
  return viewPerson(known, register, record);
}

/** The directory is a full-text search and may return another person. */
function matchingRecord(
  asked: DirectoryOutcome<DirectoryPerson>,
  register: string,
): DirectoryPerson | undefined {
  return asked.kind === 'found' && fold(asked.record.reg_no ?? '') === register ? asked.record : undefined;
}

function viewPerson(known: PersonRow, register: string, record: DirectoryPerson | undefined): PersonView {
  const fullNameEn = joinNames(known.last_name_en, known.first_name_en);
  return {
    user_id: known.id,
    register,
    first_name: known.first_name || (record?.first_name ?? ''),
    last_name: known.last_name || (record?.last_name ?? ''),
    ...(fullNameEn === '' ? {} : { full_name_en: fullNameEn }),
    eid_verified: known.eid_verified_at !== null,
    ...(known.eid_verified_at === null ? {} : { eid_verified_at: known.eid_verified_at }),
    ...(known.kyc_level === null ? {} : { kyc_level: known.kyc_level }),
  };
}

export type RegistryOutcome =
  | { kind: 'found'; record: StateOrganisation }
  | { kind: 'nothing' | 'unconfigured' }
  | { kind: 'unavailable' | 'failed'; detail: string };

/** A failure is an outcome here: a failed lookup is still a lookup, and is recorded. */
export async function readRegistry(
  registry: StateRegistryPort | undefined,
  register: string,
): Promise<RegistryOutcome> {
  if (registry === undefined) return { kind: 'unconfigured' };
  try {
    const record = await registry.lookup(fold(register));
    return record === undefined ? { kind: 'nothing' } : { kind: 'found', record };
  } catch (error) {
    if (error instanceof StateRegistryError) return { kind: error.failure, detail: error.message };
    throw error;
  }
}

export async function lookUpOrganisation(
  deps: LookupDeps,
  tx: WriteTx,
  call: { operator: Operator; register: string; asked: RegistryOutcome },
): Promise<OrganisationView | Refused> {
  const register = fold(call.register);
  const search: Search = { operator: call.operator, what: 'organisation', text: register };
  const known = await findTenantByRegNo(tx, register);
  const { asked } = call;
  if (known === undefined && asked.kind !== 'found') {
    recordLookup(deps, tx, search, { outcome: asked.kind });
    if (asked.kind === 'unavailable' || asked.kind === 'failed')
      return refused(
        asked.kind === 'failed'
          ? organisationErrors.upstream_failed
          : organisationErrors.upstream_unavailable,
        { detail: asked.detail },
      );
    return refused(kernelErrors.not_found);
  }
  recordLookup(deps, tx, search, { outcome: 'found', ...(known === undefined ? {} : { target: known.id }) });
  const record = asked.kind === 'found' ? asked.record : undefined;
  const nameLatin = record?.nameLatin ?? known?.name_latin ?? '';
  return {
    reg_no: register,
    name: record?.name ?? known?.name ?? '',
    industry: [...(record?.industry ?? [])],
    ...(nameLatin === '' ? {} : { name_latin: nameLatin }),
    ...(record === undefined ? {} : { type: record.type }),
    ...(record?.ceo == null ? {} : { ceo: record.ceo.name }),
    ...(record?.address == null ? {} : { address: record.address }),
    ...(known === undefined ? {} : { tenant_id: known.id }),
    ...(known?.slug == null ? {} : { slug: known.slug }),
  };
}

/** Lists only people verified by eID. */
export async function listPeople(
  deps: LookupDeps,
  tx: WriteTx,
  call: { operator: Operator; q: string | undefined; limit: number; offset: number },
): Promise<PeopleView> {
  // Quotes and backslashes would end the quotes around a word in a tsquery.
  const words = (call.q ?? '').split(/[\s'’\\]+/).filter((word) => word !== '');
  const query = words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
  const rows = await listVerified(tx, query, call);
  const search: Search = { operator: call.operator, what: 'people', text: call.q ?? '' };
  recordLookup(deps, tx, search, { outcome: rows.length === 0 ? 'nothing' : 'found' });
  const { operatorId } = call.operator;
  recordListed(
    tx,
    {
      actor: { userId: operatorId, roleKey: 'operator' },
      operatorId,
      row: 'operator.directory.people',
    },
    rows.map(({ id }) => ({ personId: id })),
  );
  return {
    items: rows.map((row) => ({
      user_id: row.id,
      full_name: joinNames(row.last_name, row.first_name),
      full_name_en: joinNames(row.last_name_en, row.first_name_en),
      email: row.email,
      eid_verified_at: row.eid_verified_at,
    })),
    total: await countVerified(tx, query),
  };
}
