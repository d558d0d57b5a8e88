import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type TestServer, type TestWorld } from '../../../../test/server.ts';
import { createToolCaller, type Envelope, makeKey, toolsEnv } from '../test/stage.ts';

interface Labelled {
  insights: { id: string; topic: string; content: string }[];
  queries: { kind: string; expects: string; query: string }[];
}
const { insights, queries } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'labelled.json'), 'utf8'),
) as Labelled;

let world: TestWorld;
let server: TestServer;
let call: (tool: string, body?: unknown) => Promise<Envelope>;
const ids = new Map<string, string>();

/** A fake embedding endpoint: one direction for everything about animals, another for the rest. */
const embedding = {
  model: 'by hand',
  embed: async (texts: readonly string[]) =>
    texts.map((text) => (/horse|mount|мор/i.test(text) ? [1, 0.1, 0] : [0, 0.2, 1])),
};

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer({ env: toolsEnv(world) });
  call = createToolCaller(world, server, (await makeKey(server, world)).key);
  for (const { id, topic, content } of insights) {
    const { data } = await call('record_insight', { topic, content });
    ids.set(data.id, id);
  }
});
afterAll(() => world.close());

describe('record_insight', () => {
  it('keeps one row for the same insight, with the higher confidence', async () => {
    const first = await call('record_insight', {
      topic: 'Rule',
      content: 'Tea before work',
      confidence: 0.4,
    });
    expect(first).toMatchObject({ success: true, data: { confidence: 0.4, created: true } });
    const again = await call('record_insight', {
      topic: ' rule ',
      content: 'TEA before work ',
      confidence: 0.9,
    });
    expect(again.data).toMatchObject({ id: first.data.id, confidence: 0.9, created: false, topic: 'Rule' });
    const lower = await call('record_insight', { topic: 'Rule', content: 'Tea before work' });
    expect(lower.data).toMatchObject({ confidence: 0.9, created: false });
  });

  it('refuses values out of range', async () => {
    for (const body of [
      { topic: '', content: 'x' },
      { topic: ' ', content: 'x' },
      { topic: 'a', content: 'x'.repeat(8001) },
      { topic: 'a', content: 'x', confidence: 0 },
      { topic: 'a', content: 'x', confidence: 1.1 },
      { topic: 'a', content: 'x', extra: true },
      { topic: 'a', content: 'x\0y' },
    ])
      expect((await call('record_insight', body)).error).toMatch(/^invalid_params: /);
  });
});

describe('search_memory', () => {
  it('finds nine of ten labelled questions among the first five: other words, misspelt, and in Latin letters', async () => {
    expect(insights.length).toBeGreaterThanOrEqual(60);
    expect(queries.length).toBeGreaterThanOrEqual(60);
    const missed: string[] = [];
    for (const { query, expects, kind } of queries) {
      const { data } = await call('search_memory', { query });
      const found = data.results.map((result: { id: string }) => ids.get(result.id));
      if (!found.includes(expects)) missed.push(`${kind}: ${query} → ${found.join(', ')}`);
    }
    expect(missed.length / queries.length, missed.join('\n')).toBeLessThanOrEqual(0.1);
  });

  it('returns at most `limit`, best first, and nothing when nothing is similar', async () => {
    const { data } = await call('search_memory', { query: 'citizens services', limit: 2 });
    expect(data).toMatchObject({ query: 'citizens services', limit: 2, count: 2 });
    expect(data.results[0].score).toBeGreaterThanOrEqual(data.results[1].score);
    expect(data.results[0]).toMatchObject({ source: 'insight', confidence: 0.8 });
    expect(await call('search_memory', { query: 'zzqqxx wwkkjj' })).toMatchObject({
      success: true,
      data: { count: 0, results: [] },
    });
    for (const body of [
      { query: '' },
      { query: 'x', limit: 0 },
      { query: 'x', limit: 51 },
      { query: 'x', limit: 1.5 },
    ])
      expect((await call('search_memory', body)).error).toMatch(/^invalid_params: /);
  });

  it('accepts any text as a query', async () => {
    for (const query of [
      "'; drop table tool_insights; --",
      '| & ! ( ) :*',
      '\\',
      '😀',
      '%',
      'а'.repeat(500),
      '...',
    ])
      expect((await call('search_memory', { query })).success).toBe(true);
  });

  it('with an embedding endpoint finds an insight without a common word', async () => {
    const second = await world.startServer({ env: toolsEnv(world), outside: { embedding } });
    const ask = createToolCaller(world, second, (await makeKey(second, world)).key);
    const { data } = await ask('record_insight', {
      topic: 'Travel',
      content: 'The horse is saddled at dawn',
    });
    const found = async (search: typeof ask) =>
      (await search('search_memory', { query: 'mount' })).data.results.map(
        (result: { id: string }) => result.id,
      );
    expect(await found(ask)).toContain(data.id);
    expect(await found(call)).not.toContain(data.id);
  });
});
