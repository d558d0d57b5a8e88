import { describe, expect, it } from 'vitest';
import { createProbe, probeErrors, probeEvents } from '../../test/probe-module.ts';
import type { Row } from './http/row.ts';
import { checkFormats } from './http/validation.ts';
import { checkModules, type Module } from './module.ts';

const { module: probe } = createProbe();
const stepUp = { code: 'step_up_required', status: 403, mn: 'Баталгаажуулна уу.', en: 'Confirm.' };

describe('a server does not start', () => {
  it.each<[string, Partial<Module>, string]>([
    [
      'an error',
      { errors: {} },
      `the error "${probeErrors.probe_listed.code}": add it to modules/probe/errors.ts`,
    ],
    ['an event', { events: {} }, `the event "${probeEvents.made.action}": add it to modules/probe/events.ts`],
  ])('with a row whose %s is missing from the catalogue', (_, change, problem) => {
    expect(() => checkModules([probe])).not.toThrow();
    expect(() => checkModules([{ ...probe, ...change }])).toThrow(problem);
  });

  it.each<[string, object, string]>([
    ['errors', { errors: undefined }, 'module probe has no errors: give it { } or modules/probe/errors.ts'],
    ['events', { events: undefined }, 'module probe has no events'],
  ])('with a module without %s', (_, change, problem) => {
    expect(() => checkModules([{ ...probe, ...change }])).toThrow(problem);
  });

  it.each<[string, object, string]>([
    ['a misspelt error', { errors: [undefined] }, 'probe.make names an error that modules/probe/errors.ts'],
    ['a misspelt event', { audit: [undefined] }, 'probe.make names an event that modules/probe/events.ts'],
    ['the id of another row', { id: 'probe.item' }, 'two rows have the id probe.item'],
    [
      'a path in braces',
      { path: '/probe/{id}' },
      'probe.make has the path /probe/{id}: write a parameter as :id',
    ],
  ])('with a row that has %s', (_, change, problem) => {
    const rows = probe.rows.map((row) => (row.id === 'probe.make' ? ({ ...row, ...change } as Row) : row));
    expect(() => checkModules([{ ...probe, rows }])).toThrow(problem);
  });

  it.each<[string, object, string]>([
    ['asks without being able to refuse', { freshProof: 'always' }, 'list the error step_up_required'],
    [
      'asks without recording it',
      { freshProof: 'always', errors: [stepUp] },
      'add the event superadmin.mfa.asked_again',
    ],
    ['refuses without saying when', { errors: [stepUp] }, 'probe.make: set freshProof and list the error'],
  ])('with a row that %s', (_, change, problem) => {
    const rows = probe.rows.map((row) => (row.id === 'probe.make' ? ({ ...row, ...change } as Row) : row));
    const errors = { ...probe.errors, step_up_required: stepUp };
    expect(() => checkModules([{ ...probe, rows, errors }])).toThrow(problem);
  });

  it('with a format that the validator ignores, at any depth', () => {
    const schema = { properties: { list: { items: { anyOf: [{ type: 'string', format: 'day' }] } } } };
    expect(() => checkFormats(schema, 'POST /things body')).toThrow(
      'POST /things body.properties.list.items.anyOf[0] has the format "day"; the validator knows uuid, date,',
    );
  });
});
