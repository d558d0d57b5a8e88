import { describe, expect, it } from 'vitest';
import { createProbe, probeErrors, probeEvents } from '../../test/probe-module.ts';
import { checkFormats } from './http/validation.ts';
import { checkCatalogues, type Module } from './module.ts';

const { module: probe } = createProbe();

describe('a server does not start', () => {
  it.each<[string, Partial<Module>, string]>([
    [
      'an error',
      { errors: {} },
      `the error "${probeErrors.probe_listed.code}": add it to modules/probe/errors.ts`,
    ],
    ['an event', { events: {} }, `the event "${probeEvents.made.action}": add it to modules/probe/events.ts`],
  ])('with a row whose %s is missing from the catalogue', (_, change, problem) => {
    expect(() => checkCatalogues([probe])).not.toThrow();
    expect(() => checkCatalogues([{ ...probe, ...change }])).toThrow(problem);
  });

  it('with a format that the validator ignores, at any depth', () => {
    const schema = { properties: { list: { items: { anyOf: [{ type: 'string', format: 'day' }] } } } };
    expect(() => checkFormats(schema, 'POST /things body')).toThrow(
      'POST /things body.properties.list.items.anyOf[0] has the format "day"; the validator knows uuid, date,',
    );
  });
});
