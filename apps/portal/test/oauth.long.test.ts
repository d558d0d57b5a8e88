import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startExample as startPage } from '../../../examples/browser-pkce/server.ts';
import { startExample as startWeb } from '../../../examples/web-openid-client/server.ts';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import { callUntil, createCaller } from '../../server/test/caller.ts';
import { type Citizen, createPhone, type Phone, type SignedIn, signIn } from '../../server/test/citizens.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, openStage, type Stage } from './stage.ts';

let stage: Stage;
let phone: Phone;
let admin: SignedIn;
let boss: Citizen;
const examples: Server[] = [];

beforeAll(async () => {
  stage = await openStage({
    env: (origin) => ({
      OAUTH_ISSUER: origin,
      SSO_STATE_KEY: 'state-test-key-0123456789-abcdefghij',
      GATEWAY_ALLOWED_NETWORKS: '127.0.0.0/8',
      APPLICATIONS_ALLOWED_NETWORKS: '127.0.0.0/8',
      MCP_CLIENTS: 'dynamic',
    }),
  });
  phone = createPhone(stage.world.sandbox);
  boss = await phone.citizen(/^ordinary/, 0);
  admin = await signIn(stage.server, phone, boss);
  const { database } = stage.world;
  await database.query('update users set role_id = 2 where id = $1', [admin.userId]);
  await database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
    JSON.stringify({ user_id: admin.userId }),
  ]);
  await callUntil(200, () => call('GET', '/applications'));
});

afterEach(() => stage.closeBrowsers());
afterAll(async () => {
  for (const server of examples) {
    server.close();
    server.closeAllConnections();
  }
  await stage?.close();
});

function call(method: string, path: string, body?: unknown) {
  const options = { token: admin.token, ...(body === undefined ? {} : { body }) };
  return createCaller(stage.server.url).call(method, `/api/v1${path}`, options);
}

