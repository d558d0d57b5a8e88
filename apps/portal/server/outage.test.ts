import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../server/test/until.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';
import { type Browser, call, openBrowser, signIn, startTestPortal, type TestPortal } from './test-browser.ts';

let backend: TestBackend;
let portal: TestPortal;
let browser: Browser;
let isBackendClosed = false;

beforeEach(async () => {
  isBackendClosed = false;
  backend = await startTestBackend((request) => request.url.includes('/held'));
  portal = await startTestPortal(backend.url, { timeouts: { closeGraceMs: 300 } });
  browser = openBrowser(portal.url);
  await signIn(browser, backend.approve);
});

afterEach(async () => {
  await portal.close();
  if (!isBackendClosed) await backend.close();
});

describe('while the backend is down', () => {
  beforeEach(async () => {
    await backend.close();
    isBackendClosed = true;
  });

  it('answers 503 in the caller’s language and keeps the cookies', async () => {
    const before = new Map(browser.jar);
    for (const [language, text] of [
      ['mn-MN,en;q=0.5', /түр ажиллахгүй/],
      ['en', /not available/],
      ['fr', /not available/],
    ] as const) {
      const headers = { 'accept-language': language };
      const me = await browser.call('/api/me', { headers });
      expect(me).toMatchObject({
        status: 503,
        json: { ok: false, status: 503, error: 'upstream_unavailable' },
      });
      expect(me.json.message).toMatch(text);
      const passed = await browser.call('/api/v1/private/x', { method: 'POST', body: '{}', headers });
      expect(passed).toMatchObject({ status: 503, json: { status: false, error: 'upstream_unavailable' } });
      const raw = await call(`${portal.url}/gw/x`, { method: 'POST', body: 'abc', headers });
      expect(raw).toMatchObject({ status: 503, json: { status: false, error: 'upstream_unavailable' } });
      for (const answer of [me, passed, raw]) expect(answer.headers['retry-after']).toBe('2');
    }
    expect(browser.jar).toEqual(before);
  });

  it('keeps a session that needs a refresh', async () => {
    browser.jar.delete('tamga_access');
    expect((await browser.call('/api/me')).status).toBe(503);
    expect(browser.jar.has('tamga_refresh')).toBe(true);
  });

  it('still serves pages and /health', async () => {
    expect((await call(`${portal.url}/login`)).status).toBe(200);
    expect((await call(`${portal.url}/health`)).status).toBe(200);
  });
});

describe('a slow backend', () => {
  it('has a time of its own for the assistant', async () => {
    const patient = await startTestPortal(backend.url, {
      timeouts: { callMs: 600_000, assistantMs: 100, closeGraceMs: 300 },
    });
    const body = '{}';
    const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
    for (const path of ['/api/v1/ai/held', '/api/v1/public/ai/held'])
      expect((await call(patient.url + path, { method: 'POST', body, headers })).status).toBe(503);
    await patient.close();
  });

  it('causes 503 after the timeout', async () => {
    const hasty = await startTestPortal(backend.url, { timeouts: { callMs: 200, closeGraceMs: 300 } });
    const answer = await call(`${hasty.url}/api/v1/held`, { headers: { authorization: 'Bearer x' } });
    await hasty.close();
    expect(answer).toMatchObject({ status: 503, json: { status: false, error: 'timeout' } });
    expect(answer.headers['retry-after']).toBe('2');
  });
});

describe('closing', () => {
  it('releases held polls at once, so that the page can poll again', async () => {
    const holding = await startTestBackend((request) => request.url.endsWith('/poll'));
    const closing = await startTestPortal(holding.url, { timeouts: { closeGraceMs: 60_000 } });
    const poll = openBrowser(closing.url).call('/api/auth/eid/poll', { method: 'POST', body: '{"sid":"x"}' });
    await until(() => holding.seen.length > 0);
    const closed = closing.close();
    expect(await poll).toMatchObject({ status: 503, json: { ok: false, error: 'upstream_unavailable' } });
    await closed;
    await holding.close();
  });

  it('cuts requests that exceed the grace period, and may be called twice', async () => {
    const stream = call(`${portal.url}/gw/held`).catch(() => 'cut');
    await until(() => backend.seen.some((request) => request.url.startsWith('/gw/held')));
    await Promise.all([portal.close(), portal.close()]);
    expect(await stream).toBe('cut');
  });

  it('does not wait for a connection on which nothing was asked', async () => {
    const closing = await startTestPortal(backend.url, { timeouts: { closeGraceMs: 600_000 } });
    const unused = connect(Number(new URL(closing.url).port), '127.0.0.1').resume();
    await once(unused, 'connect');
    const ended = once(unused, 'close');
    await closing.close();
    await ended;
    // Node itself ends it after a minute, with a 408.
    expect(unused.bytesRead).toBe(0);
  });

  it('accepts no new connections', async () => {
    await portal.close();
    await expect(call(`${portal.url}/health`)).rejects.toThrow();
  });

  it('aborts the backend call when a client has left', async () => {
    const { promise: hasLeft, resolve } = Promise.withResolvers<void>();
    const watching = await startTestBackend((_request, response) => {
      response.once('close', resolve);
      return true;
    });
    const watched = await startTestPortal(watching.url);
    const controller = new AbortController();
    const left = fetch(`${watched.url}/gw/x`, { signal: controller.signal }).catch(() => 'left');
    await until(() => watching.seen.length > 0);
    controller.abort();
    expect(await left).toBe('left');
    await hasLeft;
    await watched.close();
    await watching.close();
  });
});

describe('the log', () => {
  it('names routes and never contains personal input or answers', async () => {
    const sink = new PassThrough();
    const lines: string[] = [];
    sink.on('data', (chunk: Buffer) => lines.push(chunk.toString('utf8')));
    const logged = await startTestPortal(backend.url, { logger: pino({ level: 'trace' }, sink) });
    const person = openBrowser(logged.url);
    await signIn(person, backend.approve);
    await person.call('/api/auth/eid/start-id', { method: 'POST', body: '{"national_id":"УБ99887766"}' });
    await person.call('/api/v1/org/lookup/1234567?code=secret-code');
    await person.call('/login?next=/secret-next');
    backend.endSessions();
    const refresh = person.jar.get('tamga_refresh') ?? 'none';
    await person.call('/api/me');
    await logged.close();
    if (sink.readableLength > 0) await once(sink, 'data');
    const text = lines.join('');
    expect(text).toContain('"route":"/api/v1/*"');
    expect(text).not.toMatch(/УБ99887766|1234567|secret-code|secret-next|Bearer|tamga_/);
    expect(text).not.toContain(refresh);
  });
});
