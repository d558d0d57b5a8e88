import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { type CutPage, cutPage } from '../../kernel/http/time-cursor.ts';
import { localDay, offsetAt } from '../../kernel/local-day.ts';
import { type Matter, recordAccess, recordListed } from '../audit-log/index.ts';
import type { FileStorage } from '../files/index.ts';
import {
  type ApplicationRow,
  findApplication,
  findCaseSignature,
  govErrors,
  listEvents,
  listFacts,
  listPapers,
  serviceOf,
  viewApplication,
  viewServiceDetail,
} from '../gov/index.ts';

import { readDetails } from './case-details.ts';
import { listHandovers, nameHolder } from './handover-store.ts';
import type { CaseView, QueueItem, QueuePage, QueueQuery, StatsView } from './schemas.ts';
import { isStakeCase, listQueue, type QueueFilter, queueSorts, readAuthorities, readStats } from './store.ts';

const defaultLimit = 50;
const maxLimit = 200;
const dueSoonLimit = (now: Date) => new Date(now.getTime() + 24 * 3_600_000);
/** The midnight that ends a day in the platform time zone. */
export const endOfDay = (day: string, now: Date) =>
  new Date(Date.parse(`${day}T00:00:00${offsetAt(now).replace(/(\d\d)$/, ':$1')}`) + 24 * 3_600_000);
const dayEnd = (now: Date) => endOfDay(localDay(now), now);

export interface Desk {
  files: FileStorage;
  language: Language;
  /** Length of the lease on an assigned case. */
  assignmentHours: number;
  /** Days an applicant has to answer a question that names no day; 0: no limit. */
  infoExpiryDays: number;
}

/** Answers and register number are only in the case itself, not in the list. */
export function viewItem(row: ApplicationRow, { language, assignmentHours }: Desk): QueueItem {
  return {
    ...viewApplication({ ...row, payload: {}, evidence: [], note: '' }, language),
    user_id: row.user_id,
    authority: row.agency,
    authority_id: row.authority_id,
    assigned_to: row.assigned_to,
    assigned_at: row.assigned_at,
    assigned_by: row.assigned_by,
    assigned_until: row.assigned_at === null ? null : leaseEnd(row.assigned_at, assignmentHours),
    decided_by: row.decided_by,
    applicant: { full_name: row.applicant.full_name, civil_id: null },
  };
}

const leaseEnd = (from: string, hours: number) =>
  new Date(new Date(from).getTime() + hours * 3_600_000).toISOString();

/** Leases that started before this have expired. */
export const leaseStart = (now: Date, { assignmentHours }: Pick<Desk, 'assignmentHours'>) =>
  new Date(now.getTime() - assignmentHours * 3_600_000);

function viewOpened(row: ApplicationRow, desk: Desk): QueueItem {
  return {
    ...viewItem(row, desk),
    ...viewApplication(row, desk.language),
    applicant: { full_name: row.applicant.full_name, civil_id: row.applicant.civil_id },
  };
}

type FoundCases = CutPage<ApplicationRow>;

export async function findCases(db: Reader, actor: Actor, query: QueueQuery, now: Date): Promise<FoundCases> {
  const { state = 'open' } = query;
  // The newest come first among cases whose deadline no longer matters.
  const usual = state === 'open' ? {} : ({ sort: '-submitted_at' } as const);
  const { sort, before, limit } = queueSorts.read({ ...usual, ...query, limit: readLimit(query.limit) });
  const found = await listQueue(db, {
    officerId: actor.userId,
    authorities: await readAuthorities(db),
    // A keyboard may send й and ё decomposed, where the names are composed.
    words: query.q?.normalize('NFC'),
    status: query.status,
    state,
    mine: query.assigned_to === 'me',
    unassigned: query.unassigned === 'true',
    service: query.service,
    due: readSpan(query, now),
    sort,
    after: before,
    limit,
  });
  return cutPage(found, limit, (row) => queueSorts.write(sort, row));
}

