import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../test/caller.ts';
import { testConfig } from '../../test/config.ts';
import { openWorld, type TestServer, type TestWorld } from '../../test/server.ts';
import { switchableModules } from '../module-switches.ts';

let world: TestWorld;
let server: TestServer;
beforeAll(async () => {
  world = await openWorld();
  const off = 'registry, tools, gateway,officer,appointments,gov';
  server = await world.startServer({ env: { MODULES_DISABLED: off } });
});
afterAll(() => world.close());

const call = (method: string, path: string) => createCaller(server.url).call(method, path);

describe('MODULES_DISABLED', () => {
  it('a disabled module answers like an unknown address, in every method and to every caller', async () => {
    const bodies = new Set<string>();
    for (const [method, path] of [
      ['GET', '/api/v1/nowhere'],
      ['GET', '/api/v1/registry/services'],
      ['DELETE', '/api/v1/registry/services'],
      ['GET', '/api/v1/gov/applications'],
      ['POST', '/api/v1/gov/applications'],
      ['GET', '/api/v1/gov/officer/applications'],
      ['GET', '/api/v1/gateway/overview'],
    ] as const) {
      const answer = await call(method, path);
      expect([path, answer.status]).toEqual([path, 404]);
      bodies.add(JSON.stringify({ ...answer.body, request_id: '' }));
    }
    expect(bodies.size).toBe(1);
    for (const path of ['/mcp', '/gw/weather/now', '/api/v1/tools'])
      expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
    expect((await call('GET', '/api/v1/gov/payments')).status).toBe(401);
  });

  it('is absent from the API document and the menus; enabled modules stay in both', async () => {
    const { paths } = (await call('GET', '/swagger/doc.json')).body as unknown as {
      paths: Record<string, unknown>;
    };
    const named = Object.keys(paths);
    expect(
      named.filter((path) => /\/(registry\/services|gateway|officer|tools)|\/gw\/|\/mcp/.test(path)),
    ).toEqual([]);
    expect(named).toContain('/api/v1/gov/payments');
    const { items } = (await call('GET', '/api/v1/platform/modules')).body.data;
    const off = items.filter(({ enabled }: { enabled: boolean }) => !enabled);
    expect(off.map(({ id }: { id: string }) => id)).toEqual([
      'appointments',
      'gateway',
      'gov',
      'officer',
      'registry',
      'tools',
    ]);
    expect(off).toContainEqual({
      id: 'registry',
      kind: 'business',
      enabled: false,
      ui_prefixes: ['/registry'],
    });
    expect(items).toHaveLength(Object.keys(switchableModules).length);
  });

  it('stops its scheduled jobs: no case that people cannot reach is decided', () => {
    const scheduled = server.app.declaredJobs.filter(({ schedule }) => schedule !== undefined);
    expect(scheduled.filter(({ name }) => name.startsWith('gov.'))).toEqual([]);
    expect(scheduled.some(({ name }) => name.startsWith('kernel.'))).toBe(true);
  });

  it('accepts only modules that exist, are not part of the platform, and are not needed by an enabled one', () => {
    const own = server.app.modules.map(({ name }) => name);
    for (const name of Object.keys(switchableModules)) expect(own).toContain(name);
    for (const wrong of ['identity', 'nothing', 'constructor'])
      expect(() => testConfig({ MODULES_DISABLED: wrong })).toThrow(`must not name ${wrong}`);
    expect(() => testConfig({ MODULES_DISABLED: 'payments' })).toThrow(
      'MODULES_DISABLED switches off payments, which gov needs: name gov too',
    );
  });
});
