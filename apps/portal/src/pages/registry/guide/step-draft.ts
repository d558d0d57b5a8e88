import type { GuideStep, GuideStepBody } from '../../../api/registry.ts';

/** A step while it is edited; a new one has a key of this page and no id yet. */
export interface StepDraft {
  key: string;
  id: string | null;
  service_id: string | null;
  how: NonNullable<GuideStep['how']>;
  title: string;
  title_en: string;
  body: string;
  body_en: string;
}

export const readSteps = (steps: readonly GuideStep[]): StepDraft[] =>
  steps.map((step) => ({ ...step, key: step.id, how: step.how ?? 'online' }));

let made = 0;
export function startStep(serviceId: string | null): StepDraft {
  made += 1;
  return {
    // Unique after a reload too, because unsaved steps come back.
    key: `new-${Date.now()}-${made}`,
    id: null,
    service_id: serviceId,
    how: 'in_person',
    title: '',
    title_en: '',
    body: '',
    body_en: '',
  };
}

export const buildSteps = (steps: readonly StepDraft[]): GuideStepBody[] =>
  steps.map(({ id, service_id, how, title, title_en, body, body_en }) => ({
    ...(id === null ? {} : { id }),
    ...(service_id === null ? { how, title, title_en } : { service_id }),
    body,
    body_en,
  }));

export const fieldId = (step: StepDraft, name: string) => `step-${step.key}-${name}`;

/** Texts that are missing, by the id of their input. */
export function findStepFaults(
  steps: readonly StepDraft[],
  words: { missing: string; bothLanguages: string },
): Record<string, string> {
  const faults: Record<string, string> = {};
  const isBlank = (text: string) => text.trim() === '';
  for (const step of steps) {
    if (step.service_id === null)
      for (const name of ['title', 'title_en'] as const)
        if (isBlank(step[name])) faults[fieldId(step, name)] = words.missing;
    if (isBlank(step.body) !== isBlank(step.body_en))
      faults[fieldId(step, isBlank(step.body) ? 'body' : 'body_en')] = words.bothLanguages;
  }
  return faults;
}
