export {
  type AskedSection,
  isRequired,
  listAsked,
  listAskedSections,
  listAskedSlots,
  listConditions,
  listMissingSlots,
  listNames,
} from './asked.ts';
export { isDayBound, resolveDay } from './day-bound.ts';
export { type AskedEvidence, listPapers, type ServicePaper } from './papers.ts';
export { findProblems, type Problem } from './problems.ts';
export type {
  Answers,
  Condition,
  FieldSchema,
  FormSchema,
  Language,
  PaperSlot,
  Section,
  Text,
} from './schema.ts';
export { describeProblem } from './texts.ts';
