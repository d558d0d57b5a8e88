import type { FormField, ServiceForm } from '../../api/catalogue.ts';
import { type Answers, listEntryFields, listFields } from '../../features/service-form/answers.ts';

/** A reply that was begun and not sent: the answers that were changed, as they stand in their fields, and the note. */
export interface Reply {
  answers: Answers;
  note: string;
}

/** Whose reply it is, and to what; what was written to an earlier question is no answer to a later one. */
export interface ReplyPlace {
  userId: string;
  applicationId: string;
  askedAt: string;
}

type Owner = Pick<ReplyPlace, 'userId' | 'applicationId'>;

const PREFIX = 'tamga-reply:';
/** The person stands in the name: whoever signs in after them in the same tab looks elsewhere. */
const nameOf = ({ userId, applicationId }: Owner) => `${PREFIX}${userId}:${applicationId}`;

export const MAX_NOTE_LENGTH = 2000;
const MAX_KEPT_LENGTH = 64_000;

/** Once the person has left, what the page still does on its way out must not bring anything back. */
let hasLeft = false;

export function keepReply(place: ReplyPlace, { answers, note }: Reply): void {
  if (hasLeft) return;
  const text = JSON.stringify({ asked_at: place.askedAt, answers, note });
  const isNothing = note.trim() === '' && Object.keys(answers).length === 0;
  if (isNothing || text.length > MAX_KEPT_LENGTH) {
    forgetReply(place);
    return;
  }
  try {
    sessionStorage.setItem(nameOf(place), text);
  } catch {
    // There is no room, or no storage at all: an older state of the reply would be worse than none.
    forgetReply(place);
  }
}

/** What does not fit, the question or the form of today, is forgotten for good. */
export function readReply(place: ReplyPlace, form: ServiceForm | null): Reply | null {
  let text: string | null;
  try {
    text = sessionStorage.getItem(nameOf(place));
  } catch {
    return null;
  }
  if (text === null) return null;
  const reply = parseReply(text, place.askedAt, form);
  if (reply === null) forgetReply(place);
  return reply;
}

export function forgetReply(owner: Owner): void {
  try {
    sessionStorage.removeItem(nameOf(owner));
  } catch {
    // Nothing was kept.
  }
}

/** For signing out: of nobody, and for as long as this page lives. */
export function forgetReplies(): void {
  hasLeft = true;
  try {
    const names = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
    for (const name of names) if (name?.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

function parseReply(text: string, askedAt: string, form: ServiceForm | null): Reply | null {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(kept) || kept['asked_at'] !== askedAt) return null;
  const { note, answers } = kept;
  if (typeof note !== 'string' || note.length > MAX_NOTE_LENGTH || !isRecord(answers)) return null;
  const fields = new Map(form ? listFields(form) : []);
  const fits = Object.entries(answers).every(([name, value]) => fitsField(fields.get(name), value));
  return fits ? { note, answers: answers as Answers } : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the field can show it, not whether it is right: what is half written seldom is. */
function fitsField(field: FormField | undefined, value: unknown): boolean {
  if (field === undefined) return false;
  if (field.type === 'boolean') return typeof value === 'boolean';
  if (field.type !== 'array')
    return typeof value === 'string' && (value === '' || (field.enum?.includes(value) ?? true));
  if (!Array.isArray(value) || value.length > (field.maxItems ?? Number.POSITIVE_INFINITY)) return false;
  const inner = listEntryFields(field);
  return value.every(
    (entry: unknown) =>
      isRecord(entry) &&
      Object.keys(entry).length === inner.length &&
      inner.every(([name, each]) => fitsField(each, entry[name])),
  );
}
