import type { Draft } from './gov.ts';
import { request } from './http.ts';
import { buildPersonalName, forgetInTab, keepTyped, readTyped } from './tab-storage.ts';

export interface DraftContent {
  note: string;
  payload: Record<string, unknown>;
}

/** Answers that the server has not confirmed, in this tab. */
export interface KeptAnswers {
  content: DraftContent;
  /** The revision of the draft that they were typed over. */
  revision: number;
  /** Saves whose answers have not come: the server may have the last of them. */
  sent: readonly DraftContent[];
  at: string;
}

/** The name contains the user's id, so the next user of the same tab reads another name. */
export interface KeptPlace {
  userId: string;
  serviceId: string;
  /** Null: for themselves. */
  partyId: string | null;
}
const KIND = 'answers';
const nameOf = ({ userId, serviceId, partyId }: KeptPlace) =>
  buildPersonalName(KIND, userId, `${partyId ?? 'self'}:${serviceId}`);

const MAX_KEPT_LENGTH = 300_000;

/** False if the browser refuses: then only the page has the answers. */
export function keepAnswers(place: KeptPlace, answers: KeptAnswers | null): boolean {
  if (answers === null) {
    forgetInTab(nameOf(place));
    return true;
  }
  const text = JSON.stringify(answers);
  const isKept = text.length <= MAX_KEPT_LENGTH && keepTyped(nameOf(place), text);
  // An older state of the answers would be worse than none.
  if (!isKept) forgetInTab(nameOf(place));
  return isKept;
}

export const readKeptAnswers = (place: KeptPlace): KeptAnswers | null => readByName(nameOf(place));

/** True if the server has these answers and only its confirmation was lost with the page; then they are forgotten. */
export async function isSavedDraft(name: string): Promise<boolean> {
  const [kind, , party = '', serviceId = ''] = name.split(':');
  const kept = kind === `tamga-${KIND}` ? readByName(name) : null;
  if (kept === null) return false;
  try {
    const path = '/api/v1/gov/drafts';
    const { data: list } = await request<{ items: { service_id: string }[] }>(path, { party });
    if (!list.items.some(({ service_id }) => service_id === serviceId)) return false;
    const { data: draft } = await request<Draft>(`${path}/${encodeURIComponent(serviceId)}`, { party });
    if (!isSameContent(kept.content, draft)) return false;
    forgetInTab(name);
    return true;
  } catch {
    return false;
  }
}

function readByName(name: string): KeptAnswers | null {
  try {
    const kept: unknown = JSON.parse(readTyped(name)?.text ?? 'null');
    if (!isRecord(kept)) return null;
    const { content, revision, sent, at } = kept;
    if (!isContent(content) || typeof revision !== 'number' || typeof at !== 'string') return null;
    return { content, revision, at, sent: Array.isArray(sent) ? sent.filter(isContent) : [] };
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isContent = (value: unknown): value is DraftContent =>
  isRecord(value) && typeof value['note'] === 'string' && isRecord(value['payload']);

/** Independent of the order of the answers, which PostgreSQL changes. */
export function isSameContent(one: DraftContent, other: Pick<Draft, 'note' | 'payload'>): boolean {
  return one.note === other.note && sort(one.payload) === sort(other.payload);
}
const sort = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );

export type Beginning =
  | { from: 'nothing' | 'server' }
  /** The answers of this tab are newer than the server's. */
  | { from: 'tab'; kept: KeptAnswers; revision: number }
  /** Both have changed; the person chooses. */
  | { from: 'conflict'; kept: KeptAnswers };

/** Which answers a form begins with. */
export function chooseBeginning(kept: KeptAnswers | null, draft: Draft | null): Beginning {
  if (kept === null) return { from: draft === null ? 'nothing' : 'server' };
  if (draft !== null && isSameContent(kept.content, draft)) return { from: 'server' };
  const isSent = draft !== null && kept.sent.some((each) => isSameContent(each, draft));
  const hasNoAnswers =
    draft === null || (draft.note === '' && Object.keys(draft.payload as object).length === 0);
  const isSeen = kept.revision === 0 ? hasNoAnswers : draft?.revision === kept.revision;
  return isSeen || isSent
    ? { from: 'tab', kept, revision: draft?.revision ?? 0 }
    : { from: 'conflict', kept };
}
