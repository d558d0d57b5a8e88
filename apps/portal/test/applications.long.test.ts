import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, waitUntilDrawn } from './stage.ts';

const adminRole = 2;
const keeperRole = 310;
let stage: Stage;
let phone: Phone;
let keeper: Citizen;
let boss: Citizen;

beforeAll(async () => {
  stage = await openStage({
    env: (origin) => ({ OAUTH_ISSUER: origin, SSO_STATE_KEY: 'state-test-key-0123456789-abcdefghij' }),
  });
  phone = createPhone(stage.world.sandbox);
  boss = await phone.citizen(/^ordinary/, 0);
  keeper = await phone.citizen(/^ordinary/, 1);
  await stage.world.database.query(
    `insert into roles (id, key, name) values (${keeperRole}, 'keeper', 'Keeper of the gateway');
     insert into role_permissions values (${keeperRole}, 'gateway.manage')`,
  );
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

async function openAs(citizen: Citizen, role: number) {
  const { page, context, traffic } = await stage.openBrowser();
  await stage.signIn(context, citizen);
  await stage.giveRole(context, citizen, role);
  const call = async (method: string, path: string, data?: object) => {
    const csrf = (await context.cookies()).find(({ name }) => name === 'tamga_csrf')?.value ?? '';
    const answer = await context.request.fetch(`${stage.origin}/api/v1${path}`, {
      method,
      headers: { origin: stage.origin, 'x-tamga-csrf': decodeURIComponent(csrf) },
      ...(data === undefined ? {} : { data }),
    });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const register = async (name: string, fields: object = {}) => {
    const body = { name, app_type: 'web', redirect_uris: ['https://app.example.mn/callback'], ...fields };
    return (await call('POST', '/applications', body)) as { id: string };
  };
  const optionsOf = async (id: string) =>
    ((await call('GET', `/applications/${id}`)) as { options: Record<string, unknown> }).options;
  const open = (id: string, tab = 'settings') =>
    page.goto(`${stage.origin}/administration/applications/${id}?tab=${tab}`);
  return { page, problems: traffic.problems, register, optionsOf, open };
}

async function save(page: Page): Promise<void> {
  await page.getByTestId('save-application').click();
  await page.getByText('The settings have been saved.').waitFor();
}

describe('the options of an application', () => {
  it('are set by an administrator, each with its effect on the registration', async () => {
    const { page, problems, register, optionsOf, open } = await openAs(boss, adminRole);
    const { id } = await register('Every option');
    await open(id);
    await page.getByTestId('more').locator('summary').click();
    await page.getByTestId('secret-method').selectOption('client_secret_post');
    await page.getByTestId('require-pkce').uncheck();
    await page.getByTestId('id-token-claims').uncheck();
    await page.getByTestId('id-token-alg').selectOption('PS256');
    await page.getByTestId('binding').selectOption('certificate');
    for (const grant of ['device_code', 'ciba', 'token_exchange'])
      await page.getByTestId(`grant-${grant}`).check();
    await page.getByTestId('notification').fill('https://app.example.mn/ciba');
    await page.getByTestId('exchange-from').fill('front-app\nother-app');
    await page.getByTestId('app-tools:host_status').check();
    await page.getByTestId('app-tools-days').selectOption('30');
    await save(page);
    await expect
      .poll(() => optionsOf(id))
      .toMatchObject({
        token_endpoint_auth_method: 'client_secret_post',
        require_pkce: false,
        id_token_claims: false,
        id_token_signed_response_alg: 'PS256',
        certificate_bound: true,
        dpop: false,
        grants: ['device_code', 'ciba', 'token_exchange'],
        backchannel_client_notification_endpoint: 'https://app.example.mn/ciba',
        exchange_from: ['front-app', 'other-app'],
        tools: { scopes: ['tools:host_status'], expires_at: expect.any(String) },
      });
    expect(await findBarriersBothWays(page)).toEqual([]);

    await page.getByTestId('secret-method').selectOption('');
    await page.getByTestId('require-pkce').check();
    await page.getByTestId('binding').selectOption('');
    await page.getByTestId('grant-ciba').uncheck();
    await save(page);
    const back = await optionsOf(id);
    expect(back).toMatchObject({ require_pkce: true, grants: ['device_code', 'token_exchange'] });
    expect(back).not.toHaveProperty('token_endpoint_auth_method');
    expect(problems).toEqual([]);
  });

  it('of a security profile say what is missing, and switch on what belongs to it', async () => {
    const { page, problems, register, optionsOf, open } = await openAs(boss, adminRole);
    const { id } = await register('Bank');
    await open(id);
    await page.getByTestId('more').locator('summary').click();
    await page.getByTestId('profile').selectOption('fapi2');
    await page.getByTestId('save-application').click();
    await page.getByTestId('error-summary').getByText('FAPI 2.0 needs public keys').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const keys = (alg: string) => JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg }] });
    const jwks = page.getByLabel('Public keys (JWKS)');
    // The server refuses this one, and names the field.
    await jwks.fill(keys('RS256'));
    await page.getByTestId('save-application').click();
    await page.getByTestId('error-summary').getByText('Public keys (JWKS): This option').waitFor();
    await jwks.fill(keys('PS256'));
    await save(page);
    await expect
      .poll(() => optionsOf(id))
      .toMatchObject({
        profile: 'fapi2',
        require_par: true,
        dpop: true,
        id_token_signed_response_alg: 'ES256',
      });
    await expect.poll(() => page.getByTestId('require-par').isDisabled()).toBe(true);
    await expect.poll(() => page.getByTestId('require-pkce').isDisabled()).toBe(true);
    await page.getByTestId('profile').selectOption('fapi2_message_signing');
    await page.getByTestId('binding').selectOption('certificate');
    await save(page);
    await expect
      .poll(() => optionsOf(id))
      .toMatchObject({
        profile: 'fapi2_message_signing',
        certificate_bound: true,
        dpop: false,
      });
    expect(problems).toEqual([]);
  });

  it('that weaken a check are read-only without the right of an administrator', async () => {
    const { page, problems, register, optionsOf, open } = await openAs(keeper, keeperRole);
    const { id } = await register('Kept');
    await open(id);
    await page.getByTestId('more').locator('summary').click();
    await page.getByText('Only an administrator can waive this.').waitFor();
    await expect.poll(() => page.getByTestId('require-pkce').isDisabled()).toBe(true);
    await expect.poll(() => page.getByTestId('grant-device_code').isDisabled()).toBe(true);
    await expect.poll(() => page.getByTestId('app-tools:execute_command').isDisabled()).toBe(true);
    await page.getByTestId('id-token-claims').uncheck();
    await save(page);
    await expect
      .poll(() => optionsOf(id))
      .toMatchObject({ require_pkce: true, id_token_claims: false, grants: [] });

    // The server decides, whatever a page offers.
    await page.getByTestId('require-pkce').evaluate((box) => box.removeAttribute('disabled'));
    await page.getByTestId('require-pkce').click();
    await page.getByTestId('save-application').click();
    await page.getByTestId('error-summary').getByText('Require PKCE or a nonce:').waitFor();
    await expect.poll(() => optionsOf(id)).toMatchObject({ require_pkce: true });
    expect(problems).toEqual([]);
  });
});

