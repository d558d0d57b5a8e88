import type { ListedService, PublicService, Words } from '../../api/catalogue.ts';

/** One paper of the checklist. */
export interface Need {
  /** Unique in its service; the kept ticks name it. */
  key: string;
  title: Words;
  note: Words;
  isOptional: boolean;
  /** Asked for only after some answers. */
  isConditional: boolean;
  /** A service of this portal that gives the paper. */
  service: Pick<ListedService, 'id'> | null;
}

export interface Needs {
  /** Papers that the citizen brings. */
  bring: Need[];
  /** Papers that an agency gives, at once or after the citizen agrees. */
  fetched: Need[];
}

const fold = (text: string) => text.trim().toLowerCase();

/**
 * The form says which papers are attached, the passport which evidences exist; a paper of both is listed once. A paper
 * with the name of a service, or of its result, can be had from that service.
 */
export function listNeeds(service: PublicService, listed: readonly ListedService[]): Needs {
  const giverOf = (title: string) =>
    listed.find(
      (each) => each.id !== service.id && [each.name, each.output].some((name) => fold(name) === fold(title)),
    ) ?? null;
  const slots = service.form?.['x-papers'] ?? [];
  const asked = slots.map((slot): Need & { isFetched: boolean } => ({
    key: slot.key,
    title: slot['x-title'],
    note: slot['x-help'] ?? { mn: '', en: '' },
    isOptional: !slot.required,
    isConditional: slot['x-when'] !== undefined,
    service: giverOf(slot['x-title'].mn),
    isFetched: slot.evidence !== undefined,
  }));
  const covered = new Set(slots.flatMap((slot) => [slot.evidence ?? '', fold(slot['x-title'].mn)]));
  const others = service.evidences
    .filter(({ code, name }) => !covered.has(code) && !covered.has(fold(name)))
    .map((evidence) => ({
      key: evidence.code,
      title: { mn: evidence.name, en: evidence.name_en },
      note: { mn: evidence.note, en: evidence.note_en },
      isOptional: !evidence.required,
      isConditional: false,
      service: evidence.from_citizen ? giverOf(evidence.name) : null,
      isFetched: !evidence.from_citizen,
    }));
  const all = [...asked, ...others];
  return {
    bring: all.filter(({ isFetched }) => !isFetched),
    fetched: all.filter(({ isFetched }) => isFetched),
  };
}
