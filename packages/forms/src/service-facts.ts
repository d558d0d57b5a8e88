import type { FormSchema, Text } from './schema.ts';

/** The time and the papers of a service: one definition for pages with and without script, the assistant and guides. */

interface ServiceTime {
  readonly fulfilment: string;
  /** Hours of the deadline of an application; 0 counts none. */
  readonly sla_hours: number;
  /** The limit that the law sets. */
  readonly max_days: number;
}

/** Calendar days within which a decision is promised: those that the deadline of an application counts. */
export const countDecisionDays = ({ fulfilment, sla_hours: hours, max_days: days }: ServiceTime): number => {
  if (fulfilment === 'auto') return 0;
  return hours > 0 ? Math.ceil(hours / 24) : days;
};

/** An evidence that the passport of a service names. */
interface Evidence {
  readonly code: string;
  readonly name: string;
  readonly name_en: string;
  readonly note: string;
  readonly note_en: string;
  readonly required: boolean;
  readonly from_citizen: boolean;
}

export interface ServicePaper {
  /** Unique in its service. */
  readonly key: string;
  readonly title: Text;
  readonly note: Text;
  readonly isOptional: boolean;
  /** Asked for only after some answers. */
  readonly isConditional: boolean;
  /** An agency gives it, at once or after the citizen agrees. */
  readonly isFetched: boolean;
}

const fold = (text: string) => text.trim().toLowerCase();

/** The form says which papers are attached, the passport which evidences exist; a paper of both is listed once. */
export function listServicePapers({
  form,
  evidences,
}: {
  form: FormSchema | null;
  evidences: readonly Evidence[];
}): ServicePaper[] {
  const slots = form?.['x-papers'] ?? [];
  const asked = slots.map((slot) => ({
    key: slot.key,
    title: slot['x-title'],
    note: slot['x-help'] ?? { mn: '', en: '' },
    isOptional: !slot.required,
    isConditional: slot['x-when'] !== undefined,
    isFetched: slot.evidence !== undefined,
  }));
  const covered = new Set(slots.flatMap((slot) => [slot.evidence ?? '', fold(slot['x-title'].mn)]));
  const others = evidences
    .filter(({ code, name }) => !covered.has(code) && !covered.has(fold(name)))
    .map((evidence) => ({
      key: evidence.code,
      title: { mn: evidence.name, en: evidence.name_en },
      note: { mn: evidence.note, en: evidence.note_en },
      isOptional: !evidence.required,
      isConditional: false,
      isFetched: !evidence.from_citizen,
    }));
  return [...asked, ...others];
}
