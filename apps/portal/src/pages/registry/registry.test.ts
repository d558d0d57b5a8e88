import { describe, expect, it } from 'vitest';
import type { Passport } from '../../api/registry.ts';
import { compareSnapshots } from './compare-versions.ts';
import { checkGates } from './gates.ts';
import { buildBody, findFaults, readDraft } from './passport-draft.ts';
import { previewForm, readForm } from './read-form.ts';

const say = (mn: string, en: string) => ({ mn, en });
const form = {
  type: 'object',
  additionalProperties: false,
  properties: {
    reason: { type: 'string', 'x-title': say('Шалтгаан', 'Reason'), enum: ['a'], 'x-labels': {} },
  },
  required: ['reason'],
  'x-sections': [{ 'x-title': say('Нэг', 'One'), fields: ['reason'] }],
};
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
  description: 'Юу хийдэг',
  authority: 'Газар',
  keywords: ['нэг', 'хоёр'],
  form,
  ...extra,
});
const link = (extra: object = {}) => ({
  evidence_id: 'e',
  code: 'EV',
  name: 'Лавлагаа',
  required: true,
  from_citizen: true,
  in_khur: true,
  once_only_violation: true,
  note: '',
  ...extra,
});

describe('a draft of a passport', () => {
  it('keeps everything that is not edited when it goes back', () => {
    const { id, code, status, version, published_at, created_at, updated_at, evidences, ...writable } =
      passport({ authority_org_id: 'org', fee: 500, life_event_ids: ['x'] });
    const own = passport({ authority_org_id: 'org', fee: 500, life_event_ids: ['x'] });
    expect(buildBody(readDraft(own), own)).toEqual(writable);
    expect(findFaults(readDraft(own), false)).toEqual({});
  });

  it('a new one needs a code, a name and an authority', () => {
    expect(findFaults(readDraft(null), true)).toEqual({
      code: 'code',
      name: 'required',
      authority: 'required',
    });
  });

  it('says what the registry would refuse', () => {
    const draft = readDraft(passport());
    Object.assign(draft.texts, {
      fee: '-5',
      max_days: '99999',
      processing_time: '7 days',
      fulfilment: 'auto',
    });
    draft.flags.has_discretion = true;
    draft.form = '{"type": "object"}';
    expect(findFaults(draft, false)).toEqual({
      fee: 'whole',
      max_days: 'whole',
      processing_time: 'duration',
      fulfilment: 'automation',
      form: 'form',
    });
  });
});

describe('the form of a service', () => {
  it('is read, and shown as it will be asked', () => {
    const read = readForm(JSON.stringify(form));
    expect(read).toEqual({ form });
    expect(previewForm(form, 'en')).toEqual([
      { title: 'One', fields: [{ name: 'reason', label: 'Reason', type: 'choice', isRequired: true }] },
    ]);
  });

  it('names the first thing that is wrong', () => {
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

describe('the gates of publishing', () => {
  const shut = (own: Passport, violations = own.evidences, isChanged = false) =>
    checkGates(own, { violations }, isChanged)
      .filter((gate) => !gate.isOpen)
      .map((gate) => gate.name);

  it('asking for what the state has is in the way of a declared level, not of a modest one', () => {
    expect(shut(passport({ proactivity: 'once_only', evidences: [link()] }))).toEqual(['once_only']);
    expect(shut(passport({ proactivity: 'online', evidences: [link()] }))).toEqual([]);
    expect(shut(passport({ proactivity: 'proactive' }))).toEqual([]);
  });

  it('so are empty fields, discretion by a machine, and what was not saved', () => {
    expect(shut(passport({ description: ' ' }))).toEqual(['mandatory']);
    expect(shut(passport({ fulfilment: 'auto', has_assessment: true }))).toEqual(['automation']);
    expect(shut(passport(), [], true)).toEqual(['saved']);
  });
});

describe('two versions', () => {
  const changed = (before: Passport, after: Passport) =>
    compareSnapshots(before, after)
      .filter((row) => row.isChanged)
      .map((row) => row.field);

  it('differ in what was changed and in nothing else', () => {
    const before = passport({ life_event_ids: ['a', 'b'] });
    const reordered = Object.fromEntries(Object.entries(form).toReversed());
    expect(changed(before, passport({ life_event_ids: ['b', 'a'], form: reordered }))).toEqual([]);
    expect(changed(before, { ...before, fee: 7, evidences: [link()] })).toEqual(['fee', 'evidences']);
  });
});
