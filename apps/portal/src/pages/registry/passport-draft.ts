import { registryServicesCreateBody, registryServicesReplaceBody } from '../../api/generated/bodies.ts';
import type { Passport, PassportBody } from '../../api/registry.ts';
import { checkBody } from '../../ui/forms/check-body.ts';
import { type FaultWords, nameFaults, rootOf } from '../../ui/forms/name-faults.ts';
import {
  APPLICANTS,
  FLAG_NAMES,
  type FlagName,
  type ListName,
  SECTIONS,
  TEXT_FIELDS,
  TEXT_NAMES,
  type TextName,
} from './passport-fields.ts';
import { readForm } from './read-form.ts';

/** A passport as entered in the fields: every value is text until it is saved. */
export interface Draft {
  code: string;
  texts: Record<TextName, string>;
  flags: Record<FlagName, boolean>;
  lists: Record<ListName, readonly string[]>;
  form: string;
}

export type Fault = 'code' | 'whole' | 'duration' | 'keywords' | 'automation' | 'form';

const IN_ORDER: readonly string[] = ['code', ...Object.values(SECTIONS).flat(), 'form'];
function readText(passport: Passport | null, name: TextName): string {
  const field = TEXT_FIELDS[name];
  if (!passport) return 'start' in field ? String(field.start) : '';
  if (name === 'keywords') return passport.keywords.join(', ');
  const value = passport[name];
  return value === null ? '' : String(value);
}

export function readDraft(passport: Passport | null): Draft {
  return {
    code: passport?.code ?? '',
    texts: Object.fromEntries(TEXT_NAMES.map((name) => [name, readText(passport, name)])) as Draft['texts'],
    flags: Object.fromEntries(FLAG_NAMES.map((name) => [name, passport?.[name] ?? false])) as Draft['flags'],
    lists: {
      applicants: passport?.applicants ?? ['person', 'child'],
      channels: passport?.channels ?? [],
      life_event_ids: passport?.life_event_ids ?? [],
    },
    form: passport?.form ? JSON.stringify(passport.form, null, 2) : '',
  };
}

/** Applies the person's edits to a newer saved version; unedited fields take the newer value. */
export function rebaseDraft(base: Draft, draft: Draft, saved: Draft): Draft {
  const pick = <Value>(before: Value, typed: Value, newer: Value): Value =>
    JSON.stringify(typed) === JSON.stringify(before) ? newer : typed;
  const pickEach = <Values extends Record<string, unknown>>(before: Values, typed: Values, newer: Values) =>
    Object.fromEntries(
      Object.keys(newer).map((name) => [name, pick(before[name], typed[name], newer[name])]),
    ) as Values;
  return {
    code: pick(base.code, draft.code, saved.code),
    texts: pickEach(base.texts, draft.texts, saved.texts),
    flags: pickEach(base.flags, draft.flags, saved.flags),
    lists: pickEach(base.lists, draft.lists, saved.lists),
    form: pick(base.form, draft.form, saved.form),
  };
}

export function splitKeywords(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean);
}

const HINTS: Partial<Record<string, Fault>> = {
  code: 'code',
  processing_time: 'duration',
  keywords: 'keywords',
  ...Object.fromEntries(
    TEXT_NAMES.filter((name) => TEXT_FIELDS[name].kind === 'whole').map((name) => [name, 'whole']),
  ),
};

/** The error text of each field that the server would refuse. */
export function findFaults(
  draft: Draft,
  passport: Passport | null,
  words: Record<Fault, string>,
  common: FaultWords,
  sayPart: (path: string) => string = (path) => path,
): Record<string, string> {
  const body = buildBody(draft, passport);
  const found = passport
    ? checkBody(registryServicesReplaceBody, body)
    : checkBody(registryServicesCreateBody, { ...body, code: draft.code.trim() });
  const hints = Object.fromEntries(
    Object.entries(HINTS).map(([name, fault]) => [name, fault && words[fault]]),
  );
  const faults = gatherFaults(nameFaults(found, common, hints), sayPart);
  if (draft.texts.fulfilment === 'auto' && (draft.flags.has_discretion || draft.flags.has_assessment))
    faults['fulfilment'] = words.automation;
  if (draft.texts.authority_id === '') faults['authority_id'] = common.required;
  if (draft.form.trim() && 'problem' in readForm(draft.form)) faults['form'] = words.form;
  // In the order of the page, in which people correct them.
  return Object.fromEntries(
    IN_ORDER.flatMap((name) => (faults[name] === undefined ? [] : [[name, faults[name]]])),
  );
}

/** The form of a service is one field on the page, so its error names the wrong question or group. */
export function gatherFaults(
  faults: Record<string, string>,
  sayPart: (path: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults).map(([path, text]) => [
      rootOf(path),
      path === rootOf(path) ? text : `${sayPart(path)}: ${text}`,
    ]),
  );
}

function writeText(texts: Draft['texts'], name: TextName): unknown {
  if (name === 'keywords') return splitKeywords(texts.keywords);
  if (name === 'sla_hours' && texts.fulfilment === 'auto') return 0;
  const text = texts[name].trim();
  switch (TEXT_FIELDS[name].kind) {
    case 'whole':
      return /^\d+$/.test(text) ? Number(text) : Number.NaN;
    case 'event':
      return text || null;
    default:
      return text;
  }
}

/** The whole passport for the server: a replacement omits no field, or this does not compile. */
export function buildBody({ texts, flags, lists, form }: Draft, passport: Passport | null): PassportBody {
  const read = form.trim() ? readForm(form) : null;
  const written = Object.fromEntries(TEXT_NAMES.map((name) => [name, writeText(texts, name)]));
  return {
    ...(written as Pick<PassportBody, TextName>),
    ...flags,
    applicants: APPLICANTS.filter((each) => lists.applicants.includes(each)),
    channels: [...lists.channels],
    life_event_ids: [...lists.life_event_ids],
    authority_org_id: passport?.authority_org_id ?? null,
    form: read && 'form' in read ? read.form : null,
  };
}
