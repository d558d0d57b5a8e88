import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import { startUpstream, type UpstreamServer } from '../../server/src/modules/gateway/test/stage.ts';
import { defaultLimits } from '../../server/src/modules/oauth-clients/index.ts';
import { callUntil, createCaller } from '../../server/test/caller.ts';
import { createPhone, type Phone, type SignedIn, signIn } from '../../server/test/citizens.ts';
import { developerGuide } from '../src/features/developers/guide.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage } from './stage.ts';

let stage: Stage;
let phone: Phone;
let admin: SignedIn;
let upstream: UpstreamServer;

beforeAll(async () => {
  stage = await openStage({
    env: (origin) => ({
      OAUTH_ISSUER: origin,
      SSO_STATE_KEY: 'state-test-key-0123456789-abcdefghij',
      GATEWAY_ALLOWED_NETWORKS: '127.0.0.0/8',
      APPLICATIONS_ALLOWED_NETWORKS: '127.0.0.0/8',
    }),
  });
  phone = createPhone(stage.world.sandbox);
  upstream = await startUpstream();
  admin = await signIn(stage.server, phone, await phone.citizen(/^ordinary/, 0));
  const { database } = stage.world;
  await database.query('update users set role_id = 2 where id = $1', [admin.userId]);
  await database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
    JSON.stringify({ user_id: admin.userId }),
  ]);
  await callUntil(200, () => call('GET', '/applications'));
});
afterEach(() => stage.closeBrowsers());
afterAll(async () => {
  await stage?.close();
  await upstream?.close();
});

function call(method: string, path: string, body?: unknown) {
  const options = { token: admin.token, ...(body === undefined ? {} : { body }) };
  return createCaller(stage.server.url).call(method, `/api/v1${path}`, options);
}

async function register(name: string, redirectUri: string): Promise<{ id: string; secret: string }> {
  const answer = await call('POST', '/applications', {
    name,
    app_type: 'web',
    redirect_uris: [redirectUri],
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data as { id: string; secret: string };
}

describe('the page for developers', () => {
  it.each([
    ['mn-MN', 'Хөгжүүлэгчдэд', 1280],
    ['en-US', 'For developers', 320],
  ])('is found in the footer and read without sign-in (%s)', async (locale, title, width) => {
    const { page, traffic } = await stage.openBrowser({ locale, viewport: { width, height: 800 } });
    await page.goto(`${stage.origin}/status`);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /Developers|Хөгжүүлэгчдэд/ })
      .click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(traffic.problems).toEqual([]);
  });

  it.each([
    ['mn-MN', 'mn'],
    ['en-US', 'en'],
  ] as const)('says the same without script, and its links lead somewhere (%s)', async (locale, language) => {
    const { page, context } = await stage.openBrowser({ locale, javaScriptEnabled: false });
    await page.goto(`${stage.origin}/developers`);
    await page.waitForURL('**/developers?plain=1');
    const guide = developerGuide(language, stage.origin);
    await page.getByRole('heading', { level: 1, name: guide.title }).waitFor();
    const shown = await page.locator('main').innerText();
    for (const part of guide.parts) {
      for (const text of [part.title, ...(part.text ?? []), ...(part.steps ?? [])])
        expect(shown).toContain(text);
      for (const { to } of part.links ?? [])
        expect((await context.request.get(`${stage.origin}${to}`)).status(), to).toBe(200);
    }
    const { limit_per_minute, limit_burst } = defaultLimits;
    const limits = guide.parts.find(({ id }) => id === 'limits')?.text?.join(' ');
    expect(limits).toContain(`${limit_per_minute}`);
    expect(limits).toContain(`${limit_burst}`);
  });

  it('shows a program that signs a person in as it stands', async () => {
    const { page } = await stage.openBrowser();
    await page.goto(`${stage.origin}/developers`);
    const program = await page.getByTestId('snippet').locator('pre').innerText();
    const [port = 0] = await findFreePorts(1);
    const redirectUri = `http://localhost:${port}/callback`;
    const { id, secret } = await register('Ten lines', redirectUri);
    const running = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: join(import.meta.dirname, '..', '..', '..'),
      env: { CLIENT_ID: id, CLIENT_SECRET: secret, REDIRECT_URI: redirectUri },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(running, 'exit');
    try {
      const [printed] = (await once(running.stdout, 'data')) as [Buffer];
      const citizen = await phone.citizen(/^ordinary/, 2);
      await page.goto(printed.toString().trim());
      await scanAndApprove(page, phone, citizen);
      await page.getByTestId('allow').click();
      await page.getByText('Signed in: ').filter({ hasText: citizen.given_name }).waitFor();
      expect(await ended).toEqual([0, null]);
    } finally {
      running.kill();
    }
  });
});

