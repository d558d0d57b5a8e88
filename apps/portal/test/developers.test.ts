import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import { defaultLimits } from '../../server/src/modules/oauth-clients/index.ts';
import { callUntil, createCaller } from '../../server/test/caller.ts';
import { createPhone, type Phone, type SignedIn, signIn } from '../../server/test/citizens.ts';
import { developerGuide } from '../src/features/developers/guide.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriersBothWays, openStage, type Stage } from './stage.ts';

let stage: Stage;
let phone: Phone;
let admin: SignedIn;

beforeAll(async () => {
  stage = await openStage({
    env: (origin) => ({
      OAUTH_ISSUER: origin,
      SSO_STATE_KEY: 'state-test-key-0123456789-abcdefghij',
      GATEWAY_ALLOWED_NETWORKS: '127.0.0.0/8',
    }),
  });
  phone = createPhone(stage.world.sandbox);
  admin = await signIn(stage.server, phone, await phone.citizen(/^ordinary/, 0));
  const { database } = stage.world;
  await database.query('update users set role_id = 2 where id = $1', [admin.userId]);
  await database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
    JSON.stringify({ user_id: admin.userId }),
  ]);
  await callUntil(200, () => call('GET', '/applications'));
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

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
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
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
