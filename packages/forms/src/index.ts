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
export { type ChosenOffice, findChosenOffice, findReadyDay, listToBring } from './collecting.ts';
export { isDayBound, resolveDay } from './day-bound.ts';
export { type FactName, findFact, type KnownFacts, readBirthDate } from './known-facts.ts';
export { findProblems, type Problem } from './problems.ts';
export { renameField, renameValue } from './rename.ts';
export type {
  Answers,
  Collecting,
  Condition,
  FieldSchema,
  FormSchema,
  Language,
  PaperSlot,
  Place,
  Section,
  Text,
  ThingToBring,
} from './schema.ts';
export {
  countDecisionDays,
  listServicePapers,
  type ServicePaper,
  sayPaper,
  sayPayment,
  sayTerms,
  sayTime,
} from './service-facts.ts';
export { describeProblem } from './texts.ts';