/** Takes a token as a program does, from its own address. */
const askToken = (id: string, secret: string, fields = '') =>
  createCaller(stage.server.url, '203.0.113.7').call('POST', '/oauth2/token', {
    rawBody: `grant_type=client_credentials${fields}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    },
  });
const takeToken = async (id: string, secret: string): Promise<number> => (await askToken(id, secret)).status;

describe('an owner of an application', () => {
  it.each([
    ['en-US', 1280, 'Last used just now from 203.0.113.7 at /oauth2/token.', 3],
    ['mn-MN', 390, 'Сүүлд дөнгөж сая 203.0.113.7 хаягаас /oauth2/token дээр ашигласан.', 4],
  ] as const)(
    'rotates its secret and sees what still uses the old one (%s)',
    async (locale, width, lastUse, nth) => {
      const made = await call('POST', '/applications', { name: `Worker ${nth}`, app_type: 'm2m' });
      const { id, secret } = made.body.data as { id: string; secret: string };
      const owner = await phone.citizen(/^ordinary/, nth);
      const { page, context, traffic } = await stage.openBrowser({
        locale,
        viewport: { width, height: 860 },
      });
      await stage.signIn(context, owner);
      await page.goto(`${stage.origin}/developers/applications/${id}`);
      await page.getByTestId('missing').waitFor();
      await call('POST', `/applications/${id}/owners`, { national_id: owner.national_id });

      await page.goto(`${stage.origin}/developers/applications`);
      await page.getByTestId('accept-offer').click();
      await page.getByRole('link', { name: `Worker ${nth}` }).click();
      await page.goto(`${stage.origin}/developers/applications/${id}?tab=secret`);
      await page.getByTestId('current-secret').waitFor();
      await page.getByTestId('rotate').click();
      await page.getByTestId('confirm-yes').click();
      const fresh = (await page.getByTestId('secret').textContent()) ?? '';
      await page.getByTestId('secret-kept').click();
      expect([await takeToken(id, secret), await takeToken(id, fresh)]).toEqual([200, 200]);

      await page.reload();
      const old = page.getByTestId('old-secret');
      await old.getByText(lastUse).waitFor();
      expect(await findBarriersBothWays(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.getByTestId('end-old').click();
      await page.getByTestId('still-used').waitFor();
      // A careless click only says again what is at stake.
      await page.getByTestId('confirm-yes').click();
      expect(await takeToken(id, secret)).toBe(200);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByTestId('understood').check();
      await page.getByTestId('confirm-yes').click();
      await page
        .getByTestId('old-ended')
        .filter({ hasText: /has ended|зогсоолоо/ })
        .waitFor();
      expect([await takeToken(id, secret), await takeToken(id, fresh)]).toEqual([401, 200]);
      expect(traffic.problems).toEqual([]);
    },
  );

  it.each([
    ['en-US', 'dark', 1280, 'Refused requests', 5],
    ['mn-MN', 'light', 390, 'Татгалзсан хүсэлт', 6],
  ] as const)('sees its use, refusals and quota (%s)', async (locale, colorScheme, width, refused, nth) => {
    const name = `people-${nth}`;
    const service = await call('POST', '/gateway/services', {
      name,
      protocol: 'http',
      host: '127.0.0.1',
      port: upstream.port,
    });
    const made = await call('POST', '/applications', {
      name: `Reader ${nth}`,
      app_type: 'm2m',
      service_ids: [service.body.data.id],
      options: { limits: { daily_quota: 10 } },
    });
    const { id, secret } = made.body.data as { id: string; secret: string };
    const { page, context, traffic } = await stage.openBrowser({
      locale,
      colorScheme,
      viewport: { width, height: 860 },
    });
    const owner = await phone.citizen(/^ordinary/, nth);
    await stage.signIn(context, owner);
    await call('POST', `/applications/${id}/owners`, { national_id: owner.national_id });
    await page.goto(`${stage.origin}/developers/applications`);
    await page.getByTestId('accept-offer').click();
    await page.getByTestId('accept-offer').waitFor({ state: 'detached' });
    await askToken(id, 'a-wrong-secret');
    const { access_token: token = '' } = (await askToken(id, secret, `&scope=svc:${name}`)).body as {
      access_token?: string;
    };
    const calls = createCaller(stage.server.url);
    await callUntil(200, () => calls.get(`/gw/${name}/hello`, { token }));

    await page.goto(`${stage.origin}/developers/applications/${id}?days=1`);
    await page.getByTestId('bars').filter({ hasText: 'invalid_client' }).waitFor();
    await page.getByTestId('figures').filter({ hasText: '10' }).waitFor();
    await page.getByTestId('chart').filter({ hasText: refused }).first().waitFor();
    // The log of the gateway is written after the answer.
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByTestId('figures').waitFor();
        return page.getByText(name).count();
      })
      .toBeGreaterThan(0);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.getByTestId('period').selectOption('30');
    await page.waitForURL('**days=30');
    await page.getByTestId('tab-problems').click();
    await page.getByTestId('problem').filter({ hasText: 'invalid_client' }).waitFor();
    await page.getByTestId('tab-secret').click();
    await page.getByTestId('current-secret').waitFor();
    await page.getByTestId('to-webhooks').click();
    await page.getByTestId('add-webhook').waitFor();
    await page.locator(`a[href="/developers/applications/${id}"]`).waitFor();
    expect(traffic.problems).toEqual([]);
  });

  it('registers it, sees how to connect it, tries it, and asks for approval', async () => {
    const owner = await phone.citizen(/^ordinary/, 7);
    const { page, context, traffic } = await stage.openBrowser({ locale: 'en-US' });
    await stage.signIn(context, owner);
    await page.goto(`${stage.origin}/developers/applications`);
    await page.getByTestId('add-application').click();
    await page.getByTestId('app-name').fill('Library');
    await page.getByTestId('redirect-uri').fill('http://library.example.mn/callback');
    await page.getByTestId('register').click();
    await page.getByText('http is for localhost only').first().waitFor();
    await page.getByTestId('redirect-uri').fill('http://localhost:4000/callback');
    await page.getByTestId('register').click();
    const secret = (await page.getByTestId('secret').textContent()) ?? '';
    await page.getByTestId('secret-kept').click();
    await page.getByTestId('snippet').first().filter({ hasText: 'http://localhost:4000/callback' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);

    await page.getByTestId('tab-try').click();
    await page.getByTestId('add-try-address').click();
    await page.getByTestId('try-secret').fill(secret);
    const [opened] = await Promise.all([context.waitForEvent('page'), page.getByTestId('try').click()]);
    await opened.getByTestId('continue').click();
    await opened.getByTestId('allow').click();
    await page.getByTestId('claims').first().filter({ hasText: owner.given_name }).waitFor();

    await page.getByTestId('tab-settings').click();
    await page.getByTestId('ask-approval').click();
    await page.getByTestId('stage').filter({ hasText: 'Waiting for approval' }).waitFor();
    const id = (await page.getByTestId('client-id').textContent()) ?? '';
    const { updated_at, created_at } = (await call('GET', `/applications/${id}`)).body.data;
    const approval = { approve: true, seen: updated_at ?? created_at };
    expect((await call('POST', `/applications/${id}/approval`, approval)).status).toBe(200);
    await page.reload();
    await page.getByText('only an administrator changes its addresses').waitFor();
    expect(await page.getByTestId('save-application').count()).toBe(0);
    expect(traffic.problems).toEqual([]);
  });

  it('is named and removed by an administrator', async () => {
    const { id } = await register('Shop', 'https://shop.example.mn/callback');
    const boss = await phone.citizen(/^ordinary/, 0);
    const owner = await phone.citizen(/^ordinary/, 3);
    await signIn(stage.server, phone, owner);
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, boss);
    await page.goto(`${stage.origin}/administration/applications/${id}?tab=owners`);
    for (const register of ['ЯЯ99999999', owner.national_id]) {
      await page.getByTestId('owner-register').fill(register);
      await page.getByTestId('add-owner').click();
      const masked = `${register.slice(0, 2)}••••••${register.slice(-2)}`;
      await page.getByTestId('owner-added').filter({ hasText: masked }).waitFor();
      await page.getByTestId('owner-offers').filter({ hasText: masked }).waitFor();
    }
    const theirs = createCaller(stage.server.url);
    const { token } = await signIn(stage.server, phone, owner);
    const [offer] = (await theirs.get('/api/v1/me/owner-offers', { token })).body.data.items;
    await theirs.post(`/api/v1/me/owner-offers/${offer.id}/accept`, {}, { token });
    await page.reload();
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove' }).nth(1).click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('owner-removed').filter({ hasText: 'The owner was removed.' }).waitFor();
    expect(traffic.problems).toEqual([]);
  });
});

const upstreamDocument = {
  openapi: '3.1.0',
  info: { title: 'Echo <b>service</b>', version: '2.1', description: 'Says what it was asked.' },
  paths: {
    '/people/{id}': {
      post: {
        summary: 'Greets a person',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'Number' },
          { name: 'day', in: 'query', schema: { type: 'string', format: 'date' } },
        ],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Greeting' } } },
        },
        responses: { 200: { description: 'What was asked <script>alert(1)</script>' } },
      },
    },
    '/../../api/v1/me': { get: { summary: 'Leaves the service', responses: {} } },
  },
  components: {
    schemas: { Greeting: { type: 'object', properties: { text: { type: 'string', example: 'Сайн уу' } } } },
  },
};

describe('the documentation of a service of the gateway', () => {
  it.each([
    ['en-US', 1280, /The document has been saved/, /This \$ref leads outside/, 'Answer 200'],
    ['mn-MN', 390, /Баримтыг хадгаллаа/, /баримтын гадна заасан/, 'Хариу 200'],
  ] as const)(
    'is uploaded by an administrator and tried by a developer (%s)',
    async (locale, width, saved, refused, answered) => {
      const name = `echo-${width}`;
      const made = await call('POST', '/gateway/services', {
        name,
        protocol: 'http',
        host: '127.0.0.1',
        port: upstream.port,
        path: '/base',
      });
      const { id } = made.body.data as { id: string };
      const program = await call('POST', '/applications', { name, app_type: 'm2m', service_ids: [id] });
      const { id: clientId, secret } = program.body.data as { id: string; secret: string };
      const issued = await askToken(clientId, secret);
      const token = (issued.body as unknown as { access_token: string }).access_token;

      const { page, context, traffic } = await stage.openBrowser({
        locale,
        viewport: { width, height: 860 },
      });
      await stage.signIn(context, await phone.citizen(/^ordinary/, 0));
      await page.goto(`${stage.origin}/administration/gateway/services/${id}`);
      const upload = (document: unknown) =>
        page.getByTestId('openapi-file').setInputFiles({
          name: 'openapi.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(document)),
        });
      await page.getByTestId('openapi-state').waitFor();
      await upload({ ...upstreamDocument, components: { $ref: 'https://example.mn/all.json' } });
      await page.getByTestId('openapi-fault').filter({ hasText: refused }).waitFor();
      await upload(upstreamDocument);
      await page.getByTestId('openapi-done').filter({ hasText: saved }).waitFor();
      await page.getByTestId('openapi-remove').click();
      await page.getByTestId('confirm-yes').click();
      await page.getByTestId('openapi-remove').waitFor({ state: 'detached' });
      await upload(upstreamDocument);
      await page.getByTestId('openapi-remove').waitFor();
      expect(await findBarriersBothWays(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);

      await stage.signIn(context, await phone.citizen(/^ordinary/, 5));
      await page.goto(`${stage.origin}/developers/applications`);
      await page.locator('main a[href="/developers/services"]').click();
      await page.getByRole('link', { name: 'Echo <b>service</b>' }).first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.goto(`${stage.origin}/developers/services/${id}`);
      const [greet, leave] = [page.getByTestId('operation').nth(0), page.getByTestId('operation').nth(1)];
      await greet.getByText('What was asked <script>alert(1)</script>').waitFor();
      await greet.getByTestId('try').click();
      await greet.getByTestId('try-id').fill('7');
      await greet.getByTestId('try-day').fill('2026-11-16');
      await greet.getByTestId('try-send').click();
      await greet.getByTestId('try-fault').waitFor();
      await page.getByTestId('token').fill(token);
      await greet.getByTestId('try-send').click();
      const answer = greet.getByTestId('answer');
      await answer.getByText(answered).waitFor();
      const shown = await greet.getByTestId('trial').innerText();
      expect(shown).toContain('Bearer $TOKEN');
      expect(shown).toContain(`/gw/${name}/people/7?day=2026-11-16`);
      expect(shown).not.toContain(token);
      const seen = upstream.seen.at(-1);
      expect(seen).toMatchObject({ method: 'POST', url: '/base/people/7?day=2026-11-16' });
      expect(JSON.parse(seen?.body ?? '')).toEqual({ text: 'Сайн уу' });
      expect(seen?.headers.cookie).toBeUndefined();
      expect(await findBarriersBothWays(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);

      await leave.getByTestId('try').click();
      await leave.getByTestId('try-send').click();
      await leave.getByTestId('try-fault').waitFor();
      await page.getByTestId('token').fill('wrong');
      await greet.getByTestId('try-send').click();
      await answer.getByText(/401/).first().waitFor();
      expect(traffic.problems).toEqual([]);
      await page.reload();
      await page.getByTestId('token').waitFor();
      await expect.poll(() => page.getByTestId('token').inputValue()).toBe('');
    },
  );
});
