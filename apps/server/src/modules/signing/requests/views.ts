import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { findDocumentOfRequest } from '../document-store.ts';
import { findSession } from '../store.ts';
import type { Seat } from './access.ts';
import { nextReminder } from './close.ts';
import type { PartyRow } from './party-store.ts';
import type { PartyView, RequestItem, RequestView } from './schemas.ts';
import type { ItemRow, RequestRow } from './store.ts';
import { partiesInTurn } from './tell.ts';

/** Enough to recognise a number that one knows, too little to learn one. */
export function maskRegister(register: string): string {
  const letters = [...register];
  return letters.map((letter, at) => (at < 2 || at >= letters.length - 2 ? letter : '•')).join('');
}

const closedAt = ({ closed_at: at }: Pick<RequestRow, 'closed_at'>) => (at === null ? {} : { closed_at: at });

export const viewItem = (row: ItemRow, userId: string): RequestItem => ({
  id: row.id,
  title: row.title,
  order: row.signing_order,
  state: row.state,
  deadline: row.deadline,
  created_at: row.created_at,
  ...closedAt(row),
  sender_name: row.sender_name,
  is_sender: row.sender_id === userId,
  signed: row.signed,
  parties_total: row.total,
  my_turn: row.my_turn,
});

/** The name of a party appears when it has answered: before, it would tell who has an account here. */
function viewParty(party: PartyRow, isMe: boolean): PartyView {
  return {
    id: party.id,
    place: party.place,
    kind: party.kind,
    name: party.signer_name === '' ? party.name : party.signer_name,
    register: maskRegister(party.register),
    state: party.state,
    is_me: isMe,
    ...(party.organisation_name === '' ? {} : { organisation: party.organisation_name }),
    ...(party.seen_at === null ? {} : { seen_at: party.seen_at }),
    ...(party.settled_at === null ? {} : { settled_at: party.settled_at }),
    ...(party.reason === '' ? {} : { reason: party.reason }),
    ...(party.level === null ? {} : { level: party.level }),
    ...(party.shortfall === '' ? {} : { shortfall: party.shortfall }),
  };
}

/** `system` sees the session of whoever signs now; the caller learns only whether it is theirs. */
export async function viewRequest(
  { request, parties, isSender, mine }: Seat,
  userId: string,
  system: Reader | Tx,
  now: Date,
): Promise<RequestView> {
  const isOpen = request.state === 'open';
  const holder =
    request.signing_session === null ? undefined : await findSession(system, request.signing_session);
  const isHeld = holder?.state === 'running' || new Date(request.claimed_until ?? 0) > now;
  const isMine = holder?.state === 'running' && holder.user_id === userId;
  const copy =
    request.state === 'completed' ? await findDocumentOfRequest(system, request.id, userId) : undefined;
  const isMyParty = ({ id }: PartyRow) => mine.some((party) => party.id === id);
  const signAs = isOpen ? partiesInTurn(request.signing_order, parties).find(isMyParty) : undefined;
  const declineAs = isOpen ? mine.find(({ state }) => state === 'pending') : undefined;
  return {
    id: request.id,
    title: request.title,
    message: request.message,
    filename: request.filename,
    size: request.size_bytes,
    order: request.signing_order,
    state: request.state,
    deadline: request.deadline,
    created_at: request.created_at,
    ...closedAt(request),
    sender_name: request.sender_name,
    is_sender: isSender,
    signed: parties.filter(({ state }) => state === 'signed').length,
    parties_total: parties.length,
    parties: parties.map((party) => viewParty(party, isMyParty(party))),
    ...(signAs === undefined ? {} : { sign_as: signAs.id }),
    ...(declineAs === undefined ? {} : { decline_as: declineAs.id }),
    ...(isMine ? { session_id: holder.id } : {}),
    is_busy: isOpen && isHeld && !isMine,
    ...(request.level === null ? {} : { level: request.level }),
    ...(request.shortfall === '' ? {} : { shortfall: request.shortfall }),
    has_document: request.file_id !== null || copy !== undefined,
    ...(copy === undefined ? {} : { document_id: copy.id }),
    ...(isOpen && isSender ? { can_remind_at: laterOf(nextReminder(request), now).toISOString() } : {}),
  };
}

const laterOf = (a: Date, b: Date): Date => (a > b ? a : b);
