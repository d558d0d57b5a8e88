import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';
import type { Text } from '../../../kernel/http/language.ts';

export interface KeptFact {
  name: Text;
  value: Text;
}

declare module '../../../kernel/db/schema.ts' {
  interface JsonShapes {
    'gov_facts.evidence_name': Text;
    'gov_facts.agency': Text;
    'gov_facts.content': KeptFact[];
  }
}

const factRow = {
  ...columnsOf(
    'gov_facts',
    'id user_id service_id draft_id application_id slot evidence_code evidence_name agency state failure content',
  ),
  ...columnsOf(
    'gov_facts',
    'agreed_at due_at expires_at answered_at decided_at relay_request_id platform_code answer_digest receipt_digest',
  ),
};
export type FactRow = RowOf<typeof factRow>;
const columns = selectionOf(factRow);
/** States in which a question still stands or its answer is kept for a draft. */
const open = sql`('asked', 'answered', 'accepted')`;

const lock = statement(
  'gov.facts.lock_person',
  (p: { key: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${p.key}, 0))`,
);
/** Counts of one person's questions are taken one after the other. */
export const lockPerson = async (tx: Tx, userId: string): Promise<void> => {
  await tx.run(lock({ key: `gov.facts:${userId}` }));
};

const count = statement(
  'gov.facts.count',
  { asked: computed('int8'), open: computed('int8') },
  (p: { userId: string; serviceId: string; slot: string; since: Date }) => sql`
    select count(*) filter (where agreed_at > ${p.since}) as asked,
      count(*) filter (where service_id = ${p.serviceId} and slot = ${p.slot} and state in ${open}) as open
    from gov_facts where user_id = ${p.userId}`,
);
export const countFacts = async (
  tx: Tx,
  given: { userId: string; serviceId: string; slot: string; since: Date },
): Promise<{ asked: number; open: number }> => (await tx.first(count(given))) ?? { asked: 0, open: 0 };

export interface NewFact {
  id: string;
  userId: string;
  serviceId: string;
  draftId: string;
  slot: string;
  evidenceCode: string;
  evidenceName: string;
  agency: string;
  exchangeCode: string;
  relayRequestId: string;
  now: Date;
  dueAt: Date;
  expiresAt: Date;
}
const insert = statement(
  'gov.facts.insert',
  factRow,
  (p: NewFact) => sql`
    insert into gov_facts (id, user_id, service_id, draft_id, slot, evidence_code, evidence_name, agency, exchange_code,
      state, agreed_at, due_at, expires_at, relay_request_id)
    values (${p.id}, ${p.userId}, ${p.serviceId}, ${p.draftId}, ${p.slot}, ${p.evidenceCode}, ${p.evidenceName},
      ${p.agency}, ${p.exchangeCode}, 'asked', ${p.now}, ${p.dueAt}, ${p.expiresAt}, ${p.relayRequestId})
    returning ${columns}`,
);
export async function insertFact(tx: Tx, fact: NewFact): Promise<FactRow> {
  const row = await tx.first(insert(fact));
  if (row === undefined) throw new Error('the new fact is missing');
  return row;
}

const ofDraft = statement(
  'gov.facts.of_draft',
  factRow,
  (p: { userId: string; serviceId: string }) => sql`
    select distinct on (slot) ${columns} from gov_facts
    where user_id = ${p.userId} and draft_id in (
      select id from gov_drafts where user_id = ${p.userId} and service_id = ${p.serviceId})
    order by slot, seq desc`,
);
/** The newest question for each paper of the person's draft. */
export const listDraftFacts = (db: Reader, userId: string, serviceId: string): Promise<FactRow[]> =>
  db.run(ofDraft({ userId, serviceId }));

const ofApplication = statement(
  'gov.facts.of_application',
  factRow,
  (p: { applicationId: string }) => sql`
    select ${columns} from gov_facts where application_id = ${p.applicationId} order by seq limit 100`,
);
export const listApplicationFacts = (db: Reader | Tx, applicationId: string): Promise<FactRow[]> =>
  db.run(ofApplication({ applicationId }));

const byRequest = statement(
  'gov.facts.by_request',
  factRow,
  (p: { requestId: string }) => sql`
    select ${columns} from gov_facts where relay_request_id = ${p.requestId} for update`,
);
export const lockFactOf = (tx: Tx, requestId: string): Promise<FactRow | undefined> =>
  tx.first(byRequest({ requestId }));

interface Answered {
  id: string;
  content: string;
  platformCode: string;
  answerDigest: string;
  receiptDigest: string;
  now: Date;
}
const answer = statement(
  'gov.facts.answer',
  (p: Answered) => sql`
    update gov_facts set state = 'answered', content = ${p.content}, answered_at = ${p.now},
      platform_code = ${p.platformCode}, answer_digest = ${p.answerDigest}, receipt_digest = ${p.receiptDigest}
    where id = ${p.id} and state = 'asked'`,
);
export const keepAnswer = (tx: Tx, given: Answered): Promise<number> => tx.change(answer(given));

interface Failed extends Omit<Answered, 'content'> {
  failure: Exclude<FactRow['failure'], ''>;
}
const failed = statement(
  'gov.facts.fail',
  (p: Failed) => sql`
    update gov_facts set state = 'failed', failure = ${p.failure}, answered_at = ${p.now},
      platform_code = ${p.platformCode}, answer_digest = ${p.answerDigest}, receipt_digest = ${p.receiptDigest}
    where id = ${p.id} and state = 'asked'`,
);
export const keepFailure = (tx: Tx, given: Failed): Promise<number> => tx.change(failed(given));

interface OwnFact {
  id: string;
  userId: string;
  serviceId: string;
  now: Date;
}
const accept = statement(
  'gov.facts.accept',
  factRow,
  (p: OwnFact & { digest: string }) => sql`
    update gov_facts set state = 'accepted', decided_at = ${p.now}
    where id = ${p.id} and user_id = ${p.userId} and service_id = ${p.serviceId} and state = 'answered'
      and answer_digest = ${p.digest} and expires_at > ${p.now}
    returning ${columns}`,
);
export const acceptFact = (tx: Tx, given: OwnFact & { digest: string }): Promise<FactRow | undefined> =>
  tx.first(accept(given));

const refuse = statement(
  'gov.facts.refuse',
  factRow,
  (p: OwnFact) => sql`
    update gov_facts set state = case when state = 'asked' then 'withdrawn' else 'refused' end, content = null,
      decided_at = ${p.now}
    where id = ${p.id} and user_id = ${p.userId} and service_id = ${p.serviceId} and state in ${open}
    returning ${columns}`,
);
export const refuseFact = (tx: Tx, given: OwnFact): Promise<FactRow | undefined> => tx.first(refuse(given));

const find = statement(
  'gov.facts.find',
  columnsOf('gov_facts', 'id'),
  (p: Pick<OwnFact, 'id' | 'userId' | 'serviceId'>) => sql`
    select id from gov_facts where id = ${p.id} and user_id = ${p.userId} and service_id = ${p.serviceId}`,
);
export const findOwnFact = (
  tx: Tx,
  given: Pick<OwnFact, 'id' | 'userId' | 'serviceId'>,
): Promise<{ id: string } | undefined> => tx.first(find(given));

const usable = statement(
  'gov.facts.lock_usable',
  columnsOf('gov_facts', 'id slot'),
  (p: { ids: readonly string[]; userId: string; serviceId: string; now: Date }) => sql`
    select id, slot from gov_facts
    where id = any(${p.ids}::uuid[]) and user_id = ${p.userId} and service_id = ${p.serviceId} and state = 'accepted'
      and expires_at > ${p.now}
    order by id for update`,
);
/** Only what the person saw and accepted for this service, and what has not expired. */
export const lockUsable = (
  tx: Tx,
  given: { ids: readonly string[]; userId: string; serviceId: string; now: Date },
): Promise<{ id: string; slot: string }[]> => tx.run(usable(given));

const use = statement(
  'gov.facts.use',
  columnsOf('gov_facts', 'id evidence_code receipt_digest'),
  (p: { ids: readonly string[]; applicationId: string }) => sql`
    update gov_facts set state = 'used', application_id = ${p.applicationId}
    where id = any(${p.ids}::uuid[]) and state = 'accepted' returning id, evidence_code, receipt_digest`,
);
export const markUsed = (tx: Tx, ids: readonly string[], applicationId: string) =>
  tx.run(use({ ids, applicationId }));

const erase = statement(
  'gov.facts.erase_of_drafts',
  (p: { draftIds: readonly string[]; now: Date }) => sql`
    update gov_facts set state = 'withdrawn', content = null, decided_at = ${p.now}
    where draft_id = any(${p.draftIds}::uuid[]) and state in ${open}`,
);
/** A draft that was sent or deleted leaves no answer behind. */
export const eraseFactsOf = (tx: Tx, draftIds: readonly string[], now: Date): Promise<number> =>
  tx.change(erase({ draftIds, now }));

const expire = statement(
  'gov.facts.expire',
  columnsOf('gov_facts', 'id evidence_code'),
  (p: { now: Date; limit: number }) => sql`
    update gov_facts set state = 'expired', content = null
    where id in (
      select id from gov_facts where state in ${open} and expires_at <= ${p.now}
      order by expires_at limit ${p.limit} for update skip locked)
    returning id, evidence_code`,
);
export const expireFacts = (
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ id: string; evidence_code: string }[]> => tx.run(expire({ now, limit }));
