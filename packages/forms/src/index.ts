export { isRequired, listAsked, listAskedSlots, listMissingSlots, listNames } from './asked.ts';
export { isDayBound, resolveDay } from './day-bound.ts';
export { findProblems, type Problem } from './problems.ts';
export type { Answers, Condition, FieldSchema, FormSchema, Language, PaperSlot, Text } from './schema.ts';
export { describeProblem } from './texts.ts';
