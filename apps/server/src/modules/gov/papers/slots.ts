import { type Answers, type FormSchema, listAskedSlots, type PaperSlot } from '@tamga/forms';
import { failUnknown } from '../../../kernel/http/errors.ts';
import type { Language } from '../../../kernel/http/language.ts';
import type { FieldError } from '../../../kernel/http/validation.ts';
import { type PaperKind, paperKinds } from '../../files/index.ts';
import type { PaperRow } from './store.ts';

export const explainMissing = (missing: readonly PaperSlot[], language: Language): FieldError[] =>
  missing.map(({ key, 'x-title': title }) => ({
    field: `papers.${key}`,
    tag: 'required',
    message:
      language === 'mn' ? `«${title.mn}» бичиг баримтаа хавсаргана уу.` : `Attach this paper: ${title.en}.`,
  }));

/** Slots that the answers do not lead to: the applicant does not see their papers on the review page, so they are not sent. */
export function listUnasked(form: FormSchema | null, answers: Answers): string[] {
  const asked = listAskedSlots(form, answers).map(({ key }) => key);
  return (form?.['x-papers'] ?? []).map(({ key }) => key).filter((key) => !asked.includes(key));
}

/** A paper that no officer can ever open does not fill its slot. */
export const isUsable = ({ scan }: Pick<PaperRow, 'scan'>): boolean =>
  scan !== 'infected' && scan !== 'unscannable';

/** All file types where no slot is named. */
export function acceptedKinds(form: FormSchema | null, slot: string | null): readonly PaperKind[] {
  if (slot === null) return paperKinds;
  const { accepts } = form?.['x-papers']?.find(({ key }) => key === slot) ?? failUnknown('slot', unknownSlot);
  return (accepts as readonly PaperKind[] | undefined) ?? paperKinds;
}

const unknownSlot = {
  mn: 'Маягтад ийм бичиг баримт байхгүй. Жагсаалтаас сонгоно уу.',
  en: 'is not a paper of this form; choose one of its papers',
};
