import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, startTestPortal, type TestPortal } from '../../../../portal/server/test-browser.ts';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;
let portal: TestPortal;

beforeAll(async () => {
  stage = await openStage();
  portal = await startTestPortal(stage.server.url, {
    appOrigin: stage.server.config.appOrigin,
    now: stage.world.clock.now,
  });
});
afterAll(async () => {
  await portal.close();
  await stage.world.close();
});

it('a browser signs in and out through single sign-on when the platform uses it', async () => {
  const { appOrigin } = stage.server.config;
  const browser = openBrowser(portal.url);
  const own = { origin: appOrigin };
  const refused = await browser.call('/api/auth/eid/start', { method: 'POST', body: '{}', headers: own });
  expect([refused.status, refused.json.error]).toEqual([403, 'sso_required']);
  const startUrl = new URL((refused.json.data as { start_url: string }).start_url);
  expect(startUrl.origin).toBe(appOrigin);

  const started = await browser.callBare(`${startUrl.pathname}?next=%2Fprofile`);
  expect(started.status).toBe(302);
  const { sub } = await stage.person();
  const { code, state, iss } = await stage.visit(new URL(started.headers.location ?? ''), sub);
  const query = new URLSearchParams({ code, state, iss });
  expect((await openBrowser(portal.url).callBare(`/sso/callback?${query}`)).headers.location).toBe(
    '/login?sso_error=state_mismatch',
  );
  const back = await browser.callBare(`/sso/callback?${query}`);
  expect([back.status, back.headers.location]).toEqual([303, '/profile']);
  expect((await browser.call('/api/me')).json).toMatchObject({ data: { user: { first_name: 'Болд' } } });

  const again = await browser.callBare(`/sso/callback?${query}`);
  expect(again.headers.location).toBe('/login?sso_error=stale_request');

  const out = await browser.call('/api/auth/logout', { method: 'POST', headers: own });
  const { sso_logout_url: logoutUrl } = out.json.data as { sso_logout_url: string };
  expect(logoutUrl.startsWith(`${stage.issuer}/logout?`)).toBe(true);
  expect((await fetch(logoutUrl, { redirect: 'manual' })).headers.get('location')).toBe(`${appOrigin}/`);
  expect((await browser.call('/api/me')).status).toBe(401);
});
