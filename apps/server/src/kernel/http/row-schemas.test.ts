import { describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/config.ts';
import { createProbe } from '../../../test/probe-module.ts';
import { describeOutside } from '../../commands/outside.ts';
import { buildApp } from '../../composition/app.ts';
import { checkInputs } from '../../generated-docs.ts';
import { createLogger } from '../observability/logger.ts';
import { findInputOpenings } from './input-bounds.ts';
import type { Row } from './row.ts';
import { strict, Type } from './schemas.ts';

describe('bodies, queries and paths', () => {
  it('the checker finds every kind of opening, at any depth', () => {
    const body = Type.Object({
      loose: Type.String(),
      list: Type.Array(strict({ inner: Type.String() })),
      either: Type.Union([Type.Null(), Type.Object({ deep: Type.Optional(Type.String()) })]),
      any: Type.Any(),
      fine: Type.Optional(Type.String({ maxLength: 4 })),
      word: Type.Literal('fixed'),
    });
    const row = { id: 'row', path: '/rows/:id', body } as unknown as Row;
    expect(findInputOpenings([row]).sort()).toEqual([
      'row body.any: takes anything',
      'row body.either|1.deep: no maxLength',
      'row body.either|1: takes unknown fields',
      'row body.list: no maxItems',
      'row body.list[].inner: no maxLength',
      'row body.loose: no maxLength',
      'row body: takes unknown fields',
      'row params: takes anything',
    ]);
  });

  it('of every row refuse unknown fields and bound every string and array, or `npm run generate` stops', () => {
    const { modules } = buildApp(testConfig(), {
      databaseUrl: 'postgres://unused',
      directUrl: 'postgres://unused',
      outside: describeOutside(testConfig()),
      logger: createLogger('silent'),
      now: () => new Date(0),
    });
    expect(modules.flatMap(({ rows }) => rows).length).toBeGreaterThan(10);
    expect(() => checkInputs(modules)).not.toThrow();
    const { module: probe } = createProbe();
    const [row] = probe.rows;
    const loose = { ...row, id: 'probe.loose', body: strict({ name: Type.String() }) } as Row;
    expect(() => checkInputs([...modules, { ...probe, rows: [loose] }])).toThrow(
      /maxItems:\n {2}probe.loose body.name: no maxLength$/,
    );
  });
});
