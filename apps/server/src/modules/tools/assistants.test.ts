import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, callUntil, createCaller } from '../../../test/caller.ts';
import type { SignedIn } from '../../../test/citizens.ts';
import type { TestServer } from '../../../test/server.ts';
import { toolScopes } from '../oauth-clients/index.ts';
import { authorizationRequest, issuer, openStage, type Stage } from '../oidc/test/stage.ts';
import { type AssistantOptions, connectAssistant, createAssistant, loopback } from './test/assistant.ts';
import { type DocumentHost, openDocumentHost } from './test/document-host.ts';

let stage: Stage;
let other: TestServer;
let host: DocumentHost;
let documentUrl: string;

beforeAll(async () => {
  stage = await openStage({ MCP_CLIENTS: 'dynamic' });
  other = await stage.world.startServer({ env: { ...stage.env, MCP_CLIENTS: 'registered' } });
  host = await openDocumentHost();
  documentUrl = host.publish('/assistant.json', {
    client_name: 'Туслах',
    redirect_uris: ['http://127.0.0.1/callback', 'https://assistant.example/callback'],
  });
});
afterAll(async () => {
  await host.close();
  await stage.world.close();
});
/** The limits refill with time. */
beforeEach(() => stage.clock.advance(60_000));

const connect = (options: AssistantOptions = {}) => connectAssistant(stage, { documentUrl, ...options });

const post = (
  token: string,
  message: object = { method: 'tools/list' },
  on = stage.server,
): Promise<Answer> =>
  createCaller(on.url).post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, ...message },
    { token, headers: { accept: 'application/json, text/event-stream' } },
  );
const call = (name: string) => ({ method: 'tools/call', params: { name, arguments: {} } });
const tokenOf = ({ tokens }: { tokens: () => { access_token: string } | undefined }) =>
  tokens()?.access_token ?? '';

async function newAdmin(): Promise<SignedIn> {
  const person = await stage.newPerson();
  await setRole(person, 2);
  await callUntil(200, () => stage.call('GET', '/admin/tools/keys', undefined, person));
  return person;
}

async function setRole({ userId }: SignedIn, role: number): Promise<void> {
  const { database } = stage.world;
  await database.query('update users set role_id = $2 where id = $1', [userId, role]);
  await database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
    JSON.stringify({ user_id: userId }),
  ]);
}

describe('a client that knows nothing but the address of /mcp', () => {
  it('learns from the 401 where to get a token, and for what', async () => {
    const caller = createCaller(stage.server.url);
    const refused = await caller.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const metadataUrl = `${issuer}/.well-known/oauth-protected-resource/mcp`;
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${metadataUrl}", scope="${toolScopes.join(' ')}"`,
    ]);
    for (const path of ['/.well-known/oauth-protected-resource', new URL(metadataUrl).pathname])
      expect((await caller.get(path)).body).toEqual({
        resource: `${issuer}/mcp`,
        authorization_servers: [issuer],
        scopes_supported: [...toolScopes],
        bearer_methods_supported: ['header'],
        resource_name: 'Tamga',
      });
    const metadata = (await caller.get('/.well-known/oauth-authorization-server')).body;
    expect(metadata).toEqual((await caller.get('/.well-known/openid-configuration')).body);
    expect(metadata).toMatchObject({
      issuer,
      client_id_metadata_document_supported: true,
      registration_endpoint: `${issuer}/oauth2/register`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    expect((await post('x'.repeat(43))).headers.get('www-authenticate')).toMatch(
      /^Bearer error="invalid_token", resource_metadata=/,
    );
  });

  it('has one scope for each tool that exists', async () => {
    const { body } = await stage.call('GET', '/tools', undefined, stage.admin);
    const builtin = (body.data.tools as { name: string; builtin: boolean }[]).filter((one) => one.builtin);
    expect([...builtin.map(({ name }) => `tools:${name}`), 'tools:skills'].sort()).toEqual(
      [...toolScopes].sort(),
    );
  });
});