async function register(name: string, type: 'web' | 'spa', redirectUri: string) {
  const body = { name, app_type: type, redirect_uris: [redirectUri] };
  const answer = await call('POST', '/applications', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return { clientId: answer.body.data.id as string, clientSecret: (answer.body.data.secret ?? '') as string };
}

/** The server-rendered example, registered and running. */
async function openWebExample(name: string): Promise<string> {
  const [port = 0] = await findFreePorts(1);
  const registered = await register(name, 'web', `http://localhost:${port}/callback`);
  const { origin, server } = await startWeb({ issuer: stage.origin, port, ...registered });
  examples.push(server);
  return origin;
}

describe('an assistant that nobody registered', () => {
  it('is shown with a warning and its tools, and gets those that the administrator leaves', async () => {
    const local = createServer((_request, response) => void response.end('back'));
    examples.push(local);
    await once(local.listen(0, '127.0.0.1'), 'listening');
    const returnHost = `127.0.0.1:${(local.address() as AddressInfo).port}`;
    const made = await createCaller(stage.server.url).post('/oauth2/register', {
      client_name: 'Туслах',
      redirect_uris: ['http://127.0.0.1/callback'],
    });
    const { client_id } = made.body as unknown as { client_id: string };
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, boss);
    const query = new URLSearchParams({
      client_id,
      response_type: 'code',
      redirect_uri: `http://${returnHost}/callback`,
      resource: `${stage.origin}/mcp`,
      scope: 'tools:host_status tools:execute_command',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    await page.goto(`${stage.origin}/oauth2/auth?${query}`);
    await page.getByTestId('continue').click();
    const warning = await page.getByTestId('unknown-client').textContent();
    expect(warning).toContain(returnHost);
    await expect
      .poll(() => page.getByTestId('scope-tools:execute_command').textContent())
      .toContain('Run allowed commands');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('scope-tools:execute_command').locator('input').uncheck();
    await page.getByTestId('allow').click();
    await page.waitForURL(/callback\?code=/);
    const { items } = (await call('GET', '/me/consents')).body.data;
    const [consent] = items.filter((one: { client_id: string }) => one.client_id === client_id);
    expect(consent.scopes.sort()).toEqual(['offline_access', 'tools:host_status']);
    expect(traffic.problems).toEqual([]);
  });
});

describe('the server-rendered example', () => {
  it('signs a person in with login and consent, remembers both, and signs out', async () => {
    const citizen = await phone.citizen(/^ordinary/, 1);
    const site = await openWebExample('Жишээ дэлгүүр');
    const { page, traffic } = await stage.openBrowser();
    await page.goto(site);
    await page.getByText('Sign in with Tamga').click();
    await page.getByRole('heading', { name: 'Sign in to “Жишээ дэлгүүр”' }).waitFor();
    await page.getByTestId('qr').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('oauth-consent').waitFor();
    await expect.poll(() => page.getByTestId('scope-profile').textContent()).toContain(citizen.given_name);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('allow').click();
    await expect.poll(() => page.locator('#name').textContent()).toContain(citizen.given_name);

    // The person is signed in and has consented, so no page asks again.
    await page.goto(`${site}/login`);
    await page.locator('#name').waitFor();

    await page.getByText('Sign out').click();
    await page.getByTestId('oauth-logout').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('confirm-logout').click();
    await page.locator('#nobody').waitFor();
    expect(new URL(page.url()).origin).toBe(site);
    await page.goto(`${stage.origin}/home`);
    await page.waitForURL(/\/login/);
    expect(traffic.problems).toEqual([]);
  });

  it('receives access_denied if the person declines on either page', async () => {
    const citizen = await phone.citizen(/^ordinary/, 2);
    const site = await openWebExample('Refused shop');
    const { page } = await stage.openBrowser();
    await page.goto(`${site}/login`);
    await page.getByTestId('deny').click();
    await expect.poll(() => page.locator('#failed').textContent()).toBe('You did not agree.');
    await page.goto(`${site}/login`);
    await scanAndApprove(page, phone, citizen);
    // Both pages have this button; the login page still shows it while the browser moves on.
    await page.getByTestId('allow').waitFor();
    await page.getByTestId('deny').click();
    await expect.poll(() => page.locator('#failed').textContent()).toBe('You did not agree.');
  });

  it('receives only the consented scopes, and asks again after the consent was withdrawn', async () => {
    const citizen = await phone.citizen(/^ordinary/, 3);
    const site = await openWebExample('Withdrawn shop');
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);

    await page.goto(`${site}/login`);
    await page.getByTestId('oauth-login').waitFor();
    await expect.poll(() => page.getByTestId('person').textContent()).toContain(citizen.given_name);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('continue').click();
    await page.getByTestId('scope-profile').getByRole('checkbox').uncheck();
    await page.getByTestId('allow').click();
    await page.locator('#name').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('#name').textContent()).toBe('');

    await page.goto(`${stage.origin}/profile`);
    const consent = page.getByTestId('consent').filter({ hasText: 'Withdrawn shop' });
    await consent.getByTestId('withdraw').click();
    await page.getByTestId('confirm-yes').click();
    await consent.waitFor({ state: 'detached' });
    await page.getByTestId('confirm').waitFor({ state: 'detached' });
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${site}/login`);
    await page.getByTestId('oauth-consent').waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('signs out the current account first if the person chooses another one', async () => {
    const [first, second] = [await phone.citizen(/^ordinary/, 3), await phone.citizen(/^ordinary/, 4)];
    const site = await openWebExample('Two people');
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, first);
    await page.goto(`${site}/login`);
    await page.getByTestId('another').click();
    await scanAndApprove(page, phone, second);
    await page.getByTestId('allow').click();
    await expect.poll(() => page.locator('#name').textContent()).toContain(second.given_name);
  });
});

describe('a client that asks for PIN2', () => {
  const pin2 = 'urn:tamga:eid:pin2';
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: [pin2] } } });
  /** Opens a request. The client has no server: the address to which the browser returns is enough. */
  async function open(name: string, parameters: Record<string, string>, citizen: Citizen) {
    const redirectUri = 'https://app.example.mn/callback';
    const { clientId } = await register(name, 'web', redirectUri);
    const browser = await stage.openBrowser();
    const back = browser.page.waitForRequest(`${redirectUri}**`, { timeout: 0 });
    await stage.signIn(browser.context, citizen);
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      ...parameters,
    });
    await browser.page.goto(`${stage.origin}/oauth2/auth?${query}`);
    await browser.page.getByTestId('continue').click();
    await browser.page.getByTestId('oauth-stronger').waitFor();
    const returned = async () => new URL((await back).url()).searchParams;
    return { ...browser, returned };
  }

  it('gets a code after the person confirmed on the phone, and a clear page after a refusal', async () => {
    const citizen = await phone.citizen(/^ordinary/, 7);
    const { page, returned, traffic } = await open('Tax office', { claims, ui_locales: 'mn' }, citizen);
    await page.getByRole('heading', { name: 'PIN2 кодоор баталгаажуулна уу' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('confirm-pin2').click();
    await page.getByTestId('verification-code').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await phone.act(citizen, 'refuse');
    await page.getByTestId('pin2-ended').waitFor();
    await page.getByTestId('confirm-pin2').click();
    await page.getByTestId('pin2-waiting').waitFor();
    await phone.approve(citizen, citizen.pin2);
    await page.getByTestId('allow').click();
    expect((await returned()).get('code')).toBeTruthy();
    expect(traffic.problems).toEqual([]);
  });

  it('learns that the person cannot, or goes on without it if it only wished', async () => {
    const citizen = await phone.citizen(/^ordinary/, 7);
    const required = await open('Required', { claims }, citizen);
    await required.page.getByTestId('cannot').click();
    expect((await required.returned()).get('error')).toBe('unmet_authentication_requirements');
    const wished = await open('Wished', { acr_values: pin2 }, citizen);
    await wished.page.getByTestId('continue-without').click();
    await wished.page.getByTestId('allow').click();
    expect((await wished.returned()).get('code')).toBeTruthy();
  });
});

describe('the example in the browser', () => {
  it('signs a person in with PKCE and no secret', async () => {
    const citizen = await phone.citizen(/^ordinary/, 5);
    const [port = 0] = await findFreePorts(1);
    const { clientId } = await register('Browser example', 'spa', `http://localhost:${port}/`);
    const { origin, server } = await startPage({ issuer: stage.origin, clientId, port });
    examples.push(server);
    // A custom header of the test would make every call of the page need a CORS preflight.
    const { page, traffic } = await stage.openBrowser({ extraHTTPHeaders: {} });
    await page.goto(origin);
    await page.locator('#sign-in').click();
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('allow').click();
    await expect.poll(() => page.locator('#claim-name').textContent()).toContain(citizen.given_name);
    expect(new URL(page.url()).search).toBe('');
    expect(traffic.problems).toEqual([]);
  });
});

