import * as openid from 'openid-client';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../server/test/caller.ts';
import { type Citizen, createPhone, type Phone, type SignedIn, signIn } from '../../server/test/citizens.ts';
import { scanAndApprove } from './phone-page.ts';
import { openRelyingParty, type RelyingParty } from './relying-party.ts';
import { findBarriersBothWays, openStage, type Stage } from './stage.ts';

let stage: Stage;
let phone: Phone;
let admin: SignedIn;
let citizen: Citizen;
const parties: RelyingParty[] = [];

beforeAll(async () => {
  stage = await openStage({
    env: (origin) => ({
      OAUTH_ISSUER: origin,
      SSO_STATE_KEY: 'state-test-key-0123456789-abcdefghij',
    }),
  });
  phone = createPhone(stage.world.sandbox);
  admin = await signIn(stage.server, phone, await phone.citizen(/^ordinary/, 0));
  citizen = await phone.citizen(/^ordinary/, 1);
  const { database } = stage.world;
  await database.query('update users set role_id = 2 where id = $1', [admin.userId]);
  await database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
    JSON.stringify({ user_id: admin.userId }),
  ]);
  await callUntil(200, () => call('GET', '/applications'));
});

afterEach(() => stage.closeBrowsers());
afterAll(async () => {
  for (const { server } of parties) {
    server.close();
    server.closeAllConnections();
  }
  await stage?.close();
});

function call(method: string, path: string, body?: unknown) {
  const options = { token: admin.token, ...(body === undefined ? {} : { body }) };
  return createCaller(stage.server.url).call(method, `/api/v1${path}`, options);
}

async function openParty(name: string): Promise<RelyingParty> {
  const party = await openRelyingParty(stage.origin, async (redirectUri) => {
    const body = { name, app_type: 'web', redirect_uris: [redirectUri] };
    const answer = await call('POST', '/applications', body);
    if (answer.status !== 201) throw new Error(answer.text);
    return { clientId: answer.body.data.id, clientSecret: answer.body.data.secret };
  });
  parties.push(party);
  return party;
}

/** Each decision that the page sends, with the status of its answer. */
function watchDecisions(page: Page): string[] {
  const decisions: string[] = [];
  page.on('response', (response) => {
    const [, name] = /\/api\/v1\/provider\/(\w+\/\w+)$/.exec(new URL(response.url()).pathname) ?? [];
    if (name !== undefined) decisions.push(`${name} ${response.status()}`);
  });
  return decisions;
}

const isOver = (page: Page, reason: string) =>
  page.locator(`[data-testid=challenge-over][data-reason=${reason}]`).waitFor();