describe('the official client with a document', () => {
  it('signs in, lists, calls and refreshes; the audit log names the person and the client', async () => {
    const assistant = await connect();
    const [asked] = assistant.visited;
    expect(asked?.searchParams.get('resource')).toBe(`${issuer}/mcp`);
    expect(asked?.searchParams.get('client_id')).toBe(documentUrl);
    const { tools } = await assistant.client.listTools();
    expect(tools.length).toBeGreaterThanOrEqual(6);
    const note = { name: 'record_insight', arguments: { topic: 'OAuth', content: 'through an assistant' } };
    expect(await assistant.client.callTool(note)).toMatchObject({ structuredContent: { created: true } });
    const { items } = (await stage.call('GET', '/admin/tools/calls', undefined, stage.admin)).body.data;
    expect(items[0]).toMatchObject({
      tool: 'record_insight',
      actor_user_id: stage.admin.userId,
      caller: `admin:${stage.admin.userId} through ${documentUrl}`,
    });

    const first = assistant.tokens()?.refresh_token;
    assistant.spoilAccessToken();
    expect((await assistant.client.listTools()).tools).toHaveLength(tools.length);
    expect(assistant.visited).toHaveLength(1);
    expect(assistant.tokens()?.refresh_token).not.toBe(first);
    expect(assistant.tokens()?.scope?.split(' ').sort()).toEqual([...toolScopes].sort());
  });

  it('asks again for a scope that the person left out (step-up)', async () => {
    const url = host.publish('/no-refresh.json', {
      client_name: 'Short-lived',
      redirect_uris: [loopback],
      grant_types: ['authorization_code'],
    });
    const grantScope = ['tools:host_status'];
    const assistant = await connect({ documentUrl: url, grantScope });
    expect(assistant.tokens()).toMatchObject({ scope: 'tools:host_status' });
    expect(assistant.tokens()).not.toHaveProperty('refresh_token');
    const refused = await post(tokenOf(assistant), call('execute_command'));
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="tools:execute_command", ' +
        `resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp"`,
    ]);
    grantScope.splice(0, 1, 'tools:execute_command');
    const result = await assistant.withConsent(() =>
      assistant.client.callTool({ name: 'execute_command', arguments: { argv: ['uname'] } }),
    );
    expect(result).toMatchObject({ structuredContent: { exitCode: 0 } });
    expect(assistant.visited.at(-1)?.searchParams.get('scope')).toBe('tools:execute_command');
  });

  it('registers itself where it has no document, while that is allowed', async () => {
    const assistant = await connectAssistant(stage, {});
    expect(assistant.clientId()).toMatch(/^dyn-[0-9a-f]{32}$/);
    expect(await assistant.client.callTool({ name: 'host_status', arguments: {} })).toMatchObject({
      structuredContent: { platform: process.platform },
    });
  });
});

