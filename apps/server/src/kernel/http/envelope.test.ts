import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { createProbe, createProbeTable, type Probe } from '../../../test/probe-module.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let caller: Caller;
let probe: Probe;

beforeAll(async () => {
  world = await openWorld();
  await createProbeTable(world.database);
  probe = createProbe();
  server = await world.startServer({ extraModules: [probe.module] });
  caller = createCaller(server.url);
});
afterAll(() => world.close());

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const someId = '11111111-2222-4333-8444-555555555555';

describe('the envelope', () => {
  it('wraps a success in status, message, data and request_id, and nothing else', async () => {
    const answer = await caller.get(`/api/v1/probe/items/${someId}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      status: true,
      message: 'OK',
      data: { id: someId },
      request_id: answer.headers.get('x-request-id'),
    });
  });

  it('wraps a failure in status, message, error and request_id', async () => {
    const answer = await caller.get('/api/v1/nowhere');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      status: false,
      message: 'Not found.',
      error: 'not_found',
      request_id: answer.headers.get('x-request-id'),
    });
  });

  it('returns public data beside the code and writes the detail only to the log', async () => {
    const answer = await caller.get('/api/v1/probe/listed');
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: 'probe_listed', data: { where: 'here' } });
    expect(JSON.stringify(answer.body)).not.toContain('for the log');
  });

  it('drops every field that the reply schema does not name', async () => {
    const answer = await caller.post('/api/v1/probe/echo', { name: 'Болд' });
    expect(answer.body.data).toEqual({ name: 'Болд' });
    expect(JSON.stringify(answer.body)).not.toContain('of the house');
  });

  it('refuses a status without a schema, instead of answering without one', async () => {
    const answer = await caller.get('/api/v1/probe/other-status');
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('of the house');
  });
});

describe('X-Request-ID', () => {
  it.each(['a', 'A-b_9', 'x'.repeat(128)])('keeps the well-formed id %s', async (id) => {
    const answer = await caller.get('/api/v1/site/auth', { headers: { 'x-request-id': id } });
    expect(answer.body.request_id).toBe(id);
    expect(answer.headers.get('x-request-id')).toBe(id);
  });

  it.each(['', 'x'.repeat(129), 'a b', 'a.b', 'a/b', 'a,b', '<script>'])(
    'replaces the malformed id "%s" by a random one',
    async (id) => {
      const answer = await caller.get('/api/v1/site/auth', { headers: { 'x-request-id': id } });
      expect(answer.body.request_id).toMatch(uuidPattern);
      expect(answer.headers.get('x-request-id')).toBe(answer.body.request_id);
    },
  );

  it('is unique for each request', async () => {
    const [one, two] = await Promise.all([caller.get('/api/v1/site/auth'), caller.get('/api/v1/site/auth')]);
    expect(one.body.request_id).not.toBe(two.body.request_id);
  });
});

describe('Accept-Language', () => {
  it.each([
    [undefined, 'Not found.'],
    ['mn', 'Олдсонгүй.'],
    ['en;q=0.3, mn-MN;q=0.8', 'Олдсонгүй.'],
    ['mn;q=0.2, en;q=0.9', 'Not found.'],
    ['fr', 'Not found.'],
  ])('%s returns errors in the preferred language', async (header, message) => {
    const headers = header === undefined ? {} : { 'accept-language': header };
    expect((await caller.get('/api/v1/nowhere', { headers })).body.message).toBe(message);
  });

  it('also applies to field texts and success texts', async () => {
    const headers = { 'accept-language': 'mn' };
    const refused = await caller.post('/api/v1/probe/echo', {}, { headers });
    expect(refused.body.message).toBe('Мэдээлэл дутуу эсвэл буруу байна.');
    expect(refused.body.data.errors[0].message).toBe('Заавал бөглөнө үү.');
    expect((await caller.get('/api/v1/site/auth', { headers })).body.message).toBe('Амжилттай');
  });
});

describe('addresses and methods', () => {
  it.each(['/', '/api/v1', '/api/v1/probe/', '/api/v1/auth/eid/start/more', '/%2e%2e/etc/passwd'])(
    'an unknown path is 404: %s',
    async (path) => {
      const answer = await caller.get(path);
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
    },
  );

  it.each(['/api/v1/probe/items/%zz', '/%', `/api/v1/probe/items/${'a'.repeat(700)}`])(
    'an unreadable address is the same 404, in the envelope: %s',
    async (path) => {
      const answer = await caller.get(path, { headers: { 'x-request-id': 'mine' } });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        status: false,
        message: 'Not found.',
        error: 'not_found',
        request_id: 'mine',
      });
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each(['not-a-uuid', '1', `${someId}0`, "' or 1=1 --"])('a malformed path id is 404: %s', async (id) => {
    const answer = await caller.get(`/api/v1/probe/items/${encodeURIComponent(id)}`);
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  });

  it('another method on a known path is 405 and lists the allowed ones', async () => {
    const answer = await caller.call('DELETE', '/api/v1/probe/echo');
    expect([answer.status, answer.body.error]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe('POST');
    expect((await caller.post('/api/v1/site/auth')).headers.get('allow')).toBe('GET');
  });

  it('a trailing slash names the same resource', async () => {
    expect((await caller.get('/api/v1/site/auth/')).status).toBe(200);
  });

  it('HEAD never runs a row whose GET has an effect', async () => {
    const before = probe.runs();
    expect((await fetch(`${server.url}/api/v1/probe/act`, { method: 'HEAD' })).status).toBe(404);
    expect(probe.runs()).toBe(before);
    expect((await caller.get('/api/v1/probe/act')).body.data).toEqual({ runs: before + 1 });
  });
});

describe('internal failures', () => {
  it.each(['crash', 'bad-sql'])(
    'an unexpected failure is 500 internal and reveals nothing: %s',
    async (path) => {
      const answer = await caller.get(`/api/v1/probe/${path}`);
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        status: false,
        message: 'Something went wrong on our side. Try again later.',
        error: 'internal',
        request_id: answer.headers.get('x-request-id'),
      });
    },
  );

  it('an error that the row does not list is 500 internal, without its code or data', async () => {
    const answer = await caller.get('/api/v1/probe/unlisted');
    expect([answer.status, answer.body.error, answer.body.data]).toEqual([500, 'internal', undefined]);
  });
});

describe('a keep-alive connection', () => {
  it('accumulates no listeners over many held requests', async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.name);
    process.on('warning', note);
    for (let n = 0; n < 25; n += 1) expect((await caller.get('/api/v1/probe/held')).status).toBe(200);
    await new Promise(setImmediate);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
