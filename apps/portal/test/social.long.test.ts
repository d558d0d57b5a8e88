import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../server/test/server.ts';
import { until } from '../../server/test/until.ts';
import {
  type Answer,
  appOrigin,
  type Browser,
  openBrowser,
  startTestPortal,
  type TestPortal,
} from '../server/test-browser.ts';

/** The whole flow without a browser: portal, API and the sandbox's provider as shipped. */
let world: TestWorld;
let server: TestServer;
let portal: TestPortal;
let phone: Phone;
let citizen: Citizen;

beforeAll(async () => {
  world = await openWorld({ realTime: true });
  server = await world.startServer({ env: { APP_ORIGIN: appOrigin } });
  portal = await startTestPortal(server.url);
  phone = createPhone(world.sandbox);
  citizen = await phone.citizen();
});
afterAll(async () => {
  await portal.close();
  await world.close();
});

/** Follows the redirect to the provider, chooses the first person of its list and returns. */
async function signInSocially(browser: Browser, search = ''): Promise<Answer> {
  const started = await browser.call(`/api/auth/social/start${search}`);
  const page = started.headers.location ?? '';
  const html = await (await fetch(page)).text();
  const [form = ''] = html.split('</form>');
  const body = new URLSearchParams();
  for (const [, name = '', value = ''] of form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g))
    body.set(name, value);
  body.set('as', /name="as" value="([^"]+)"/.exec(form)?.[1] ?? '');
  const decided = await fetch(new URL('authorize/decide', page), {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  const back = (decided.headers.get('location') ?? '').replace(appOrigin, '');
  return browser.callBare(back, { headers: { 'sec-fetch-site': 'cross-site' } });
}

async function signInByEid(browser: Browser): Promise<Answer> {
  const started = await browser.call('/api/auth/eid/start', { method: 'POST', body: '{}' });
  const { sid, qr } = started.json.data as { sid: string; qr: string };
  await phone.scan(qr, citizen);
  await phone.approve(citizen);
  return browser.call('/api/auth/eid/poll', { method: 'POST', body: JSON.stringify({ sid }) });
}

/** The cutoff reaches the server's cache over the bus, in real time. */
const seeEnd = (browser: Browser) => until(async () => (await browser.call('/api/me')).status === 401);

describe('social sign-in through the portal', () => {
  it('requires eID the first time and signs in alone afterwards, until it is unlinked', async () => {
    const browser = openBrowser(portal.url);
    const first = await signInSocially(browser, '?next=/profile');
    expect([first.status, first.headers.location]).toEqual([303, '/login?slink=1&next=%2Fprofile']);
    expect((await browser.call('/api/me')).status).toBe(401);
    const proven = await signInByEid(browser);
    expect(proven.json.data).toMatchObject({ state: 'COMPLETE', social_link: 'linked' });
    const { id } = proven.json.data as { id: string };

    const again = openBrowser(portal.url);
    const second = await signInSocially(again, '?next=/profile');
    expect([second.status, second.headers.location]).toEqual([303, '/profile']);
    expect((await again.call('/api/me')).json.data).toMatchObject({ user: { id } });
    const link = await again.call('/api/v1/auth/social/link');
    expect(link.json.data).toMatchObject({ linked: true, provider: new URL(world.sandbox.url).host });

    expect((await again.call('/api/v1/auth/social/link', { method: 'DELETE' })).status).toBe(200);
    for (const ended of [again, browser]) await seeEnd(ended);
    expect((await signInSocially(again)).headers.location).toBe('/login?slink=1');
  });

  it('refuses onboarding without an invitation', async () => {
    const answer = await signInSocially(openBrowser(portal.url), '?onboard=1');
    expect(answer.headers.location).toBe('/superadmin/onboarding?sso_error=not_invited');
  });
});
