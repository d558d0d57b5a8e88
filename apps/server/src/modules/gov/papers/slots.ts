import { failUnknown } from '../../../kernel/http/errors.ts';
import type { Language } from '../../../kernel/http/language.ts';
import type { FieldError } from '../../../kernel/http/validation.ts';
import type { FileView } from '../schemas.ts';
import { explainMissingPaper } from '../services/explain.ts';
import { listAskedSlots, listSlots, type PaperSlot, type Schema } from '../services/form-rules.ts';
import { type FileKind, fileKinds } from './kind.ts';

type Filed = Pick<FileView, 'slot' | 'type'>;

const fills = (file: Filed, slot: PaperSlot) => file.slot === slot.key && slot.accepts.includes(file.type);

/** Required papers that the answers lead to and that nobody added. */
export const listMissing = (form: Schema | null, answers: Schema, files: readonly Filed[]): PaperSlot[] =>
  listAskedSlots(form, answers).filter((slot) => slot.required && !files.some((file) => fills(file, slot)));

export const explainMissing = (missing: readonly PaperSlot[], language: Language): FieldError[] =>
  missing.map((slot) => explainMissingPaper(slot, language));

/** Papers the form knows and the answers do not lead to: nobody sees them before sending, so they are not sent. */
export function listUnasked(form: Schema | null, answers: Schema): string[] {
  const asked = listAskedSlots(form, answers).map(({ key }) => key);
  return listSlots(form)
    .map(({ key }) => key)
    .filter((key) => !asked.includes(key));
}

/** File kinds accepted for a paper of the form; every accepted kind where no paper is named. */
export function acceptedKinds(form: Schema | null, slot: string | null): readonly FileKind[] {
  if (slot === null) return fileKinds;
  return listSlots(form).find(({ key }) => key === slot)?.accepts ?? failUnknown('slot', unknownSlot);
}

const unknownSlot = {
  mn: 'Маягтад ийм бичиг баримт байхгүй.',
  en: 'The form asks for no such paper.',
};
