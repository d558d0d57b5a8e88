import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createToolCaller, type Envelope, makeKey, toolsEnv } from '../tools/test/stage.ts';

let world: TestWorld;
let server: TestServer;
let other: TestServer;
let call: (tool: string, body?: unknown) => Promise<Envelope>;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer({ env: toolsEnv(world) });
  other = await world.startServer({ env: toolsEnv(world) });
  call = createToolCaller(world, server, (await makeKey(server, world)).key);
});
afterAll(() => world.close());

const shown = (from: TestServer): Promise<Answer> => createCaller(from.url).get('/api/v1/site/branding');

describe('rebrand_system', () => {
  it('reads without a field, and reports that nothing changed', async () => {
    expect(await call('rebrand_system')).toMatchObject({
      success: true,
      data: { branding: { name: '', language: '', updatedAt: null }, changed: [] },
    });
  });

  it('takes effect at once, on every instance, and is public without the prompts', async () => {
    await shown(other);
    const change = {
      name: 'Тамга',
      shortName: 'ТМГ',
      organization: 'Цахим яам',
      logo: 'https://example.mn/logo.svg',
      language: 'en',
      systemPromptMN: 'Товч хариул.\nҮнэн хариул.',
      systemPromptEN: 'Answer shortly.',
    };
    const answer = await call('rebrand_system', change);
    expect(answer).toMatchObject({ success: true, data: { branding: change, changed: Object.keys(change) } });
    const site = {
      name: 'Тамга',
      short_name: 'ТМГ',
      organization: 'Цахим яам',
      logo: change.logo,
      language: 'en',
    };
    expect((await shown(server)).body.data).toEqual(site);
    await expect.poll(async () => (await shown(other)).body.data).toEqual(site);
    expect(await call('rebrand_system', { name: 'Тамга' })).toMatchObject({ data: { changed: [] } });
  });

  it('has an ETag, which changes with it', async () => {
    const etag = (await shown(server)).headers.get('etag') ?? '';
    const statusNow = async () =>
      (await fetch(`${server.url}/api/v1/site/branding`, { headers: { 'if-none-match': etag } })).status;
    expect(await statusNow()).toBe(304);
    await call('rebrand_system', { shortName: 'T' });
    await expect.poll(statusNow).toBe(200);
  });

  it('serves the logo from our origin, and never fetches it from our own network', async () => {
    const secret = createServer((_request, response) => {
      response.setHeader('content-type', 'image/png');
      response.end('picture');
    });
    await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
    const logo = `http://127.0.0.1:${(secret.address() as AddressInfo).port}/logo.png`;
    await call('rebrand_system', { logo });
    const open = await world.startServer({
      env: toolsEnv(world, { LOGO_ALLOWED_NETWORKS: '127.0.0.0/8' }),
    });
    const closedAnswer = await fetch(`${other.url}/api/v1/site/logo`);
    const openAnswer = await fetch(`${open.url}/api/v1/site/logo`);
    secret.close();
    expect(closedAnswer.status).toBe(404);
    expect([openAnswer.headers.get('content-type'), await openAnswer.text()]).toEqual([
      'image/png',
      'picture',
    ]);
  });

  it('resets a field with an empty text', async () => {
    const answer = await call('rebrand_system', { name: '', logo: '' });
    expect(answer.data).toMatchObject({ branding: { name: '', logo: '' }, changed: ['name', 'logo'] });
    await expect
      .poll(async () => (await shown(other)).body.data)
      .toMatchObject({ name: '', logo: '', organization: 'Цахим яам' });
  });

  it('refuses a value that is too long, unknown, no address or no plain text, and then changes nothing', async () => {
    for (const body of [
      { name: 'x'.repeat(121) },
      { name: '<script>' },
      { name: 'a\u202eb' },
      { name: 'a\nb' },
      { language: 'de' },
      { logo: 'javascript:alert(1)' },
      { logo: 'data:image/png;base64,AA' },
      { logo: 'https://user:secret@example.mn/' },
      { logo: 'logo.png' },
      { color: 'red' },
      { systemPromptEN: 'x'.repeat(8001) },
      { name: 1 },
    ])
      expect((await call('rebrand_system', body)).error).toMatch(/^invalid_params: /);
    expect((await call('rebrand_system')).data.branding.name).toBe('');
  });

  it('is audited with the changed fields', async () => {
    const [row] = await world.database.query<{ metadata: Record<string, unknown> }>(
      `select metadata from audit_log where action = 'tools.rebrand_system' and metadata -> 'changed' ? 'logo'
       order by id limit 1`,
    );
    expect(row?.metadata).toMatchObject({ outcome: 'ok', caller: 'key:test' });
  });
});
