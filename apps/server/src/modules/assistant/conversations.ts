import { randomUUID } from 'node:crypto';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { unchanged } from '../../kernel/http/row.ts';
import { cutPage, readPageQuery, writePlace } from '../../kernel/http/time-cursor.ts';
import {
  type ConversationRow,
  deleteConsent,
  deleteConversation,
  deleteConversations,
  deleteIdle,
  findConversation,
  hasAgreed,
  insertConversation,
  insertTurn,
  listConversations,
  listTurns,
  takeTurn,
  writeConsent,
} from './conversation-store.ts';
import { events } from './events.ts';
import type { Source } from './schemas.ts';

const maxTurns = 200;

export interface KeepDeps {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly now: () => Date;
}

export interface Turn {
  readonly question: string;
  readonly reply: string;
  readonly sources: readonly Source[];
}

/** Keeps a turn if the person agreed to it; returns the conversation that it is in. */
export async function keepTurn(
  deps: KeepDeps,
  actor: Actor,
  requestId: string,
  given: { conversationId: string | undefined; turn: Turn },
): Promise<string | undefined> {
  const identity = identityOf(actor);
  if (!(await hasAgreed(deps.database.reader(identity), actor.userId))) return undefined;
  return unitOfWork(
    deps,
    { identity, actorUserId: actor.userId, requestId, now: deps.now() },
    { what: 'ai.keep', events: [events.turnKept], auditRequired: (id) => id !== undefined },
    async (tx) => {
      // Read again: agreement may have been withdrawn while the model answered.
      if (!(await hasAgreed(tx, actor.userId))) return undefined;
      return appendTurn(tx, actor.userId, given.conversationId, given.turn);
    },
  );
}

async function appendTurn(
  tx: WriteTx,
  userId: string,
  known: string | undefined,
  turn: Turn,
): Promise<string> {
  const take = (id: string) => takeTurn(tx, { id, userId, max: maxTurns, now: tx.now });
  let id = known;
  let place = id === undefined ? undefined : await take(id);
  if (id === undefined || place === undefined) {
    id = randomUUID();
    await insertConversation(tx, { id, userId, title: turn.question.slice(0, 80), now: tx.now });
    place = await take(id);
  }
  await insertTurn(tx, {
    id,
    place: place ?? 1,
    question: turn.question.slice(0, 8000),
    reply: turn.reply.slice(0, 30_000),
    sources: JSON.stringify(turn.sources),
    now: tx.now,
  });
  tx.audit(events.turnKept, { target: id });
  return id;
}

const viewConversation = ({ seq: _, ...row }: ConversationRow) => row;

export async function showConversations(
  db: Reader,
  userId: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
) {
  const page = readPageQuery(query);
  const found = await listConversations(db, userId, page);
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.updated_at, row.seq));
  return { items: items.map(viewConversation), ...rest };
}

export async function showConversation(db: Reader, userId: string, id: string) {
  const row = (await findConversation(db, id, userId)) ?? fail(kernelErrors.not_found);
  return { ...viewConversation(row), items: await listTurns(db, id) };
}

export async function dropConversation(tx: WriteTx, userId: string, id: string) {
  if ((await deleteConversation(tx, id, userId)) === 0) fail(kernelErrors.not_found);
  tx.audit(events.conversationDeleted, { target: id, metadata: { count: 1 } });
  return { deleted: 1 };
}

export async function dropConversations(tx: WriteTx, userId: string) {
  const deleted = await deleteConversations(tx, userId);
  if (deleted === 0) return unchanged({ deleted });
  tx.audit(events.conversationDeleted, { metadata: { count: deleted } });
  return { deleted };
}

/** Withdrawing the agreement deletes what was kept by it. */
export async function changeKeeping(tx: WriteTx, userId: string, wanted: { keep: boolean; days: number }) {
  const { keep } = wanted;
  const changed = keep ? await writeConsent(tx, userId, tx.now) : await deleteConsent(tx, userId);
  const deleted = keep ? 0 : await deleteConversations(tx, userId);
  if (changed === 0 && deleted === 0) return unchanged(wanted);
  tx.audit(events.keepingChanged, { metadata: { keep, deleted } });
  return wanted;
}

export async function deleteIdleConversations(deps: KeepDeps, days: number, now: Date): Promise<void> {
  await unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    {
      what: 'ai.conversations.delete_idle',
      events: [events.conversationDeleted],
      auditRequired: (count: number) => count > 0,
    },
    async (tx) => {
      const count = await deleteIdle(tx, new Date(now.getTime() - days * 24 * 3_600_000));
      if (count > 0) tx.audit(events.conversationDeleted, { metadata: { count } });
      return count;
    },
  );
}