describe('a client that requires a fresh sign-in', () => {
  it('with prompt=login gets eID at once, and the browser returns by itself after one approval', async () => {
    const party = await openParty('Банк');
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    const decisions = watchDecisions(page);
    const before = Math.floor(Date.now() / 1000);
    await party.start(page, { prompt: 'login' });
    await page.getByRole('heading', { name: 'Sign in to “Банк” once more' }).waitFor();
    await page.getByTestId('qr').waitFor();
    await expect.poll(() => page.getByTestId('continue').count()).toBe(0);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('allow').click();
    const tokens = await party.finish(page);
    expect(tokens.claims()?.auth_time).toBeGreaterThanOrEqual(before);
    expect(decisions).toEqual(['login/accept 200', 'consent/accept 200']);
    expect(traffic.consoleErrors).toEqual([]);
  });

  it('with prompt=login may be answered by another person, whose session replaces the first', async () => {
    const party = await openParty('Shared computer');
    const other = await phone.citizen(/^ordinary/, 2);
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await party.start(page);
    await page.getByTestId('continue').click();
    await page.getByTestId('allow').click();
    const first = await party.finish(page);
    await party.start(page, { prompt: 'login' });
    await scanAndApprove(page, phone, other);
    await page.getByTestId('allow').click();
    const second = await party.finish(page);
    expect(second.claims()?.sub).not.toBe(first.claims()?.sub);
    await page.goto(`${stage.origin}/home`);
    await page.getByText(other.given_name).first().waitFor();
    expect(traffic.consoleErrors).toEqual([]);
  });

  it('with max_age is content with a recent sign-in, and asks for eID after an older one', async () => {
    const party = await openParty('Max age');
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    const decisions = watchDecisions(page);
    await party.start(page, { max_age: '3600' });
    await page.getByTestId('continue').click();
    await page.getByTestId('allow').click();
    await party.finish(page);
    await stage.world.database.query(
      `update sessions set created_at = now() - interval '2 hours'
       where user_id = (select id from users where civil_id = $1) and ended_at is null`,
      [citizen.civil_id],
    );
    await context.clearCookies({ name: 'tamga_op_session' });
    await party.start(page, { max_age: '3600' });
    await page.getByRole('heading', { name: 'Sign in to “Max age” once more' }).waitFor();
    await scanAndApprove(page, phone, citizen);
    await party.finish(page);
    // The consent is remembered; each accepted sign-in was asked once.
    expect(decisions).toEqual(['login/accept 200', 'consent/accept 200', 'login/accept 200']);
    expect(traffic.consoleErrors).toEqual([]);
  });

  it('asks for eID when the sign-in becomes too old while the page is open', async () => {
    const party = await openParty('Slow reader');
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await party.start(page, { max_age: '3600' });
    await page.getByTestId('continue').waitFor();
    await stage.world.database.query(
      `update sessions set created_at = now() - interval '2 hours'
       where user_id = (select id from users where civil_id = $1) and ended_at is null`,
      [citizen.civil_id],
    );
    await page.getByTestId('continue').click();
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('allow').click();
    await party.finish(page);
  });

  it('for a certain person is told politely who is signed in, until that person signs in', async () => {
    const party = await openParty('Personal');
    const other = await phone.citizen(/^ordinary/, 3);
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await party.start(page);
    await page.getByTestId('continue').click();
    await page.getByTestId('allow').click();
    const { id_token: hint = '' } = await party.finish(page);

    const second = await stage.openBrowser();
    await stage.signIn(second.context, other);
    await party.start(second.page, { id_token_hint: hint });
    const notice = second.page.getByTestId('other-person');
    await notice.filter({ hasText: '“Personal” expects another person' }).waitFor();
    expect(await findBarriersBothWays(second.page)).toEqual([]);
    await scanAndApprove(second.page, phone, other);
    // The wrong person again: the page says so once more, with a new code.
    await second.page.getByTestId('qr').waitFor();
    await notice.filter({ hasText: other.given_name }).waitFor();
    await scanAndApprove(second.page, phone, citizen);
    await party.finish(second.page);

    await party.start(page, { login_hint: 'somebody.else@example.mn', prompt: 'login' });
    await page.getByTestId('qr').waitFor();
    expect(traffic.consoleErrors).toEqual([]);
    expect(second.traffic.consoleErrors).toEqual([]);
  });
});

describe('signing out for a client', () => {
  const endSession = (parameters: Record<string, string>) =>
    `${stage.origin}/oauth2/sessions/logout?${new URLSearchParams(parameters)}`;

  it('without a return address ends on a page that says so, also without any session', async () => {
    const party = await openParty('Гарах апп');
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await party.start(page);
    await page.getByTestId('continue').click();
    await page.getByTestId('allow').click();
    const { id_token: hint = '' } = await party.finish(page);
    await page.goto(endSession({ id_token_hint: hint }));
    await page.getByText('“Гарах апп” asks to sign you out.').waitFor();
    const question = page.url();
    await page.getByTestId('confirm-logout').click();
    await page.waitForURL(`${stage.origin}/oauth/signed-out`);
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(await findBarriersBothWays(page)).toEqual([]);
    expect(traffic.consoleErrors).toEqual([]);

    // Asked again, and by a browser that never signed in: nothing is left to confirm.
    await page.goto(endSession({ id_token_hint: hint }));
    await page.waitForURL(`${stage.origin}/oauth/signed-out`);
    await page.goto(endSession({}));
    await page.waitForURL(`${stage.origin}/oauth/signed-out`);
    await page.getByTestId('to-portal').click();
    await page.waitForURL(`${stage.origin}/`);
    expect(traffic.consoleErrors).toEqual([]);
    // A form from another site, with a session again.
    await stage.signIn(context, citizen);
    await page.goto(party.otherSite);
    await page.setContent(
      `<form method="post" action="${stage.origin}/oauth2/sessions/logout">
       <input type="hidden" name="client_id" value="${party.clientId}"><button>Leave</button></form>`,
    );
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('“Гарах апп” asks to sign you out.').waitFor();
    await page.getByTestId('confirm-logout').click();
    await page.waitForURL(`${stage.origin}/oauth/signed-out`);
    // The answered question, for example by the back button.
    await page.goto(question);
    await page.getByTestId('oauth-signed-out').waitFor();
    // The page never says so to a person who is signed in.
    await stage.signIn(context, citizen);
    await page.goto(`${stage.origin}/oauth/signed-out`);
    await page.getByText('You are still signed in').waitFor();
    await page.getByTestId('sign-out-here').click();
    await page.getByTestId('oauth-signed-out').waitFor();
  });

  it('with a bad hint or address says what is wrong, and not that a sign-in failed', async () => {
    const { clientId } = await openParty('Wrong hint');
    const { page, traffic } = await stage.openBrowser();
    await page.goto(endSession({ id_token_hint: 'nonsense' }));
    await page.waitForURL(`${stage.origin}/oauth/error?**`);
    await page.getByRole('heading', { name: 'The sign-out did not work' }).waitFor();
    await page.getByText('but the token is not valid.').waitFor();
    const id = (await page.getByTestId('request-id').textContent()) ?? '';
    expect(id).toMatch(/^[\w-]{8,}$/);
    await expect
      .poll(() => page.getByTestId('for-developer').textContent())
      .toContain('invalid_request · id_token_hint');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.goto(
      endSession({ client_id: clientId, post_logout_redirect_uri: 'https://evil.example.mn/' }),
    );
    await page.getByText('You have not been signed out.').waitFor();
    expect(traffic.problems).toEqual([]);
  });
});

