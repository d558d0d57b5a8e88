import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appOrigin,
  type Browser,
  openBrowser,
  startTestPortal,
  type TestPortal,
} from '../../../../portal/server/test-browser.ts';
import { createPhone } from '../../../test/citizens.ts';
import { openStage, type Stage } from './test/stage.ts';

const forwarderSecret = 'forwarder-test-secret-0123456789';
let stage: Stage;
let portal: TestPortal;
let bold: Browser;
let sarnai: Browser;

beforeAll(async () => {
  stage = await openStage({ env: { APP_ORIGIN: appOrigin }, forwarderSecret });
  portal = await startTestPortal(stage.server.url, { now: stage.world.clock.now, forwarderSecret });
  bold = await signedIn(0);
  sarnai = await signedIn(1);
});
afterAll(async () => {
  await portal.close();
  await stage.world.close();
});

async function signedIn(skip: number): Promise<Browser> {
  const browser = openBrowser(portal.url);
  const phone = createPhone(stage.world.sandbox);
  const citizen = await phone.citizen(/^ordinary/, skip);
  const started = await browser.call('/api/auth/eid/start', { method: 'POST', body: '{}' });
  const { sid, qr } = started.json.data as { sid: string; qr: string };
  const scanned = (await (await phone.scan(qr, citizen)).json()) as { id: string };
  await phone.approve(citizen, citizen.pin1, scanned.id);
  await browser.call('/api/auth/eid/poll', { method: 'POST', body: JSON.stringify({ sid }) });
  return browser;
}
const navigation = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', accept: 'text/html' };
const fromProvider = { ...navigation, 'sec-fetch-site': 'cross-site' };
const start = (browser: Browser, provider: string, headers: Record<string, string> = navigation) =>
  browser.callBare(`/api/v1/integrations/${provider}/connect`, { headers });
const back = (browser: Browser, address: URL) =>
  browser.callBare(`${address.pathname}${address.search}`, { headers: fromProvider });

describe('in a browser', () => {
  it.each(['google-drive', 'dropbox'])(
    'a person connects %s and comes back to the page',
    async (provider) => {
      const started = await start(bold, provider);
      expect(started.status).toBe(302);
      expect(started.headers['cache-control']).toBe('no-store');
      const [cookie = ''] = started.setCookies;
      expect(cookie).toMatch(new RegExp(`^tamga_oauth_${provider}=[0-9a-f]{32};`));
      expect(cookie).toMatch(/HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).toMatch(/Max-Age=600/i);
      const address = await stage.decide(new URL(started.headers.location ?? ''), stage.accounts[0] ?? '');
      expect(address.origin).toBe(appOrigin);
      const stranger = await back(sarnai, address);
      expect(stranger.headers.location).toBe('/connections?error=invalid_state');
      const finished = await back(bold, address);
      expect([finished.status, finished.headers.location]).toEqual([
        302,
        `${appOrigin}/connections?connected=${provider}`,
      ]);
      const { items } = (await bold.call('/api/v1/integrations')).json.data as { items: object[] };
      expect(items).toContainEqual(expect.objectContaining({ provider, status: 'connected' }));
      expect(JSON.stringify([started.headers, finished.headers])).not.toContain('x-oauth-binding');
    },
  );

  it('a person who replaced another one in the same browser cannot finish', async () => {
    const started = await start(bold, 'dropbox');
    const address = await stage.decide(new URL(started.headers.location ?? ''), stage.accounts[0] ?? '');
    for (const [name, value] of bold.jar) if (name.startsWith('tamga_oauth')) sarnai.jar.set(name, value);
    expect((await back(sarnai, address)).headers.location).toBe(
      `${appOrigin}/connections?error=invalid_state`,
    );
  });

  it('nothing starts from another site, without a session, or for an unknown provider', async () => {
    const foreign = await start(bold, 'dropbox', fromProvider);
    expect(foreign.headers.location).toBe('/connections?error=invalid_state');
    const nobody = await start(openBrowser(portal.url), 'dropbox');
    expect(nobody.headers.location).toBe('/login?next=%2Fconnections');
    const unknown = await start(bold, 'icloud');
    expect(unknown.headers.location).toBe(`${appOrigin}/connections?error=unknown_provider`);
    expect((await bold.callBare('/api/v1/integrations/dropbox/connect', { method: 'HEAD' })).status).not.toBe(
      302,
    );
  });

  it('no script gets the tokens: not with the session, not with a bearer token, in no spelling', async () => {
    await stage.connect('bold', 'dropbox');
    const authorization = `Bearer ${stage.people.bold.token}`;
    for (const path of [
      'dropbox/token',
      'dropbox/Token',
      'dropbox/%74oken',
      'dropbox/token/',
      'dropbox/token?x=1',
    ])
      for (const headers of [{}, { authorization }]) {
        const answer = await bold.call(`/api/v1/integrations/${path}`, { headers });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.text).not.toContain('access_token');
      }
    // The backend refuses what a portal forwards, should its own refusal ever be lost.
    const forwarded = await fetch(`${stage.server.url}/api/v1/integrations/dropbox/token`, {
      headers: {
        authorization,
        'x-tamga-forwarder': forwarderSecret,
        'x-forwarded-host': new URL(appOrigin).host,
      },
    });
    expect(forwarded.status).toBe(404);
    const direct = await fetch(`${stage.server.url}/api/v1/integrations/dropbox/token`, {
      headers: { authorization },
    });
    expect(direct.status).toBe(200);
  });
});
