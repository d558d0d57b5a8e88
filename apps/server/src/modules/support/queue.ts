import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { type CutPage, cutPage } from '../../kernel/http/time-cursor.ts';
import { type Matter, recordAccess, recordListed } from '../audit-log/index.ts';
import { notify } from '../notifications/index.ts';
import { isSamePerson } from '../users/index.ts';
import { explain, mostMessages } from './cases.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { letterQueue } from './letter.ts';
import {
  answerCase,
  assignCase,
  findName,
  hasProvenAddress,
  listQueue,
  listStaff,
  moveCase,
  type QueueRow,
  supportSorts,
} from './queue-store.ts';
import type { QueuedCaseDetail, QueueQuery } from './schemas.ts';
import { type CaseRow, findCase, insertMessage, listMessages } from './store.ts';

const matterOf = ({ id, number }: Pick<CaseRow, 'id' | 'number'>): Matter => ({
  id,
  number,
  title: { mn: 'Тусламж', en: 'Support' },
});

export async function findQueue(db: Reader, actor: Actor, query: QueueQuery): Promise<CutPage<QueueRow>> {
  const page = supportSorts.read(query);
  const assigned = { me: actor.userId, nobody: null };
  const found = await listQueue(db, {
    ...page,
    status: query.status,
    topic: query.topic,
    assignedTo: query.assigned && assigned[query.assigned],
    words: query.q?.trim(),
  });
  return cutPage(found, page.limit, (row) => supportSorts.write(page.sort, row));
}

/** Each sender on the page sees the access. */
export function showQueue(tx: WriteTx, actor: Actor, { items, ...rest }: CutPage<QueueRow>) {
  const shown = items.flatMap((row) =>
    row.user_id === null ? [] : [{ personId: row.user_id, matter: matterOf(row) }],
  );
  const { recorded } = recordListed(tx, { actor, row: 'support.queue' }, shown);
  const page = { items: [...items], ...rest };
  return recorded ? page : unchanged(page);
}

export async function openQueued(
  tx: WriteTx,
  actor: Actor,
  id: string,
): Promise<QueuedCaseDetail | Unchanged<QueuedCaseDetail>> {
  const row = (await findCase(tx, id)) ?? fail(kernelErrors.not_found);
  const view = await viewCase(tx, row);
  if (row.user_id === null) return unchanged(view);
  const { recorded } = recordAccess(tx, {
    personId: row.user_id,
    actor,
    row: 'support.case',
    matter: matterOf(row),
  });
  return recorded ? view : unchanged(view);
}

async function viewCase(tx: WriteTx, row: CaseRow): Promise<QueuedCaseDetail> {
  const messages = await listMessages(tx, row.id);
  return {
    ...row,
    sender: await findName(tx, row.user_id),
    assignee: await findName(tx, row.assigned_to),
    beginning: messages[0]?.text.split('\n')[0]?.slice(0, 160) ?? '',
    reached_by: row.user_id !== null ? 'portal' : (await hasProvenAddress(tx, row.id)) ? 'mail' : 'nothing',
    messages,
  };
}

export async function answer(
  tx: WriteTx,
  actor: Actor,
  id: string,
  body: { text: string; close?: boolean },
): Promise<QueuedCaseDetail> {
  const close = body.close === true;
  const row =
    (await answerCase(tx, { id, staffId: actor.userId, close, most: mostMessages, now: tx.now })) ??
    (await explainToStaff(tx, [actor.userId], await findCase(tx, id)));
  const messageId = await insertMessage(tx, {
    caseId: id,
    author: 'staff',
    authorId: actor.userId,
    text: body.text.trim(),
    now: tx.now,
  });
  tx.audit(events.answered, { target: id, metadata: { number: row.number, closed: close } });
  const view = await viewCase(tx, row);
  if (row.user_id !== null) await tellSender(tx, row.user_id, row);
  else if (view.reached_by === 'mail') tx.enqueue(letterQueue, { id: messageId });
  return view;
}

/** Without the answer itself: a notification may travel by e-mail. */
const tellSender = (tx: WriteTx, userId: string, { id, number }: CaseRow) =>
  notify(tx, {
    userId,
    title: { mn: 'Тусламжаас хариу ирлээ', en: 'Support answered you' },
    body: {
      mn: `${number} дугаартай асуудалд тань хариу бичлээ. Порталаас уншина уу.`,
      en: `Your case ${number} has an answer. Read it in the portal.`,
    },
    category: 'info',
    link: `/help/cases/${id}`,
  });

export async function assign(
  tx: WriteTx,
  actor: Actor,
  id: string,
  to: string | null,
): Promise<QueuedCaseDetail> {
  if (to !== null && !(await listStaff(tx)).some((person) => person.id === to))
    fail(errors.not_support_staff);
  const row =
    (await assignCase(tx, { id, staffId: actor.userId, to, now: tx.now })) ??
    (await explainToStaff(tx, [actor.userId, to], await findCase(tx, id)));
  tx.audit(events.assigned, { target: id, metadata: { number: row.number, assigned_to: to } });
  return viewCase(tx, row);
}

export async function close(tx: WriteTx, actor: Actor, id: string): Promise<QueuedCaseDetail> {
  const from = ['open', 'answered'];
  const row =
    (await moveCase(tx, { id, staffId: actor.userId, from, to: 'closed', now: tx.now })) ??
    (await explainToStaff(tx, [actor.userId], await findCase(tx, id)));
  tx.audit(events.closed, { target: id, metadata: { number: row.number } });
  return viewCase(tx, row);
}

export async function reopen(tx: WriteTx, actor: Actor, id: string): Promise<QueuedCaseDetail> {
  const moved = await moveCase(tx, { id, staffId: actor.userId, from: ['closed'], to: 'open', now: tx.now });
  if (moved === undefined) {
    const row = await findCase(tx, id);
    if (row !== undefined && row.status !== 'closed') fail(errors.case_not_closed);
    return explainToStaff(tx, [actor.userId], row);
  }
  tx.audit(events.reopened, { target: id, metadata: { number: moved.number } });
  return viewCase(tx, moved);
}

/** Nobody works on their own case, and nobody is given it. */
async function explainToStaff(
  tx: WriteTx,
  workers: readonly (string | null)[],
  row: CaseRow | undefined,
): Promise<never> {
  for (const worker of workers)
    if (worker !== null && row?.user_id != null && (await isSamePerson(tx, worker, row.user_id)))
      fail(errors.own_case);
  return explain(row);
}
