import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import { issuer, openStage, type Stage } from '../oidc/test/stage.ts';
import { connectAssistant, createAssistant, loopback } from './test/assistant.ts';
import { type DocumentHost, openDocumentHost } from './test/document-host.ts';

let stage: Stage;
let registeredOnly: TestServer;
let host: DocumentHost;

beforeAll(async () => {
  stage = await openStage({ MCP_CLIENTS: 'dynamic' });
  registeredOnly = await stage.world.startServer({ env: { ...stage.env, MCP_CLIENTS: 'registered' } });
  host = await openDocumentHost();
});
afterAll(async () => {
  await host.close();
  await stage.world.close();
});
beforeEach(() => stage.clock.advance(60_000));

const valid = { client_name: 'Assistant', redirect_uris: ['http://127.0.0.1/callback'] };

/** Begins an authorization, and returns where the browser is sent or the error that is shown. */
async function begin(clientId: string, more: Record<string, string> = {}, on = stage.server) {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: loopback,
    scope: 'tools:host_status',
    resource: `${issuer}/mcp`,
    state: 'abc',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...more,
  });
  const answer = await stage
    .openBrowser(on)
    .get(`${issuer}/oauth2/auth?${query}`, { accept: 'application/json' });
  const location = answer.headers.get('location');
  return location === null ? (answer.body.error ?? answer.status) : new URL(location);
}
const pathOf = (begun: unknown) => (begun instanceof URL ? begun.pathname : begun);
const errorOf = (begun: unknown) => (begun instanceof URL ? begun.searchParams.get('error') : begun);

