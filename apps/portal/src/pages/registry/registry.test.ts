import { describe, expect, it } from 'vitest';
import type { ServiceForm } from '../../api/catalogue.ts';
import type { Passport } from '../../api/registry.ts';
import { uiWords } from '../../ui/words.ts';
import { compareSnapshots } from './compare-versions.ts';
import { diffWords } from './diff-words.ts';
import { fieldWords } from './field-words.ts';
import { checkGates } from './gates.ts';
import { buildBody, findFaults, readDraft, rebaseDraft } from './passport-draft.ts';
import { maxLengthOf, TEXT_FIELDS, TEXT_NAMES } from './passport-fields.ts';
import { describeForm, previewForm, readForm } from './read-form.ts';

const say = (mn: string, en: string) => ({ mn, en });
const form = {
  type: 'object',
  additionalProperties: false,
  properties: {
    reason: { type: 'string', 'x-title': say('Шалтгаан', 'Reason'), enum: ['a'], 'x-labels': {} },
  },
  required: ['reason'],
  'x-sections': [{ 'x-title': say('Нэг', 'One'), fields: ['reason'] }],
} satisfies ServiceForm;
const passport = (extra: Partial<Passport> = {}): Passport => ({
  ...buildBody(readDraft(null), null),
  id: 'a',
  code: 'MN-1',
  status: 'published',
  version: 1,
  published_at: null,
  created_at: '2031-01-01T00:00:00Z',
  updated_at: null,
  evidences: [],
  name: 'Үнэмлэх',
  name_en: 'Card',
  description: 'Юу хийдэг',
  description_en: 'What it does',
  authority_id: '00000000-0000-4000-8000-00000000a001',
  authority: 'Газар',
  authority_en: 'Office',
  demo: false,
  max_days: 7,
  keywords: ['нэг', 'хоёр'],
  form,
  ...extra,
});
const link = (extra: object = {}) => ({
  evidence_id: 'e',
  code: 'EV',
  name: 'Лавлагаа',
  name_en: 'Extract',
  required: true,
  from_citizen: true,
  in_khur: true,
  once_only_violation: true,
  note: '',
  note_en: '',
  ...extra,
});

const fields = fieldWords.en.faults;
const common = uiWords.en.fault;

describe('a draft of a passport', () => {
  it('has a limit for every text', () => {
    const texts = TEXT_NAMES.filter(
      (name) => /line|area/.test(TEXT_FIELDS[name].kind) && name !== 'keywords',
    );
    expect(texts.length).toBeGreaterThan(15);
    expect(texts.filter((name) => maxLengthOf(name) === undefined)).toEqual([]);
  });

  it('keeps every unedited field when it is saved', () => {
    const uuid = '00000000-0000-4000-8000-00000000b001';
    const own = passport({ authority_org_id: uuid, fee: 500, life_event_ids: [uuid] });
    const { id, code, status, version, published_at, created_at, updated_at, evidences, demo, ...rest } = own;
    const { authority, authority_en, ...writable } = rest;
    expect(buildBody(readDraft(own), own)).toEqual(writable);
    expect(findFaults(readDraft(own), own, fields, common)).toEqual({});
  });

  it('requires a code, a name and an authority if it is new', () => {
    expect(findFaults(readDraft(null), null, fields, common)).toEqual({
      code: common.required,
      name: common.required,
      authority_id: common.required,
    });
  });

  it('finds the errors that the server would refuse', () => {
    const draft = readDraft(passport());
    Object.assign(draft.texts, {
      fee: '-5',
      max_days: '99999',
      steps_count: '',
      keywords: `нэг, ${'a'.repeat(61)}`,
      processing_time: '7 days',
      fulfilment: 'auto',
    });
    draft.flags.has_discretion = true;
    draft.form = '{"type": "object"}';
    expect(findFaults(draft, passport(), fields, common)).toEqual({
      fee: fields.whole,
      max_days: fields.whole,
      steps_count: fields.whole,
      processing_time: fields.duration,
      keywords: `keywords.1: ${fields.keywords}`,
      fulfilment: fields.automation,
      form: fields.form,
    });
    draft.form = JSON.stringify({ ...form, 'x-other': 1 });
    expect(findFaults(draft, passport(), fields, common)['form']).toBe(`form.x-other: ${common.other}`);
  });
});

describe('a draft of a passport that changed meanwhile', () => {
  it('keeps the person’s edits and takes other people’s saved changes', () => {
    const base = readDraft(passport({ category: 'Хуучин' }));
    const typed = { ...base, texts: { ...base.texts, target_group: 'Иргэн' } };
    const saved = readDraft(passport({ category: 'Шинэ', target_group: 'Хуулийн этгээд', online: true }));
    const { texts, flags } = rebaseDraft(base, typed, saved);
    expect([texts.target_group, texts.category, flags.online]).toEqual(['Иргэн', 'Шинэ', true]);
  });
});