describe('a token for /mcp', () => {
  it('opens nothing else, and no other token opens /mcp', async () => {
    const assistant = await connect();
    const token = tokenOf(assistant);
    expect((await post(token)).status).toBe(200);
    const caller = createCaller(stage.server.url);
    const elsewhere: [string, string][] = [
      ['GET', '/api/v1/tools'],
      ['POST', '/api/v1/tools/host_status'],
      ['GET', '/api/v1/users/me'],
      ['GET', '/gw/tools'],
    ];
    for (const [method, path] of elsewhere)
      expect([
        path,
        (await caller.call(method, path, { token, ...(method === 'POST' && { body: {} }) })).status,
      ]).toEqual([path, 401]);

    // The library sees the missing scope openid before the audience.
    expect((await caller.get('/userinfo', { token })).status).toBe(403);
    const app = await stage.register();
    const { tokens } = await stage.signInTo(app, { who: stage.admin });
    const refused = await post(tokens.access_token);
    expect([refused.status, refused.headers.get('www-authenticate')?.includes('invalid_token')]).toEqual([
      401,
      true,
    ]);
    expect((await caller.get('/userinfo', { token: tokens.access_token })).status).toBe(200);
  });

  it('is the only one with an audience: another resource is refused', async () => {
    const app = await stage.register({ scopes: ['openid', 'tools:host_status'] });
    const config = await stage.clientOf(app);
    for (const resource of [`${issuer}/api`, 'https://elsewhere.example/mcp', `${issuer}/mcp#x`, 'mcp']) {
      const scope = 'openid tools:host_status';
      const request = await authorizationRequest(config, 'https://app.example.mn/callback', {
        scope,
        parameters: { resource },
      });
      const back = await stage.openBrowser().get(request.url.href);
      expect([resource, back.headers.get('location')]).toEqual([
        resource,
        expect.stringContaining('error=invalid_target'),
      ]);
    }
  });

  it('comes also without the parameter, and refreshes to the same audience', async () => {
    const app = await stage.register({ scopes: ['openid', 'tools:host_status'] });
    const { tokens } = await stage.signInTo(app, { scope: 'openid tools:host_status', who: stage.admin });
    expect((await post(tokens.access_token, call('host_status'))).status).toBe(200);
    const refreshed = await stage.form(
      '/oauth2/token',
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' },
      app,
    );
    const { access_token } = refreshed.body as unknown as { access_token: string };
    expect((await post(access_token, call('host_status'))).status).toBe(200);
    expect((await post(access_token, call('execute_command'))).status).toBe(403);
  });

  it('is given to administrators alone', async () => {
    const assistant = createAssistant(stage, { documentUrl, who: stage.person });
    await expect(assistant.withConsent(() => assistant.connect())).rejects.toThrow(
      /consent was refused: 403.*tools_for_administrators/,
    );
  });
});

describe('access ends within a second on every instance', () => {
  const begin = async () => {
    const who = await newAdmin();
    const assistant = await connect({ who });
    const token = tokenOf(assistant);
    expect((await post(token, undefined, other)).status).toBe(200);
    return { who, assistant, token };
  };

  it('when the person loses the role, and a refresh gives nothing', async () => {
    const { who, assistant, token } = await begin();
    await setRole(who, 4);
    await callUntil(403, () => post(token, undefined, other));
    const refreshed = await stage.form('/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: assistant.tokens()?.refresh_token ?? '',
      client_id: documentUrl,
    });
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'access_denied']);
  });

  it('when the account is disabled', async () => {
    const { who, token } = await begin();
    await stage.world.database.query('update users set active = false where id = $1', [who.userId]);
    await setRole(who, 2);
    await callUntil(401, () => post(token, undefined, other));
  });

  it('when the person withdraws the consent that the profile lists', async () => {
    const { who, token } = await begin();
    const { items } = (await stage.call('GET', '/me/consents', undefined, who)).body.data;
    expect(items).toMatchObject([
      {
        client_name: 'Туслах',
        client_host: new URL(documentUrl).host,
        scopes: expect.arrayContaining([...toolScopes]),
      },
    ]);
    const withdrawn = await stage.call('DELETE', `/me/consents/${items[0].client_id}`, undefined, who);
    expect(withdrawn.status).toBe(200);
    expect((await post(token)).status).toBe(401);
    await callUntil(401, () => post(token, undefined, other));
  });

  it('when an administrator disables the client, which the list shows as one with a document', async () => {
    const url = host.publish('/disabled.json', { client_name: 'Disabled', redirect_uris: [loopback] });
    const assistant = await connect({ documentUrl: url });
    const { items } = (await stage.call('GET', '/applications', undefined, stage.admin)).body.data;
    const listed = items.find((one: { document_url?: string }) => one.document_url === url);
    expect(listed).toMatchObject({ origin: 'document', app_type: 'native', name: 'Disabled' });
    await stage.change(listed.id, { enabled: false });
    await callUntil(401, () => post(tokenOf(assistant), undefined, other));
    const again = createAssistant(stage, { documentUrl: url });
    await expect(again.withConsent(() => again.connect())).rejects.toThrow(/invalid_client/);
  });
});