describe('an answered question', () => {
  it('is sent once by a double click, and says that it was answered after the back button', async () => {
    const party = await openParty('Double');
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    const decisions = watchDecisions(page);
    await party.start(page);
    await page.getByTestId('continue').dblclick();
    await page.getByTestId('allow').dblclick();
    await party.finish(page);
    expect(decisions).toEqual(['login/accept 200', 'consent/accept 200']);
    await page.goBack();
    await isOver(page, 'decided');
    expect(await findBarriersBothWays(page)).toEqual([]);
    expect(traffic.problems).toEqual([]);
  });

  it('says so in the other tab, and one of another browser names the right place', async () => {
    const party = await openParty('Two tabs');
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await party.start(page);
    await page.getByTestId('continue').waitFor();
    const tab = await context.newPage();
    await tab.goto(page.url());
    await tab.getByTestId('continue').waitFor();
    await page.getByTestId('continue').click();
    await page.getByTestId('allow').waitFor();
    await tab.getByTestId('continue').click();
    await isOver(tab, 'decided');

    // A link that was sent to another person, who agrees: nothing reaches either browser.
    await party.start(page, { prompt: 'login' });
    await page.getByTestId('qr').waitFor();
    const other = await stage.openBrowser();
    await other.page.goto(page.url());
    await scanAndApprove(other.page, phone, await phone.citizen(/^ordinary/, 4));
    await other.page.waitForURL(`${stage.origin}/oauth/error?**`);
    await other.page.getByRole('heading', { name: 'Continue in the browser where you began' }).waitFor();
    expect(await findBarriersBothWays(other.page)).toEqual([]);
  });

  it('is kept when the connection fails: the page says so, and the second press works', async () => {
    const party = await openParty('Offline');
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await party.start(page);
    await page.route('**/provider/login/accept', (route) => route.abort(), { times: 1 });
    await page.getByTestId('continue').click();
    await page.getByTestId('failure').waitFor();
    await page.getByTestId('continue').click();
    await page.getByTestId('allow').waitFor();
    await page.route('**/provider/consent/accept', (route) => route.abort(), { times: 1 });
    await page.getByTestId('allow').click();
    await page.getByTestId('failure').waitFor();
    await page.getByTestId('allow').click();
    await party.finish(page);
    expect(traffic.problems).toEqual([]);
  });
});

describe('a citizen without an e-mail address', () => {
  it('learns where to add one, and can go on without it', async () => {
    const party = await openParty('Захидал');
    const { page, context, traffic } = await stage.openBrowser();
    await stage.signIn(context, citizen);
    await stage.world.database.query(`update users set email = '' where civil_id = $1`, [citizen.civil_id]);
    await party.start(page);
    await page.getByTestId('continue').click();
    const notice = page.getByTestId('no-email');
    await notice.filter({ hasText: '“Захидал” will not receive one' }).waitFor();
    await expect.poll(() => notice.getByRole('link').getAttribute('href')).toBe('/profile#social');
    expect(await findBarriersBothWays(page)).toEqual([]);
    await page.getByTestId('scope-email').getByRole('checkbox').uncheck();
    await notice.waitFor({ state: 'detached' });
    await page.getByTestId('scope-email').getByRole('checkbox').check();
    await page.getByTestId('allow').click();
    const tokens = await party.finish(page);
    const claims = await openid.fetchUserInfo(party.config, tokens.access_token, tokens.claims()?.sub ?? '');
    expect(claims.email).toBeUndefined();
    expect(traffic.consoleErrors).toEqual([]);
  });
});