describe('the form of a service', () => {
  it('is parsed, and previewed as it will be asked', () => {
    const read = readForm(JSON.stringify(form));
    expect(read).toEqual({ form });
    expect(previewForm(form, 'en')).toEqual([
      { title: 'One', fields: [{ name: 'reason', label: 'Reason', type: 'choice', isRequired: true }] },
    ]);
  });

  it('reports its first error', () => {
    const problem = (text: string) => {
      const read = readForm(text);
      return 'problem' in read ? read.problem.kind : null;
    };
    expect(problem('{')).toBe('json');
    expect(problem('[]')).toBe('shape');
    expect(problem('{"type":"object","additionalProperties":false,"properties":{}}')).toBe('fields');
    expect(problem(JSON.stringify({ ...form, 'x-sections': [] }))).toBe('unplaced');
    expect(problem(JSON.stringify({ ...form, properties: { reason: { type: 'string' } } }))).toBe('untitled');
  });
});

describe('the conditions of publishing', () => {
  const shut = (own: Passport, violations = own.evidences, isChanged = false) =>
    checkGates(own, { violations }, isChanged)
      .filter((gate) => !gate.isOpen)
      .map((gate) => gate.name);

  it('block a declared level if the service asks for documents that the state has, but no lower level', () => {
    expect(shut(passport({ proactivity: 'once_only', evidences: [link()] }))).toEqual(['once_only']);
    expect(shut(passport({ proactivity: 'online', evidences: [link()] }))).toEqual([]);
    expect(shut(passport({ proactivity: 'proactive' }))).toEqual([]);
  });

  it('block a text in one language only, of the passport or of a document', () => {
    const own = passport({ authority_en: '', output_en: 'Card', evidences: [link({ name_en: '' })] });
    const gates = checkGates(own, { violations: [] }, false).filter((gate) => !gate.isOpen);
    expect(gates.map(({ name, because }) => [name, because])).toEqual([
      ['languages', ['authority_id', 'output']],
      ['evidence_languages', ['EV']],
    ]);
  });

  it('block empty fields, a missing time, discretion by a machine, and unsaved changes', () => {
    expect(shut(passport({ description: ' ', description_en: '' }))).toEqual(['mandatory']);
    expect(shut(passport({ fulfilment: 'auto', has_assessment: true }))).toEqual(['automation']);
    expect(shut(passport({ max_days: 0 }))).toEqual(['time']);
    expect(shut(passport({ max_days: 0, fulfilment: 'auto' }))).toEqual([]);
    expect(shut(passport(), [], true)).toEqual(['saved']);
  });
});

describe('two versions', () => {
  const changed = (before: Passport, after: Passport) =>
    compareSnapshots(before, after)
      .filter((row) => row.isChanged)
      .map((row) => row.field);

  it('differ only in the changed fields', () => {
    const before = passport({ life_event_ids: ['a', 'b'] });
    const reordered = Object.fromEntries(Object.entries(form).toReversed()) as unknown as ServiceForm;
    expect(changed(before, passport({ life_event_ids: ['b', 'a'], form: reordered }))).toEqual([]);
    expect(changed(before, { ...before, fee: 7, evidences: [link()] })).toEqual(['fee', 'evidences']);
    const linked = passport({ evidences: [link()] });
    expect(changed(linked, { ...linked, evidences: [link({ note: 'Эх хувь' })] })).toEqual(['evidences']);
  });

  it('show the differing words', () => {
    const marked = (pieces: { text: string; isChanged: boolean }[]) =>
      pieces.filter(({ isChanged }) => isChanged).map(({ text }) => text.trim());
    const { before, after } = diffWords('Өргөдөл 3 хоногт шийднэ', 'Өргөдөл ажлын 5 хоногт шийднэ');
    expect([marked(before), marked(after)]).toEqual([['3'], ['ажлын 5']]);
    expect(before.map(({ text }) => text).join('')).toBe('Өргөдөл 3 хоногт шийднэ');
    expect(marked(diffWords('15\u00a0000', '13\u00a0000').after)).toEqual(['13\u00a0000']);
    expect(marked(diffWords('', 'шинэ').after)).toEqual(['шинэ']);
  });

  it('show the differences between two forms with the same questions', () => {
    const other = structuredClone(form);
    other.properties.reason.enum = ['a', 'b'];
    expect(describeForm(form, other, 'en')).toEqual(['One:', '– Reason * enum: [ "a" ]']);
    const renamed = { ...form, 'x-sections': [{ 'x-title': say('Нэг', 'First'), fields: ['reason'] }] };
    expect(describeForm(form, renamed, 'mn').at(-1)).toContain('"One"');
    expect(describeForm(form, form, 'en')).toEqual(['One:', '– Reason *']);
  });
});