/** Records an access-log entry for every applicant on the page. */
export function showCases(
  tx: WriteTx,
  actor: Actor,
  { items, ...rest }: FoundCases,
  desk: Desk,
): QueuePage | Unchanged<QueuePage> {
  const shown = items.map((row) => ({ personId: row.person_id, matter: matterOf(row), ...officeOf(row) }));
  const { recorded } = recordListed(tx, { actor, row: 'gov.officer.queue' }, shown);
  const page: QueuePage = { items: items.map((row) => viewItem(row, desk)), ...rest };
  return recorded ? page : unchanged(page);
}

/** The access log says whose application was seen. */
export function matterOf(row: ApplicationRow): Matter {
  const { id, reference_no: number, service_name: title, applicant, party_id: partyId } = row;
  if (partyId === null) return { id, number, title };
  const { full_name: name, full_name_en: nameEn } = applicant;
  return { id, number, title: { mn: `${title.mn} (${name})`, en: `${title.en} (${nameEn || name})` } };
}

function readLimit(text: string | undefined): number {
  const limit = Number(text ?? defaultLimit);
  return Number.isInteger(limit) && limit >= 1 && limit <= maxLimit ? limit : defaultLimit;
}

/** Several flags match what all of them match: overdue with another one nothing. */
function readSpan(query: QueueQuery, now: Date): QueueFilter['due'] {
  const ends = [
    ...(query.due_soon === 'true' ? [dueSoonLimit(now)] : []),
    ...(query.due_today === 'true' ? [dayEnd(now)] : []),
  ];
  const from = ends.length > 0 ? now : undefined;
  if (query.overdue === 'true') return { from, before: now };
  return from && { from, before: new Date(Math.min(...ends.map(Number))) };
}

export async function stats(db: Reader, actor: Actor, now: Date): Promise<StatsView> {
  const authorities = await readAuthorities(db);
  return readStats(db, {
    officerId: actor.userId,
    authorities,
    now,
    soon: dueSoonLimit(now),
    dayEnd: dayEnd(now),
  });
}

/** Any case visible under RLS, which knows the caller's authorities, except the caller's own. */
export async function findCase(tx: WriteTx, actor: Actor, id: string): Promise<ApplicationRow> {
  const row = (await findApplication(tx, id)) ?? (await refuseHidden(tx, id));
  if (row.user_id === actor.userId) fail(govErrors.own_application);
  return row;
}

/** Cases of the officer's own organisations are hidden by RLS; the officer learns why. */
export async function refuseHidden(db: Reader | WriteTx, id: string): Promise<never> {
  return fail((await isStakeCase(db, id)) ? govErrors.own_application : kernelErrors.not_found);
}

/** The applicant sees the authority and the case in their access log. */
export function recordCaseAccess(tx: WriteTx, actor: Actor, row: ApplicationRow): { recorded: boolean } {
  return recordAccess(tx, {
    personId: row.person_id,
    actor,
    row: 'gov.officer.case',
    matter: matterOf(row),
    ...officeOf(row),
  });
}

export const officeOf = ({ agency }: Pick<ApplicationRow, 'agency'>) =>
  agency === '' ? {} : { office: agency };

/** The officer who decided a case still reads it after the service went to another authority. */
async function decidesFor(tx: WriteTx, { authority_id }: ApplicationRow): Promise<boolean> {
  const authorities = await readAuthorities(tx);
  return authorities === undefined || (authority_id !== null && authorities.includes(authority_id));
}

/** Returns everything needed for a decision, and records the access. */
export async function openCase(
  tx: WriteTx,
  actor: Actor,
  id: string,
  desk: Desk,
): Promise<CaseView | Unchanged<CaseView>> {
  const row = await findCase(tx, actor, id);
  const service = await serviceOf(tx, row);
  const view: CaseView = {
    application: viewOpened(row, desk),
    service: service === undefined ? null : viewServiceDetail(service, desk.language),
    events: await listEvents(tx, id),
    files: (await listPapers(desk.files, tx, id)).items,
    facts: await listFacts(tx, id, { language: desk.language, now: tx.now }),
    holder: await nameHolder(tx, row, desk.language),
    ...(await readDetails(tx, id, desk.language)),
    handovers: await listHandovers(tx, id),
    signature: (await findCaseSignature(tx, id, desk.language)) ?? null,
    read_only: !(await decidesFor(tx, row)),
  };
  const { recorded } = recordCaseAccess(tx, actor, row);
  return recorded ? view : unchanged(view);
}
