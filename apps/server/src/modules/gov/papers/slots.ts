import { failUnknown } from '../../../kernel/http/errors.ts';
import type { Language } from '../../../kernel/http/language.ts';
import type { FieldError } from '../../../kernel/http/validation.ts';
import type { FileView } from '../schemas.ts';
import { explainMissingPaper } from '../services/explain.ts';
import { listAskedSlots, listSlots, type PaperSlot, type Schema } from '../services/form-rules.ts';
import { type FileKind, fileKinds } from './kind.ts';

type Filed = Pick<FileView, 'slot' | 'type'>;

const fills = (file: Filed, slot: PaperSlot) => file.slot === slot.key && slot.accepts.includes(file.type);

/** Required papers that the answers lead to and that were not added. */
export const listMissing = (form: Schema | null, answers: Schema, files: readonly Filed[]): PaperSlot[] =>
  listAskedSlots(form, answers).filter((slot) => slot.required && !files.some((file) => fills(file, slot)));

export const explainMissing = (missing: readonly PaperSlot[], language: Language): FieldError[] =>
  missing.map((slot) => explainMissingPaper(slot, language));

/** Slots that the answers do not lead to: the applicant does not see their papers on the review page, so they are not sent. */
export function listUnasked(form: Schema | null, answers: Schema): string[] {
  const asked = listAskedSlots(form, answers).map(({ key }) => key);
  return listSlots(form)
    .map(({ key }) => key)
    .filter((key) => !asked.includes(key));
}

/** All file types where no slot is named. */
export function acceptedKinds(form: Schema | null, slot: string | null): readonly FileKind[] {
  if (slot === null) return fileKinds;
  return listSlots(form).find(({ key }) => key === slot)?.accepts ?? failUnknown('slot', unknownSlot);
}

const unknownSlot = {
  mn: 'Маягтад ийм бичиг баримт байхгүй. Жагсаалтаас сонгоно уу.',
  en: 'is not a paper of this form; choose one of its papers',
};
