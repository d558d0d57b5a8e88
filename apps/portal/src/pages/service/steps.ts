import { type AskedSection, listAskedSections } from '@tamga/forms';
import type { ServiceForm } from '../../api/catalogue.ts';
import type { Draft } from '../../api/gov.ts';
import { type Answers, readFieldId } from '../../features/service-form/answers.ts';
import type { Faults } from '../../features/service-form/check-answers.ts';
import type { Language } from '../../i18n/language.ts';

/** One page of an application. */
export interface Step {
  /** In the address: the number of the section, or the kind. */
  key: string;
  /** As a draft keeps it. */
  kind: Draft['step'];
  title: string;
  section: AskedSection | null;
}

interface StepOptions {
  form: ServiceForm | null;
  answers: Answers;
  /** A service without a form takes a note. */
  takesNote: boolean;
  asksPapers: boolean;
  language: Language;
  titles: Readonly<Record<Draft['step'], string>>;
}

/** The pages that the answers lead to. */
export function listSteps({ form, answers, takesNote, asksPapers, language, titles }: StepOptions): Step[] {
  const plain = (kind: Draft['step']): Step => ({ key: kind, kind, title: titles[kind], section: null });
  const sections = form
    ? listAskedSections(form, answers).map(
        (section): Step => ({
          key: String(section.number),
          kind: 'answers',
          title: section['x-title']?.[language] ?? titles.answers,
          section,
        }),
      )
    : [];
  return [
    ...sections,
    ...(form === null && takesNote ? [plain('answers')] : []),
    ...(asksPapers ? [plain('papers')] : []),
    plain('review'),
  ];
}

/** The name of the question that a field id or a saved place begins with. */
const questionOf = (path: string): string => path.split(/[-.]/)[0] ?? '';

export const holdsField = (step: Step, path: string): boolean =>
  step.section?.fields.includes(questionOf(path)) ?? false;

/** The page that a draft was left on; a draft of an older form may name a question that is gone. */
export const findLeftStep = (steps: readonly Step[], left: Pick<Draft, 'step' | 'field'>) =>
  steps.find((step) => step.kind === left.step && holdsField(step, left.field)) ??
  steps.find(({ kind }) => kind === left.step);

/** The errors that a page can show. */
export const faultsOf = (step: Step, faults: Faults): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([id]) => holdsField(step, readFieldId(id))));

export function findFaultyStep(
  steps: readonly Step[],
  faults: { answers: Faults; papers: Faults },
): Step | undefined {
  return steps.find((step) =>
    step.kind === 'papers'
      ? Object.keys(faults.papers).length > 0
      : Object.keys(faultsOf(step, faults.answers)).length > 0,
  );
}

/** Where a draft continues when its person left this page without choosing a field. */
export const placeOf = (step: Step): Pick<Draft, 'step' | 'field'> => ({
  step: step.kind,
  field: step.section?.fields[0] ?? '',
});
