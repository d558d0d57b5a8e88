import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { createProbe, createProbeTable } from '../../../test/probe-module.ts';
import { openWorld, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let caller: Caller;

beforeAll(async () => {
  world = await openWorld();
  await createProbeTable(world.database);
  const server = await world.startServer({ extraModules: [createProbe().module] });
  caller = createCaller(server.url);
});
afterAll(() => world.close());

const echo = '/api/v1/probe/echo';
const send = (rawBody: string, contentType = 'application/json') =>
  caller.call('POST', echo, { rawBody, headers: { 'content-type': contentType } });

describe('an unreadable body', () => {
  it.each(['{"name":', 'name=Bold', '{"name":"Bold"} x', "{'name':'Bold'}", ' '])(
    'is 400 bad_request: %s',
    async (body) => {
      const answer = await send(body);
      expect([answer.status, answer.body.error]).toEqual([400, 'bad_request']);
    },
  );

  it.each([
    '{"name":"Bold","__proto__":{"admin":true}}',
    '{"name":"Bold","inner":{"__proto__":{"admin":true}}}',
    '{"name":"Bold","constructor":{"prototype":{"admin":true}}}',
  ])('is 400 when it targets a prototype: %s', async (body) => {
    const answer = await send(body);
    expect([answer.status, answer.body.error]).toEqual([400, 'bad_request']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'is 415 unless it is JSON: %s',
    async (contentType) => {
      const answer = await send('{"name":"Bold"}', contentType);
      expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json ;charset=utf-8',
  ])('is accepted as %s', async (contentType) => {
    expect((await send('{"name":"Bold"}', contentType)).status).toBe(200);
  });

  it('is 413 above the cap of the row, and accepted just below it', async () => {
    const sized = (bytes: number) => `{"name":"Bold"${' '.repeat(bytes - 15)}}`;
    expect((await send(sized(2048))).status).toBe(200);
    const answer = await send(sized(2049));
    expect([answer.status, answer.body.error]).toEqual([413, 'payload_too_large']);
  });

  it('is 413 above one mebibyte when the row sets no cap', async () => {
    const rawBody = `{"word":"a"${' '.repeat(1024 * 1024)}}`;
    const answer = await caller.call('POST', '/api/v1/probe/optional', { rawBody });
    expect([answer.status, answer.body.error]).toEqual([413, 'payload_too_large']);
  });
});

describe('a missing body', () => {
  it('counts as an empty object, with or without a content type', async () => {
    for (const options of [{}, { headers: { 'content-type': 'application/json' } }, { rawBody: '{}' }]) {
      const answer = await caller.call('POST', '/api/v1/probe/optional', options);
      expect([answer.status, answer.body.data]).toEqual([200, { fields: 0 }]);
    }
  });

  it('is valid for a call without arguments, which also refuses any field', async () => {
    expect((await caller.call('PUT', '/api/v1/probe/bodyless')).status).toBe(200);
    expect((await caller.put('/api/v1/probe/bodyless', {})).status).toBe(200);
    const answer = await caller.put('/api/v1/probe/bodyless', { extra: 1 });
    expect([answer.status, answer.body.data?.errors?.[0]?.tag]).toEqual([422, 'unknown_field']);
  });
});

describe('422 validation_failed', () => {
  it.each([
    ['required', 'name', {}],
    ['string', 'name', { name: 7 }],
    ['string', 'name', { name: null }],
    ['min', 'name', { name: 'B' }],
    ['max', 'name', { name: 'Bold-Erdene' }],
    ['type', 'age', { name: 'Bold', age: '7' }],
    ['type', 'age', { name: 'Bold', age: 7.5 }],
    ['min', 'age', { name: 'Bold', age: -1 }],
    ['max', 'age', { name: 'Bold', age: 151 }],
    ['email', 'email', { name: 'Bold', email: 'nobody' }],
    ['date', 'day', { name: 'Bold', day: '2026-02-30' }],
    ['date', 'day', { name: 'Bold', day: '11.07.2026' }],
    ['custom', 'colour', { name: 'Bold', colour: 'green' }],
    ['custom', 'id', { name: 'Bold', id: 'x' }],
    ['min', 'words', { name: 'Bold', words: [] }],
    ['max', 'words', { name: 'Bold', words: ['a', 'b', 'c'] }],
    ['max', 'words.1', { name: 'Bold', words: ['a', 'abcde'] }],
    ['required', 'inner.deep', { name: 'Bold', inner: {} }],
    ['unknown_field', 'inner.more', { name: 'Bold', inner: { deep: 'a', more: 1 } }],
    ['unknown_field', 'admin', { name: 'Bold', admin: true }],
    ['type', '', ['Bold']],
  ])('%s names the field %s', async (tag, field, body) => {
    const answer = await caller.post(echo, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ message: 'validation failed', error: 'validation_failed' });
    expect(answer.body.data.errors).toEqual([{ field, tag, message: expect.stringMatching(/\w/) }]);
  });

  it('reports every field at once, and never a value', async () => {
    const answer = await caller.post(echo, {
      age: 'hidden-value',
      colour: 'hidden-value',
      more: 'hidden-value',
    });
    const found = answer.body.data.errors.map((error: { field: string }) => error.field).sort();
    expect(found).toEqual(['age', 'colour', 'more', 'name']);
    expect(JSON.stringify(answer.body)).not.toContain('hidden-value');
  });

  it('is bounded in length, however many fields are invalid', async () => {
    const body = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n}`, 1]));
    expect((await caller.post(echo, body)).body.data.errors.length).toBeLessThanOrEqual(50);
  });
});

describe('a query', () => {
  const item = '/api/v1/probe/items/11111111-2222-4333-8444-555555555555';

  it('is converted to its types', async () => {
    expect((await caller.get(`${item}?limit=7`)).body.data.limit).toBe(7);
  });

  it.each([
    ['unknown_field', 'more', 'more=1'],
    ['max', 'limit', 'limit=11'],
    ['min', 'limit', 'limit=0'],
    ['type', 'limit', 'limit=ten'],
    ['string', 'word', 'word=a&word=b'],
    ['max', 'word', 'word=123456789'],
  ])('is refused as %s on %s', async (tag, field, query) => {
    const answer = await caller.get(`${item}?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.body.data.errors).toMatchObject([{ field, tag }]);
  });
});