describe('recent problems', () => {
  it('tell the developer what a refused request lacked, and what to change', async () => {
    const { page, problems, register, open } = await openAs(keeper, keeperRole);
    const { id } = await register('Neither');
    await open(id, 'problems');
    await page.getByText('No request was refused in the last 30 days.').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const request = new URL('/oauth2/auth', stage.origin);
    request.search = new URLSearchParams({
      client_id: id,
      redirect_uri: 'https://app.example.mn/callback',
      response_type: 'code',
      scope: 'openid',
      state: 'some-state',
    }).toString();
    const refused = await fetch(request, { redirect: 'manual' });
    expect(refused.headers.get('location')).toContain('error=invalid_request');
    await fetch(new URL('/oauth2/token', stage.origin), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'x',
        client_id: id,
        client_secret: 'wrong',
      }),
    });
    const shown = page.getByTestId('problem');
    // The notes are written after the answers.
    await expect
      .poll(async () => {
        await page.reload();
        await waitUntilDrawn(page);
        return shown.count();
      })
      .toBe(2);
    await shown.filter({ hasText: 'neither PKCE nor a nonce' }).waitFor();
    await shown.filter({ hasText: 'The secret is wrong' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('stand below a check of the registration, which says what to mend', async () => {
    const { page, problems, register, open } = await openAs(keeper, keeperRole);
    const { id } = await register('Checked', {
      redirect_uris: ['http://localhost:4001/callback'],
      options: { backchannel_logout_uri: 'https://logout.invalid/hook' },
    });
    await open(id, 'problems');
    await page.getByTestId('check').click();
    await page.getByTestId('check-redirect_uris').getByText('works only on a developer’s computer').waitFor();
    await page.getByTestId('check-back_channel').getByText('did not answer').waitFor();
    await page.getByTestId('check-sign_in').getByText('Nobody signed in').waitFor();
    await page.getByTestId('check-pkce').getByText('Good').waitFor();
    await expect.poll(() => page.getByTestId('simulator').getAttribute('href')).toContain('/check');
    expect(await findBarriersBothWays(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