describe('a client id that is the address of a document', () => {
  it('may ask for tools, and answers on any loopback port of its addresses', async () => {
    const id = host.publish('/good.json', valid);
    expect(pathOf(await begin(id))).toBe('/oauth/login');
    for (const redirect_uri of [
      'http://127.0.0.1:9/callback',
      'http://127.0.0.1/callback',
      'http://127.0.0.1:65535/callback',
    ])
      expect([redirect_uri, pathOf(await begin(id, { redirect_uri }))]).toEqual([
        redirect_uri,
        '/oauth/login',
      ]);
    for (const redirect_uri of [
      'http://127.0.0.1:9/other',
      'http://localhost:9/callback',
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.1:9@evil.example/callback',
      'https://127.0.0.1:9/callback',
      'https://evil.example/callback',
    ])
      expect([redirect_uri, await begin(id, { redirect_uri })]).toEqual([redirect_uri, 'invalid_request']);
  });

  it('must use PKCE, and gets no scope about the person', async () => {
    const id = host.publish('/scopes.json', valid);
    expect(errorOf(await begin(id, { code_challenge: '', code_challenge_method: '' }))).toBe(
      'invalid_request',
    );
    for (const scope of ['openid', 'tools:host_status profile', 'email', 'nationalid', 'svc:tools'])
      expect([scope, errorOf(await begin(id, { scope }))]).toEqual([scope, 'invalid_scope']);
  });

  it('is refused if its document is not exactly that', async () => {
    const json = (members: object) => JSON.stringify({ ...valid, ...members });
    const own = (path: string, members: object) => json({ client_id: `${host.origin}${path}`, ...members });
    const faults: Record<string, Parameters<DocumentHost['answer']>[1]> = {
      '/another-id': { body: json({ client_id: `${host.origin}/other` }) },
      '/no-id': { body: json({}) },
      '/no-name': { body: own('/no-name', { client_name: '' }) },
      '/two-lines': { body: own('/two-lines', { client_name: 'Tamga\nadministrator' }) },
      '/turned': { body: own('/turned', { client_name: 'Tamga \u202e' }) },
      '/no-redirect': { body: own('/no-redirect', { redirect_uris: [] }) },
      '/plain-http': { body: own('/plain-http', { redirect_uris: ['http://evil.example/'] }) },
      '/script': { body: own('/script', { redirect_uris: ['javascript:alert(1)'] }) },
      '/secret': { body: own('/secret', { client_secret: 'x' }) },
      '/method': { body: own('/method', { token_endpoint_auth_method: 'client_secret_basic' }) },
      '/no-code': { body: own('/no-code', { grant_types: ['client_credentials'] }) },
      '/html': { body: own('/html', {}), type: 'text/html' },
      '/not-json': { body: '<html>' },
      '/list': { body: '[]' },
      '/large': { body: own('/large', { padding: 'x'.repeat(11_000) }) },
      '/missing': { status: 404, body: own('/missing', {}) },
      '/moved': { status: 302, location: `${host.origin}/good.json`, body: '' },
    };
    for (const [path, answer] of Object.entries(faults))
      expect([path, await begin(host.answer(path, answer))]).toEqual([path, 'invalid_client']);
  });

  it('is not fetched from an address that is not allowed, nor in a form with two spellings', async () => {
    const guarded = await stage.world.startServer({
      env: { ...stage.env, CLIENT_DOCUMENTS_ALLOWED_NETWORKS: '', MCP_CLIENTS: 'documents' },
    });
    const id = host.publish('/inside.json', valid);
    expect(await begin(id, {}, guarded)).toBe('invalid_client');
    expect(host.asked.get('/inside.json')).toBeUndefined();
    for (const odd of [
      id.replace('/inside', '/x/../inside'),
      id.replace('localhost', 'LOCALHOST'),
      id.replace('https://', 'https://user@'),
      id.replace('https:', 'http:'),
      `${id}#x`,
      `${host.origin}/`,
      `${id}?${'x'.repeat(400)}`,
      'https://',
    ])
      expect([odd, await begin(odd)]).toEqual([odd, 'invalid_client']);
    expect(host.asked.get('/inside.json')).toBeUndefined();
  });

  it('is refused where only registered clients are allowed', async () => {
    const id = host.publish('/unwanted.json', valid);
    expect(await begin(id, {}, registeredOnly)).toBe('invalid_client');
    const caller = createCaller(registeredOnly.url);
    const metadata = (await caller.get('/.well-known/oauth-authorization-server')).body;
    expect(metadata).toMatchObject({ client_id_metadata_document_supported: false });
    expect(metadata).not.toHaveProperty('registration_endpoint');
    expect((await caller.post('/oauth2/register', valid)).status).toBe(404);
    const assistant = await connectAssistant(stage, {});
    expect(await begin(assistant.clientId(), {}, registeredOnly)).toBe('invalid_client');
    const refreshed = await stage.form(
      '/oauth2/token',
      {
        grant_type: 'refresh_token',
        refresh_token: assistant.tokens()?.refresh_token ?? '',
        client_id: assistant.clientId(),
      },
      undefined,
      registeredOnly,
    );
    expect([refreshed.status, refreshed.body.error]).toEqual([401, 'invalid_client']);
  });

  it('is read once in five minutes, so that a withdrawn address ends soon', async () => {
    const id = host.publish('/cached.json', valid);
    for (let times = 0; times < 3; times += 1) await begin(id);
    expect(host.asked.get('/cached.json')).toBe(1);
    host.publish('/cached.json', { ...valid, redirect_uris: ['http://127.0.0.1/elsewhere'] });
    expect(pathOf(await begin(id))).toBe('/oauth/login');
    stage.clock.advance(5 * 60_000);
    expect(await begin(id)).toBe('invalid_request');
  });

  it('whose document is gone refreshes its tokens and begins nothing', async () => {
    const id = host.publish('/leaving.json', valid);
    const assistant = await connectAssistant(stage, { documentUrl: id });
    host.withdraw('/leaving.json');
    stage.clock.advance(6 * 60_000);
    const refreshed = await stage.form('/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: assistant.tokens()?.refresh_token ?? '',
      client_id: id,
    });
    expect(refreshed.status).toBe(200);
    expect(await begin(id)).toBe('invalid_request');
  });

  it('is not read for a caller of another endpoint', async () => {
    const id = host.publish('/unasked.json', valid);
    for (const path of ['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect'])
      expect([path, (await stage.form(path, { client_id: id, token: 'x' })).status]).toEqual([path, 401]);
    expect(host.asked.get('/unasked.json')).toBeUndefined();
  });

  it('is named on the consent page with its host, and by its address alone', async () => {
    const id = host.publish('/named.json', valid);
    const seen: Record<string, unknown>[] = [];
    const assistant = createAssistant(stage, { documentUrl: id });
    await expect(assistant.connect()).rejects.toThrow();
    const [url] = assistant.visited;
    await stage.decide(stage.openBrowser(), url ?? new URL(issuer), stage.admin, {
      onPage: async (page, challenge) => {
        const { body } = await stage.call('GET', `/provider/${page}?${page}_challenge=${challenge}`);
        seen.push(body.data);
      },
    });
    expect(seen.at(-1)).toMatchObject({
      client_name: 'Assistant',
      client_origin: 'document',
      client_host: new URL(id).host,
      redirect_host: '127.0.0.1:33418',
      requested_scope: expect.arrayContaining(['tools:execute_command', 'offline_access']),
    });
    const stored = String(seen.at(-1)?.['client_id']);
    expect(stored).toMatch(/^doc-[A-Za-z0-9_-]{43}$/);
    expect(await begin(stored)).toBe('invalid_client');
  });
});

