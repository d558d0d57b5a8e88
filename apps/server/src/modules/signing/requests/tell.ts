import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import { notify } from '../../notifications/index.ts';
import { listRepresentatives } from '../../organisations/index.ts';
import { type Facts, type News, newsOf } from './messages.ts';
import { listHolders, type PartyRow } from './party-store.ts';
import type { RequestRow } from './store.ts';

/** Parties that can sign now. */
export function partiesInTurn(
  order: RequestRow['signing_order'],
  parties: readonly PartyRow[],
): readonly PartyRow[] {
  const pending = parties.filter(({ state }) => state === 'pending');
  return order === 'any' ? pending : pending.slice(0, 1);
}

interface Recipient {
  userId: string;
  /** Set for a representative: they learn for whom, and read the title only after the provider confirmed them. */
  organisation: string | undefined;
}

/**
 * A party that has answered is the person who did; any other is looked up by its register number, and a number that
 * nobody has signed in with gets nothing.
 */
async function recipientsOf(tx: WriteTx, parties: readonly PartyRow[]): Promise<Recipient[]> {
  const answered = parties.flatMap(({ user_id: id }) => (id === null ? [] : [id]));
  const open = parties.filter(({ user_id: id }) => id === null);
  const registers = open.filter(({ kind }) => kind === 'person').map(({ register }) => register);
  const people = registers.length === 0 ? [] : await listHolders(tx, registers);
  const found: Recipient[] = [...answered, ...people.map(({ id }) => id)].map((userId) => ({
    userId,
    organisation: undefined,
  }));
  for (const party of open.filter(({ kind }) => kind === 'organisation')) {
    const members = await listRepresentatives(tx, party.register);
    found.push(...members.map(({ user_id, name }) => ({ userId: user_id, organisation: name })));
  }
  const once = new Map(found.toReversed().map((recipient) => [recipient.userId, recipient]));
  return [...once.values()];
}

/** Runs in the transaction of the event, as system. */
export async function tellParties(
  tx: WriteTx,
  request: RequestRow,
  parties: readonly PartyRow[],
  news: News,
  options: { facts?: Facts; except?: string | undefined; andSender?: boolean } = {},
): Promise<void> {
  const recipients = await recipientsOf(tx, parties);
  if (options.andSender === true && !recipients.some(({ userId }) => userId === request.sender_id))
    recipients.push({ userId: request.sender_id, organisation: undefined });
  for (const { userId, organisation } of recipients) {
    if (userId === options.except) continue;
    await notify(tx, {
      userId,
      topic: 'documents',
      ...newsOf(news, request, { ...options.facts, organisation }),
    });
  }
}

export const tellSender = (tx: WriteTx, request: RequestRow, news: News, facts: Facts): Promise<void> =>
  notify(tx, { userId: request.sender_id, topic: 'documents', ...newsOf(news, request, facts) });
