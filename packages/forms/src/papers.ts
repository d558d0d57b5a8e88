import type { FormSchema, Text } from './schema.ts';

/** An evidence of the passport, as far as the list of papers needs it. */
export interface AskedEvidence {
  readonly code: string;
  readonly name: string;
  readonly name_en: string;
  readonly required: boolean;
  readonly from_citizen: boolean;
  readonly note?: string;
  readonly note_en?: string;
}

export interface ServicePaper {
  /** The key of the slot, or the code of the evidence; unique in its service. */
  readonly key: string;
  readonly title: Text;
  readonly note: Text;
  readonly required: boolean;
  /** Asked for only after some answers. */
  readonly conditional: boolean;
  /** `agency`: the state gives it, at once or after the citizen agrees. */
  readonly source: 'citizen' | 'agency';
}

const fold = (text: string) => text.trim().toLowerCase();

/**
 * The one list of papers of a service: the form says which papers are attached, the passport which evidences exist, and
 * a paper of both is listed once. Every page, the assistant and the guides read this list.
 */
export function listPapers(service: {
  readonly form: FormSchema | null;
  readonly evidences: readonly AskedEvidence[];
}): ServicePaper[] {
  const slots = service.form?.['x-papers'] ?? [];
  const covered = new Set(slots.flatMap((slot) => [slot.evidence ?? '', fold(slot['x-title'].mn)]));
  return [
    ...slots.map(
      (slot): ServicePaper => ({
        key: slot.key,
        title: slot['x-title'],
        note: slot['x-help'] ?? { mn: '', en: '' },
        required: slot.required,
        conditional: slot['x-when'] !== undefined,
        source: slot.evidence === undefined ? 'citizen' : 'agency',
      }),
    ),
    ...service.evidences
      .filter(({ code, name }) => !covered.has(code) && !covered.has(fold(name)))
      .map(
        (evidence): ServicePaper => ({
          key: evidence.code,
          title: { mn: evidence.name, en: evidence.name_en || evidence.name },
          note: { mn: evidence.note ?? '', en: evidence.note_en ?? '' },
          required: evidence.required,
          conditional: false,
          source: evidence.from_citizen ? 'citizen' : 'agency',
        }),
      ),
  ];
}
