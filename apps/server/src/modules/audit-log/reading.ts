import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { VerifyReport } from '../../kernel/audit/verify.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import type { Language } from '../../kernel/http/language.ts';
import { cutPage, readPageQuery, readTime, writePlace } from '../../kernel/http/time-cursor.ts';
import { recordSecurityEvent } from '../security-events/index.ts';
import { recordListed } from './access.ts';
import { accessEvents, events } from './events.ts';
import { findMatterIds, findNames, findPeople } from './names-store.ts';
import {
  type AuditEntry,
  type AuditPage,
  type AuditQuery,
  type HistoryLine,
  uuidPattern,
} from './schemas.ts';
import { namedIn, type SentencePart, writeSentence } from './sentences/render.ts';
import { type AuditFilter, type AuditRow, listAudit, listHistory } from './store.ts';

type AuditFilterQuery = Omit<AuditQuery, 'limit' | 'cursor'>;

export interface ReadEntries {
  readonly entries: readonly AuditEntry[];
  /** Everyone whom the entries show or name. */
  readonly people: readonly string[];
}

export async function readFilter(db: Reader, query: AuditFilterQuery): Promise<AuditFilter> {
  return {
    action: query.action,
    category: query.category,
    actor: query.actor,
    target: query.target,
    person: query.person,
    matter: query.matter === undefined ? undefined : await findMatterIds(db, query.matter.trim()),
    from: readTime(query.from),
    to: readTime(query.to),
  };
}

export async function readAuditPage(
  db: Reader,
  query: AuditQuery,
  language: Language,
): Promise<{ page: AuditPage; people: readonly string[] }> {
  const request = readPageQuery(query);
  const found = await listAudit(db, { ...request, ...(await readFilter(db, query)) });
  const { items, ...rest } = cutPage(found, request.limit, (row) => writePlace(row.occurred_at, row.id));
  const { entries, people } = await describeEntries(db, items, language);
  return { page: { items: [...entries], ...rest }, people };
}

export async function describeEntries(
  db: Reader,
  rows: readonly AuditRow[],
  language: Language,
): Promise<ReadEntries> {
  const names = await findNames(db, rows.flatMap(namedIn));
  return {
    entries: rows.map((row) => viewEntry(row, writeSentence(row, names, language))),
    people: rows.flatMap(peopleOf),
  };
}

/** The newest entries of some actions about one target, in sentences. */
export async function readHistoryOf(
  db: Reader,
  about: { target: string; actions: readonly string[] },
  language: Language,
): Promise<HistoryLine[]> {
  const { entries } = await describeEntries(db, await listHistory(db, about), language);
  return entries.map(({ id, occurred_at, sentence }) => ({ id, occurred_at, sentence }));
}

/**
 * Targets of earlier accesses are excluded: otherwise every read of the log would add entries about reads without end.
 */
function peopleOf(row: AuditRow): string[] {
  const by = row.actor_user_id ?? '';
  if (row.category === accessEvents.personRead.category) return [by];
  const named = namedIn(row).flatMap(({ kind, id }) => (kind === 'person' ? [id] : []));
  return [by, row.target ?? '', ...named];
}

/** Records the access for everyone who was shown, and for the person in the filter, found or not. */
export async function recordAccesses(
  tx: WriteTx,
  actor: Actor,
  row: 'audit.list' | 'audit.export',
  shown: readonly (string | undefined)[],
): Promise<{ recorded: boolean }> {
  const ids = [...new Set(shown)].filter((id) => id !== undefined && isUuid(id));
  const people = ids.length === 0 ? [] : await findPeople(tx, ids as string[]);
  return recordListed(
    tx,
    { actor, row },
    // The id comes from the database, so that capitals in the query cannot hide the access from its person.
    people.map(({ id }) => ({ personId: id })),
  );
}

export const filteredPeople = ({ actor, target, person, matter }: AuditFilterQuery) => [
  actor,
  target,
  person,
  matter,
];

/** A starting row that does not exist is usually a typing error; a full verification finds real damage. */
export function isDamaged(report: VerifyReport, fromId: number | undefined): boolean {
  const noStart = fromId !== undefined && report.broken_id === fromId && report.checked === 0;
  return !report.ok && !(noStart && report.reason === 'missing');
}

/** Damage must not be overlooked, so it goes to the security events and to the log itself. */
export async function recordDamage(tx: WriteTx, report: VerifyReport): Promise<void> {
  const facts = {
    broken_id: report.broken_id ?? null,
    reason: report.reason ?? null,
    checked: report.checked,
  };
  tx.audit(events.chainBroken, { metadata: facts });
  await recordSecurityEvent(tx, 'audit_chain_broken', 'critical', { detail: facts });
}

const uuid = new RegExp(uuidPattern);
const isUuid = (text: string): boolean => uuid.test(text);

function viewEntry(row: AuditRow, sentence: SentencePart[]): AuditEntry {
  return {
    id: row.id,
    occurred_at: row.occurred_at,
    ...(row.actor_user_id === null ? {} : { actor_user_id: row.actor_user_id }),
    action: row.action,
    category: row.category,
    sentence,
    ...(row.target === null ? {} : { target: row.target }),
    ...(row.request_id === null ? {} : { request_id: row.request_id }),
    metadata: row.metadata,
    ...(row.prev_hash === null ? {} : { prev_hash: row.prev_hash }),
    ...(row.chain_hash === null ? {} : { chain_hash: row.chain_hash }),
  };
}