describe('dynamic registration', () => {
  const register = (body: unknown, caller = createCaller(stage.server.url)) =>
    caller.post('/oauth2/register', body);

  it('makes a public client that may ask for tools alone', async () => {
    const made = await register({
      ...valid,
      scope: 'openid nationalid',
      client_uri: 'https://assistant.example',
    });
    expect(made.status).toBe(201);
    const client = made.body as unknown as Record<string, string>;
    expect(client).toMatchObject({
      client_id: expect.stringMatching(/^dyn-[0-9a-f]{32}$/),
      token_endpoint_auth_method: 'none',
      redirect_uris: valid.redirect_uris,
    });
    expect(client).not.toHaveProperty('client_secret');
    expect(pathOf(await begin(client['client_id'] ?? ''))).toBe('/oauth/login');
    expect(errorOf(await begin(client['client_id'] ?? '', { scope: 'openid' }))).toBe('invalid_scope');
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'application.create' and target = $1`,
      [client['client_id']],
    );
    expect(event?.metadata).toMatchObject({ origin: 'dynamic' });
  });

  it('refuses other metadata with the codes of RFC 7591, and a flood with 429', async () => {
    const refusals: [object, string][] = [
      [{ ...valid, redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
      [{ ...valid, redirect_uris: undefined }, 'invalid_redirect_uri'],
      [{ ...valid, client_name: 7 }, 'invalid_client_metadata'],
      [{ ...valid, token_endpoint_auth_method: 'client_secret_post' }, 'invalid_client_metadata'],
    ];
    for (const [body, error] of refusals)
      expect((await register(body)).body).toMatchObject({ error, error_description: expect.any(String) });
    const caller = createCaller(stage.server.url);
    const statuses: number[] = [];
    for (let times = 0; times < 6; times += 1) statuses.push((await register(valid, caller)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('ends after thirty days without use, and no earlier', async () => {
    const kept = async (ids: string[]) =>
      (
        await stage.world.database.query<{ id: string }>('select id from applications where id = any($1)', [
          ids,
        ])
      ).map(({ id }) => id);
    const run = async () => {
      for (const name of ['oidc.clean', 'oidc.assistants'])
        await stage.server.app.declaredJobs
          .find((job) => job.name === name)
          ?.run({}, { now: stage.clock.now(), log: { info: () => undefined } as never });
    };
    const used = await connectAssistant(stage, {});
    const unused = (await register(valid)).body as unknown as { client_id: string };
    const day = 24 * 3_600_000;
    stage.clock.advance(29 * day);
    await run();
    const both = [unused.client_id, used.clientId()];
    expect((await kept(both)).sort()).toEqual([...both].sort());
    const refreshed = await stage.form('/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: used.tokens()?.refresh_token ?? '',
      client_id: used.clientId(),
    });
    expect(refreshed.status).toBe(200);
    stage.clock.advance(2 * day);
    await run();
    expect(await kept(both)).toEqual([used.clientId()]);
  });
});
