import { listAsked, meets, readAnswer } from './asked.ts';
import { resolveDay } from './day-bound.ts';
import type { Answers, FormSchema, Place, Text, ThingToBring } from './schema.ts';

export interface ChosenOffice {
  name: Text;
  place: Place | undefined;
}

/** The office that the answers name for collecting the result. */
export function findChosenOffice(form: FormSchema | null, answers: Answers): ChosenOffice | undefined {
  const asked = form?.['x-collect']?.office;
  const field = asked === undefined ? undefined : form?.properties?.[asked];
  const chosen = asked === undefined ? undefined : readAnswer(answers, asked);
  if (field === undefined || typeof chosen !== 'string') return undefined;
  const own = <Value>(record: Readonly<Record<string, Value>> | undefined) =>
    record !== undefined && Object.hasOwn(record, chosen) ? record[chosen] : undefined;
  const name = own(field['x-labels']);
  return name === undefined ? undefined : { name, place: own(field['x-places']) };
}

/** What these answers lead to bringing; undefined if the form does not say. */
export function listToBring(form: FormSchema | null, answers: Answers): ThingToBring[] | undefined {
  const things = form?.['x-collect']?.bring;
  if (form === null || things === undefined) return undefined;
  const asked = listAsked(form, answers);
  return things.filter(({ 'x-when': when }) => when === undefined || meets(when, form, answers, asked));
}

/** The first day on which the result can be collected; both days are `YYYY-MM-DD`. */
export const findReadyDay = (form: FormSchema | null, decidedOn: string): string =>
  resolveDay(`today+P${form?.['x-collect']?.ready_days ?? 0}D`, decidedOn);
