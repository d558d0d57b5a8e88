import { describe, expect, it } from 'vitest';
import {
  addQuestion,
  type Form,
  kindOf,
  listOptions,
  moveToSection,
  parseForm,
  renameQuestion,
  setKeyword,
  setKind,
  setOptions,
  setPapers,
  setQuestion,
  setRequired,
  setSections,
  startForm,
} from './form-model.ts';

const say = (mn: string, en = mn) => ({ mn, en });
const form: Form = {
  $comment: 'pasted',
  type: 'object',
  properties: {
    reason: {
      type: 'string',
      'x-title': say('Шалтгаан', 'Reason'),
      enum: ['lost', 'old'],
      'x-labels': { lost: say('Үрэгдсэн', 'Lost'), old: say('Хуучин', 'Old') },
      'x-vendor': 7,
    },
    how: { type: 'string', maxLength: 20, 'x-title': say('Яаж', 'How') },
    people: { type: 'array', 'x-title': say('Хүмүүс', 'People'), items: { type: 'object' } },
  },
  required: ['reason', 'how'],
  additionalProperties: false,
  'x-sections': [
    { 'x-title': say('Нэг', 'One'), fields: ['reason'] },
    { 'x-title': say('Хоёр', 'Two'), fields: ['how', 'people'], 'x-vendor': true },
  ],
  'x-papers': [{ key: 'photo', 'x-title': say('Зураг', 'Photo'), required: true, 'x-vendor': 1 }],
};
const when = { field: 'reason', is: ['lost'] };

describe('the form builder', () => {
  it('keeps every keyword that it does not know', () => {
    const changed = setRequired(
      setQuestion(form, 'how', { ...form.properties['how'], maxLength: 30 }),
      'how',
      false,
    );
    expect(changed).toEqual({
      ...form,
      properties: { ...form.properties, how: { ...form.properties['how'], maxLength: 30 } },
      required: ['reason'],
    });
    expect(parseForm(JSON.stringify(form))).toEqual(form);
    expect(setKind({ ...form.properties['reason'] }, 'text')).toEqual({
      type: 'string',
      maxLength: 200,
      'x-title': say('Шалтгаан', 'Reason'),
      'x-vendor': 7,
    });
  });

  it('does not show what is no form', () => {
    for (const text of ['', '{', '[]', '{"properties":{}}', '{"properties":{"a":1},"x-sections":[]}'])
      expect(parseForm(text)).toBeNull();
  });

  it('moves “required” between the form and the question with the condition', () => {
    const hidden = setQuestion(form, 'how', { ...form.properties['how'], 'x-when': when });
    expect([hidden.required, hidden.properties['how']?.['x-required']]).toEqual([['reason'], true]);
    const shown = setQuestion(
      hidden,
      'how',
      setKeyword({ ...hidden.properties['how'] }, 'x-when', undefined),
    );
    expect([shown.required, shown.properties['how']]).toEqual([['reason', 'how'], form.properties['how']]);
    const [first, second] = form['x-sections'];
    if (first === undefined || second === undefined) throw new Error('two groups');
    const group = setSections(form, [first, { ...second, 'x-when': when }]);
    expect([group.required, group.properties['how']?.['x-required']]).toEqual([['reason'], true]);
  });

  it('drops a condition that became impossible', () => {
    const hidden = setQuestion(form, 'how', { ...form.properties['how'], 'x-when': when });
    const [, second] = form['x-sections'];
    const without = setSections(hidden, second === undefined ? [] : [second]);
    expect([Object.keys(without.properties), without.properties['how']?.['x-when']]).toEqual([
      ['how', 'people'],
      undefined,
    ]);
    const later = moveToSection(hidden, 'reason', 1);
    expect(later.properties['how']?.['x-when']).toBeUndefined();
    const fewer = setQuestion(
      hidden,
      'reason',
      setOptions({ ...form.properties['reason'] }, [{ value: 'old', label: say('Хуучин', 'Old') }]),
    );
    expect(fewer.properties['how']?.['x-when']).toBeUndefined();
  });

  it('renames a question in its place, with all that names it', () => {
    const hidden = setPapers(setQuestion(form, 'how', { ...form.properties['how'], 'x-when': when }), [
      { key: 'photo', required: true, 'x-when': when },
    ]);
    const renamed = renameQuestion(hidden, 'reason', 'why');
    expect(Object.keys(renamed.properties)).toEqual(['why', 'how', 'people']);
    expect([renamed.required, renamed['x-sections'][0]?.fields]).toEqual([['why'], ['why']]);
    expect([renamed.properties['how']?.['x-when'], renamed['x-papers']?.[0]?.['x-when']]).toEqual([
      { field: 'why', is: ['lost'] },
      { field: 'why', is: ['lost'] },
    ]);
  });

  it('adds questions of every kind, and turns a choice into several and back', () => {
    const { form: made, name } = addQuestion(startForm(), 0, 'choices');
    expect([name, made.required, made['x-sections'][0]?.fields]).toEqual([
      'question_1',
      ['question_1'],
      ['question_1'],
    ]);
    expect(addQuestion(made, 0, 'date').name).toBe('question_2');
    expect(kindOf(made.properties[name] ?? {})).toBe('choices');
    expect(kindOf(form.properties['people'] ?? {})).toBeNull();
    const several = setKind({ ...form.properties['reason'] }, 'choices');
    expect([several['enum'], several['maxItems'], listOptions(several)]).toEqual([
      undefined,
      2,
      listOptions(form.properties['reason'] ?? {}),
    ]);
    expect(setKind(several, 'choice')['enum']).toEqual(['lost', 'old']);
  });
});