describe('a device without a keyboard', () => {
  const openDevice = async (name: string) => {
    const body = {
      name,
      app_type: 'native',
      redirect_uris: ['mn.example.tv:/callback'],
      options: { grants: ['device_code'] },
    };
    const { id } = (await call('POST', '/applications', body)).body.data;
    const form = (path: string, fields: Record<string, string>) =>
      createCaller(stage.server.url).call('POST', path, {
        rawBody: new URLSearchParams({ client_id: id, ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Living room TV' },
      });
    const start = async () =>
      (await form('/oauth2/device_authorization', { scope: 'openid profile' })).body as Record<
        string,
        string
      >;
    const poll = (device_code = '') =>
      form('/oauth2/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code });
    return { start, poll };
  };
  const small = { viewport: { width: 320, height: 640 } };

  it('is allowed by a person who signs in and types its code, on a phone', async () => {
    const device = await openDevice('Гэрийн зурагт');
    const asked = await device.start();
    const { page, traffic } = await stage.openBrowser({ ...small, locale: 'mn-MN' });
    await page.goto(`${stage.origin}/device`);
    await page.getByTestId('qr').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await scanAndApprove(page, phone, await phone.citizen(/^ordinary/, 2));
    await page.getByTestId('user-code').fill('bbbb bbbb');
    await page.getByTestId('continue').click();
    await page.getByText('Ийм код алга').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('user-code').fill((asked['user_code'] ?? '').toLowerCase().replace('-', ''));
    await page.getByTestId('continue').click();
    await page.getByRole('heading', { name: '«Гэрийн зурагт»' }).waitFor();
    await page.getByTestId('device-warning').filter({ hasText: 'та өөрөө эхлүүлсэн' }).waitFor();
    await page.getByText('Living room TV').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(320);
    await page.getByTestId('allow').click();
    await page.getByTestId('device-allowed').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect((await device.poll(asked['device_code'])).status).toBe(200);
    expect(traffic.problems).toEqual([]);
  });

  it('is refused from the address that it shows, in English', async () => {
    const device = await openDevice('Strange TV');
    const asked = await device.start();
    const { page, context } = await stage.openBrowser(small);
    await stage.signIn(context, await phone.citizen(/^ordinary/, 2));
    await page.goto(asked['verification_uri_complete'] ?? '');
    await page.getByText('Check that the code is the same as on your device.').waitFor();
    await expect.poll(() => page.getByTestId('user-code').inputValue()).toBe(asked['user_code']);
    await page.getByTestId('continue').click();
    await page.getByTestId('device-warning').filter({ hasText: 'a device in front of you' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('deny').click();
    await page.getByTestId('device-refused').waitFor();
    expect((await device.poll(asked['device_code'])).body.error).toBe('access_denied');
  });
});

describe('a request that cannot be trusted', () => {
  it('stays at Tamga and shows a plain error text', async () => {
    const { clientId } = await register('Careful', 'web', 'https://app.example.mn/callback');
    const { page } = await stage.openBrowser();
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: 'https://app.example.mn/callbac',
      response_type: 'code',
      scope: 'openid',
    });
    await page.goto(`${stage.origin}/oauth2/auth?${query}`);
    await page.waitForURL(`${stage.origin}/oauth/error?**`);
    await page.getByText('an address that is not registered for it').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    for (const path of ['/oauth/login?login_challenge=x', '/oauth/consent', '/oauth/logout']) {
      const answer = await page.goto(`${stage.origin}${path}`);
      expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
      await page.getByTestId('challenge-over').waitFor();
    }
  });
});

describe('Tamga as a client of Tamga', () => {
  it('signs a citizen in at the second platform with the eID of the first', async () => {
    const citizen = await phone.citizen(/^ordinary/, 6);
    const secret = 'second-tamga-secret-0123456789abcdef';
    const app = await register('Second portal', 'web', 'https://placeholder.example.mn/');
    const second = await openStage({
      host: '127.0.0.1',
      env: {
        AUTH_MODE: 'client',
        SSO_ISSUER: stage.origin,
        SSO_CLIENT_ID: app.clientId,
        SSO_CLIENT_SECRET: secret,
        SSO_SCOPE: 'openid profile offline_access svc:eid-proxy svc:eid-org-proxy',
        SSO_EID_PROXY_BASE_URL: `${stage.server.url}/api/v1`,
      },
    });
    try {
      const redirect_uris = [`${second.origin}/sso/callback`];
      const body = { name: 'Second portal', app_type: 'web', redirect_uris };
      expect((await call('PUT', `/applications/${app.clientId}`, body)).status).toBe(200);
      expect((await call('PUT', `/applications/${app.clientId}/secret`, { secret })).status).toBe(200);
      const { items } = (await call('GET', '/gateway/services')).body.data;
      const isProxy = ({ name }: { name: string }) => ['eid-proxy', 'eid-org-proxy'].includes(name);
      const service_ids = items.filter(isProxy).map(({ id }: { id: string }) => id);
      const granted = await call('PUT', `/applications/${app.clientId}/services`, { service_ids });
      expect(granted.status).toBe(200);
      const { page, traffic } = await stage.openBrowser();
      await page.goto(`${second.origin}/login`);
      await expect.poll(() => page.getByTestId('superadmin').getAttribute('href')).toContain('superadmin=1');
      expect(await findBarriers(page)).toEqual([]);
      await page.getByTestId('sso').click();
      await page.waitForURL(`${stage.origin}/oauth/login**`);
      await scanAndApprove(page, phone, citizen);
      await page.getByTestId('allow').click();
      await page.waitForURL(`${second.origin}/home`);
      await page.getByText(citizen.given_name).first().waitFor();
      // eID records come through the first platform, which alone may call the provider.
      const shown = await page.request.get(`${second.origin}/api/v1/users/me/eid/certificates`);
      expect(shown.status()).toBe(200);
      expect((await shown.json()).data.certificates[0].document_number).toBe(citizen.document_number);
      expect(traffic.problems).toEqual([]);
    } finally {
      await second.close();
    }
  });
});

describe('a developer', () => {
  async function openOffice(): Promise<{ page: Page; problems: string[] }> {
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, boss);
    return { page, problems: traffic.problems };
  }

  it('registers a client, sees its secret once, and tries a sign-in from its page', async () => {
    const { page, problems } = await openOffice();
    await page.goto(`${stage.origin}/home`);
    await page.getByTestId('nav-applications').click();
    await page.getByTestId('add-application').click();
    await page.getByTestId('app-name').fill('Туршилтын сайт');
    await page.getByTestId('redirect-uri').fill('http://app.example.mn/callback');
    await page.getByTestId('register').click();
    await page.getByTestId('error-summary').getByText('http is for localhost only').waitFor();
    await page.getByTestId('redirect-uri').fill('https://app.example.mn/callback');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('register').click();
    const secret = (await page.getByTestId('secret').textContent()) ?? '';
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('secret-kept').click();
    await page.waitForURL(/applications\/app-[0-9a-f]{16}$/);
    expect(await findBarriers(page)).toEqual([]);

    await page.getByTestId('tab-connect').click();
    const clientId = (await page.getByTestId('client-id').textContent()) ?? '';
    for (const tool of ['openid-client', 'authjs', 'spring', 'keycloak']) {
      await page.getByTestId(`tool-${tool}`).click();
      const text = (await page.getByTestId('snippet').first().textContent()) ?? '';
      expect(text).toContain(clientId);
      expect(text).toContain(stage.origin);
      expect(text).not.toContain(secret);
    }
    expect(await findBarriers(page)).toEqual([]);

    await page.getByTestId('tab-settings').click();
    await page.getByTestId('more').click();
    await page.getByTestId('limit-burst').fill('many');
    await page.getByTestId('save-application').click();
    await page.getByTestId('error-summary').getByText('Enter a whole number.').waitFor();
    await page.getByTestId('limit-burst').fill('40');
    await page.getByTestId('save-application').click();
    await page.getByText('The settings have been saved.').waitFor();
    await page.getByTestId('app-name').fill('Туршилтын сайт 2');
    await page.getByText('The settings have been saved.').waitFor({ state: 'detached' });

    await page.getByTestId('tab-try').click();
    await page.getByTestId('add-try-address').click();
    await page.getByTestId('try-secret').fill(secret);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByTestId('try').click(),
    ]);
    await opened.getByTestId('continue').click();
    await opened.getByTestId('allow').click();
    await opened.locator('[data-testid=try-returned][data-outcome=taken]').waitFor();
    expect(new URL(opened.url()).search).toBe('');
    expect(await findBarriers(opened)).toEqual([]);
    await page.locator('[data-testid=try-status][data-step=done]').waitFor();
    const [idToken, userinfo] = await page.getByTestId('claims').allTextContents();
    expect(idToken).toContain('urn:tamga:eid:pin1');
    expect(userinfo).toContain(boss.given_name);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('rotates the secret while the old one still works, and deletes the client', async () => {
    const { clientId, clientSecret: secret } = await register(
      'Old',
      'web',
      'https://old.example.mn/callback',
    );
    const { page, problems } = await openOffice();
    await page.goto(`${stage.origin}/administration/applications/${clientId}?tab=secret`);
    await page.getByTestId('rotate').click();
    await page.getByTestId('confirm-yes').click();
    await expect.poll(() => page.getByTestId('secret').textContent()).not.toBe(secret);
    await page.getByTestId('secret-kept').click();
    await page.getByTestId('old-secret').waitFor();
    await page.getByTestId('tab-settings').click();
    await page.getByTestId('delete').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByText('has been deleted').waitFor();
    expect(problems).toEqual([]);
  });

  it('adds an upstream to the gateway, and sees its traffic as charts and tables', async () => {
    const upstream = createServer((request, response) => {
      response.statusCode = request.url === '/broken' ? 500 : 200;
      response.end('warm');
    });
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    examples.push(upstream);
    const { page, problems } = await openOffice();
    await page.goto(`${stage.origin}/home`);
    await page.getByTestId('nav-gateway').click();
    await page.getByTestId('add-service').click();
    await page.getByTestId('service-retries').fill('11');
    await page.getByTestId('save-service').click();
    await page.getByTestId('error-summary').getByText('Retries: Enter 10 or less.').waitFor();
    await page.getByTestId('service-retries').fill('0');
    await page.getByTestId('service-name').pressSequentially('weather');
    await page.getByTestId('service-host').fill('127.0.0.1');
    await page.getByTestId('service-protocol').selectOption('http');
    await page.getByTestId('service-port').fill(String((upstream.address() as AddressInfo).port));
    await expect.poll(() => page.getByTestId('service-maxBody').inputValue()).toBe('100');
    await page.getByTestId('service-maxBody').fill('1');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('save-service').click();
    await page.getByText('The service weather has been added.').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const services = (await call('GET', '/gateway/services')).body.data.items as {
      id: string;
      name: string;
    }[];
    const service_ids = services.filter(({ name }) => name === 'weather').map(({ id }) => id);
    const made = (await call('POST', '/applications', { name: 'Robot', app_type: 'm2m', service_ids })).body
      .data;
    const answer = await fetch(`${stage.origin}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${made.id}:${made.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'svc:weather' }),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    for (let calls = 0; calls < 3; calls += 1) {
      const reached = await fetch(`${stage.origin}/gw/weather/today`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
      expect([reached.status, await reached.text()]).toEqual([200, 'warm']);
    }

    await page.getByTestId('row').getByText('weather').first().click();
    await page.getByTestId('see-traffic').click();
    await page.getByTestId('chart').first().waitFor();
    // The log is written after the answers.
    const untilLogged = (path: string) =>
      callUntil(200, async () => {
        const log = await call('GET', '/gateway/logs');
        return JSON.stringify(log.body).includes(path) ? log : { ...log, status: 404 };
      });
    await untilLogged('/gw/weather/today');
    await page.getByTestId('period').selectOption('1');
    await page.getByText('Show as a table').first().click();
    await page.getByRole('cell', { name: '3', exact: true }).first().waitFor();
    await page.getByText('3 in all').waitFor();
    await page.getByText('There were no errors in this time.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    for (const path of ['broken', 'broken', 'broken?last']) {
      const broken = await fetch(`${stage.origin}/gw/weather/${path}`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
      expect(broken.status).toBe(path === 'broken' ? 500 : 200);
    }
    await untilLogged('/gw/weather/broken');
    await page.reload();
    await page.getByText('6 in all').waitFor();
    await page.getByText('2 in all').waitFor();
    await page.goto(`${stage.origin}/administration/gateway/calls`);
    await page.getByText('GET /gw/weather/today').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    // A limit from the form also applies at the public origin, with or without Content-Length.
    const large = await fetch(`${stage.origin}/gw/weather/today`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: new Uint8Array(1024 * 1024 + 1),
    });
    expect(large.status).toBe(413);
    expect(problems).toEqual([]);
  });
});
