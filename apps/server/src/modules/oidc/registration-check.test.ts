import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

const check = async (id: string) => {
  const { status, body } = await stage.call('POST', `/applications/${id}/check`, undefined, stage.admin);
  const items = (body.data?.items ?? []) as {
    check: string;
    state: string;
    reason: string;
    value?: string;
  }[];
  return { status, data: body.data, find: (name: string) => items.find((item) => item.check === name) };
};

describe('applications.check', () => {
  it('finds nothing wrong with an application that people sign in to', async () => {
    const app = await stage.register();
    expect((await check(app.id)).find('sign_in')).toMatchObject({ state: 'warning', reason: 'never' });
    await stage.signInTo(app);
    const { status, data, find } = await check(app.id);
    expect(status).toBe(200);
    expect(data.items.map((item: { state: string }) => item.state)).toEqual(Array(9).fill('ok'));
    expect(find('sign_in')?.value).toMatch(/^\d{4}-/);
    expect(data.simulator_url).toContain('/check');
  });

  it('names a local redirect URI, waived PKCE and an ending secret', async () => {
    const app = await stage.register({
      redirect_uris: ['http://localhost:4001/cb'],
      options: { require_pkce: false },
    });
    const path = `/applications/${app.id}/rotate-secret`;
    await stage.call('POST', path, { grace_seconds: 3600 }, stage.admin);
    const { find } = await check(app.id);
    expect(find('redirect_uris')).toMatchObject({ reason: 'loopback', value: 'http://localhost:4001/cb' });
    expect(find('pkce')).toMatchObject({ state: 'warning', reason: 'waived' });
    expect(find('secret')).toMatchObject({ state: 'warning', reason: 'ending' });
  });

  it('calls the back-channel logout address once, and tells what it answers', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(request.url === '/right' ? 400 : 404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const withAddress = (path: string) =>
      stage.register({ options: { backchannel_logout_uri: `http://127.0.0.1:${port}${path}` } });
    try {
      const right = await check((await withAddress('/right')).id);
      expect(right.find('back_channel')).toMatchObject({ state: 'ok' });
      const wrong = await check((await withAddress('/wrong')).id);
      expect(wrong.find('back_channel')).toMatchObject({ reason: 'status', value: '404' });
      expect(asked).toEqual(['POST /right', 'POST /wrong']);
      const gone = await withAddress('/gone');
      server.close();
      server.closeAllConnections();
      expect((await check(gone.id)).find('back_channel')).toMatchObject({ reason: 'unreachable' });
    } finally {
      server.close();
    }
  });

  it('is for people who manage applications', async () => {
    const app = await stage.register();
    const other = await stage.call('POST', `/applications/${app.id}/check`, undefined, stage.person);
    expect(other.status).toBe(403);
    expect((await check('app-none')).status).toBe(404);
  });
});
