import { describe, expect, it } from 'vitest';
import type { FormField, ServiceForm } from '../../api/catalogue.ts';
import { compareForms, listSetAside, readSetAside } from './service-changed.tsx';

const say = (text: string) => ({ mn: text, en: text });
const field = (title: string): FormField => ({ type: 'string', 'x-title': say(title) });
const form = (properties: Record<string, FormField>, required: string[] = []): ServiceForm => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  'x-sections': [{ 'x-title': say('One'), fields: Object.keys(properties) }],
});

describe('a form that changed', () => {
  const before = form({ phone: field('Phone'), place: field('Place'), why: field('Why') });
  const now = form({ phone: field('Phone'), why: field('Why'), income: field('Income') }, ['why']);

  it('names removed, added and changed questions', () => {
    expect(compareForms(before, now)).toEqual({ removed: ['place'], added: ['income'], changed: ['why'] });
    expect(compareForms(before, before)).toEqual({ removed: [], added: [], changed: [] });
    expect(compareForms(before, null).removed).toEqual(['phone', 'place', 'why']);
  });

  it('sets aside answers to questions that are gone, and only those', () => {
    const saved = { phone: '99112233', place: 'west', toString: 'x', height: 180, gone: '' };
    expect(readSetAside(now, saved)).toEqual({ place: 'west', toString: 'x', gone: '' });
    expect(readSetAside(now, null)).toEqual({});
    expect(listSetAside(now, { phone: '1', place: 'west', gone: '', no: false, list: [] })).toEqual([
      'place',
    ]);
  });
});
