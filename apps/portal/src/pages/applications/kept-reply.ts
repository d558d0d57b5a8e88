import type { FormField, ServiceForm } from '../../api/catalogue.ts';
import { buildPersonalName, findTyped, forgetInTab, keepTyped, readTyped } from '../../api/tab-storage.ts';
import { type Answers, listEntryFields, listFields } from '../../features/service-form/answers.ts';

/** An unsent reply: the changed answers as entered, and the note. */
export interface Reply {
  answers: Answers;
  note: string;
}

/** The person, the application and the question; a reply to an earlier question is no reply to a later one. */
export interface ReplyPlace {
  userId: string;
  applicationId: string;
  askedAt: string;
}

type Owner = Pick<ReplyPlace, 'userId' | 'applicationId'>;

/** The name contains the user's id, so the next user of the same tab reads another name. */
const nameOf = ({ userId, applicationId, askedAt }: ReplyPlace) =>
  buildPersonalName('reply', userId, `${applicationId}:${askedAt}`);

export const MAX_NOTE_LENGTH = 2000;
const MAX_KEPT_LENGTH = 64_000;

export function keepReply(place: ReplyPlace, { answers, note }: Reply): void {
  const text = JSON.stringify({ answers, note });
  const isNothing = note.trim() === '' && Object.keys(answers).length === 0;
  const isKept = !isNothing && text.length <= MAX_KEPT_LENGTH && keepTyped(nameOf(place), text);
  // An older state of the reply would be worse than none.
  if (!isKept) forgetReply(place);
}

/** Deletes a reply that cannot be read. */
export function readReply(place: ReplyPlace, form: ServiceForm | null): Reply | null {
  const typed = readTyped(nameOf(place));
  const reply = typed === null ? null : parseReply(typed.text, form);
  if (reply === null) forgetReply(place);
  return reply;
}

/** Replies to questions that are no longer open: withdrawn, answered elsewhere or too late. They can only be copied. */
export function listStrayReplies(
  { userId, applicationId }: Owner,
  askedAt: string | null,
  form: ServiceForm | null,
): Reply[] {
  const open = askedAt === null ? '' : nameOf({ userId, applicationId, askedAt });
  return findTyped((name) => name.startsWith(prefixOf({ userId, applicationId })) && name !== open).flatMap(
    ([, { text }]) => parseReply(text, form) ?? [],
  );
}

export function forgetStrayReplies({ userId, applicationId }: Owner, askedAt: string | null): void {
  const open = askedAt === null ? '' : nameOf({ userId, applicationId, askedAt });
  for (const [name] of findTyped((each) => each.startsWith(prefixOf({ userId, applicationId }))))
    if (name !== open) forgetInTab(name);
}

const prefixOf = ({ userId, applicationId }: Owner) =>
  buildPersonalName('reply', userId, `${applicationId}:`);

export const forgetReply = (place: ReplyPlace): void => forgetInTab(nameOf(place));

function parseReply(text: string, form: ServiceForm | null): Reply | null {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(kept)) return null;
  const { note, answers } = kept;
  if (typeof note !== 'string' || note.length > MAX_NOTE_LENGTH || !isRecord(answers)) return null;
  const fields = new Map(form ? listFields(form) : []);
  const fits = Object.entries(answers).every(([name, value]) => fitsField(fields.get(name), value));
  if (fits) return { note, answers: answers as Answers };
  // The service has another form by now; the words are still the person's.
  return note.trim() === '' ? null : { note, answers: {} };
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
