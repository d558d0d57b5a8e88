import type { FormField, ServiceForm } from '../../api/catalogue.ts';
import { type Answers, listEntryFields, listFields } from '../../features/service-form/answers.ts';
import { buildPersonalName, forgetInTab, keepInTab, readFromTab } from '../../shell/tab-storage.ts';

/** An unsent reply: the changed answers as entered, and the note. */
export interface Reply {
  answers: Answers;
  note: string;
}

/** The person, the application and the question; a reply to an earlier question does not fit a later one. */
export interface ReplyPlace {
  userId: string;
  applicationId: string;
  askedAt: string;
}

type Owner = Pick<ReplyPlace, 'userId' | 'applicationId'>;

/** The name contains the user's id, so the next user of the same tab reads another name. */
const nameOf = ({ userId, applicationId }: Owner) => buildPersonalName('reply', userId, applicationId);

export const MAX_NOTE_LENGTH = 2000;
const MAX_KEPT_LENGTH = 64_000;

export function keepReply(place: ReplyPlace, { answers, note }: Reply): void {
  const text = JSON.stringify({ asked_at: place.askedAt, answers, note });
  const isNothing = note.trim() === '' && Object.keys(answers).length === 0;
  const isKept = !isNothing && text.length <= MAX_KEPT_LENGTH && keepInTab(nameOf(place), text);
  // An older state of the reply would be worse than none.
  if (!isKept) forgetReply(place);
}

/** Deletes a reply that does not fit the current question or form. */
export function readReply(place: ReplyPlace, form: ServiceForm | null): Reply | null {
  const text = readFromTab(nameOf(place));
  if (text === null) return null;
  const reply = parseReply(text, place.askedAt, form);
  if (reply === null) forgetReply(place);
  return reply;
}

export const forgetReply = (owner: Owner): void => forgetInTab(nameOf(owner));

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

/** Checks whether the field can show the value, not whether it is valid: an unfinished answer seldom is. */
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
