import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, type SignedIn, signIn } from '../../../../test/citizens.ts';
import { until } from '../../../../test/until.ts';
import type { Browser } from '../test/browser.ts';
import { authorizationRequest, callback, openStage, type Stage, type TestClient } from '../test/stage.ts';

const pin1 = 'urn:tamga:eid:pin1';
const pin2 = 'urn:tamga:eid:pin2';
const essential = (...values: string[]) => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, values } } }),
});

let stage: Stage;
let app: TestClient;
let citizen: Citizen;
let who: SignedIn;
beforeAll(async () => {
  stage = await openStage();
  app = await stage.register({ name: 'Татварын апп' });
  citizen = await stage.phone.citizen(/^ordinary/, 3);
  who = await signIn(stage.server, stage.phone, citizen);
});
afterAll(() => stage.world.close());

/** A request up to its sign-in page. */
async function begin(parameters: Record<string, string>, browser = stage.openBrowser(), by = app) {
  const config = await stage.clientOf(by);
  const request = await authorizationRequest(config, callback, {
    scope: 'openid offline_access',
    parameters,
  });
  const location = new URL((await browser.get(request.url.href)).headers.get('location') ?? '');
  const challenge = location.searchParams.get('login_challenge') ?? '';
  const accept = (body: object = {}, person = who) =>
    stage.call('POST', '/provider/login/accept', { login_challenge: challenge, ...body }, person);
  const start = (person = who) =>
    stage.call('POST', '/provider/login/step-up', { login_challenge: challenge }, person);
  const poll = (sid: string, person = who) =>
    stage.call('POST', '/provider/login/step-up/poll', { login_challenge: challenge, sid }, person);
  /** Goes on from a decision to the tokens. */
  const finish = async (redirectTo: string) => {
    const returned = await stage.decide(browser, new URL(redirectTo), who);
    return openid.authorizationCodeGrant(config, returned, request.checks);
  };
  return { config, request, location, challenge, browser, accept, start, poll, finish };
}
type Begun = Awaited<ReturnType<typeof begin>>;

/** A poll waits half a second for the provider, so a busy machine may need several. */
async function pollToEnd({ poll }: Begun, sid: string): Promise<unknown> {
  let { data } = (await poll(sid)).body;
  await until(async () => {
    if (data.state !== 'PENDING') return true;
    ({ data } = (await poll(sid)).body);
    return false;
  });
  return data;
}

async function confirm(begun: Begun): Promise<void> {
  const started = await begun.start();
  if (started.status !== 200) throw new Error(started.text);
  const { sid } = started.body.data;
  expect((await begun.poll(sid)).body.data).toEqual({ state: 'PENDING' });
  await stage.phone.approve(citizen, citizen.pin2);
  expect(await pollToEnd(begun, sid)).toEqual({ state: 'COMPLETE' });
}

const signInTo = async (parameters: Record<string, string>, browser: Browser) => {
  const begun = await begin(parameters, browser);
  return begun.finish((await begun.accept()).body.data.redirect_to);
};
const later = () => stage.clock.advance(16 * 60_000);
const audited = (action: string) =>
  stage.world.database.query<{ metadata: Record<string, unknown> }>(
    'select metadata from audit_log where action = $1 order by id',
    [action],
  );

describe('a client that wishes PIN2 (acr_values)', () => {
  it('gets it after the person confirmed on the phone, with the time of that, also after a refresh', async () => {
    const browser = stage.openBrowser();
    const before = await signInTo({}, browser);
    expect(before.claims()).toMatchObject({ acr: pin1 });
    stage.clock.advance(5000);

    const begun = await begin({ acr_values: `${pin2} urn:other` }, browser);
    const refused = await begun.accept();
    expect([refused.status, refused.body.error, refused.body.data]).toEqual([
      403,
      'stronger_sign_in_required',
      { way: 'pin2', essential: false },
    ]);
    await confirm(begun);
    const tokens = await begun.finish((await begun.accept()).body.data.redirect_to);
    expect(tokens.claims()).toMatchObject({ acr: pin2, amr: ['pop', 'pin', 'mfa'] });
    expect(tokens.claims()?.auth_time).toBeGreaterThan(before.claims()?.auth_time ?? 0);
    later();
    const renewed = await openid.refreshTokenGrant(begun.config, tokens.refresh_token ?? '');
    expect(renewed.claims()).toMatchObject({ acr: pin2, auth_time: tokens.claims()?.auth_time });

    const [asked] = await audited('oidc.step_up.asked');
    const [done] = await audited('oidc.step_up.confirmed');
    expect(asked?.metadata).toMatchObject({ client_id: app.id });
    expect(done?.metadata).toMatchObject({ client_id: app.id, digest: asked?.metadata['digest'] });
    const [kept] = await stage.world.database.query<{ statement: string; signature: string }>(
      `select statement, signature from oidc_step_ups where state = 'confirmed'`,
    );
    expect(JSON.parse(kept?.statement ?? '')).toMatchObject({
      client_id: app.id,
      client_name: 'Татварын апп',
      user_id: who.userId,
    });
    expect(kept?.signature).toBeTruthy();
  });

  it('finds the confirmation for fifteen minutes, and can be told the weaker class that it asked for', async () => {
    later();
    const browser = stage.openBrowser();
    const begun = await begin({ acr_values: pin2 }, browser);
    await confirm(begun);
    await begun.finish((await begun.accept()).body.data.redirect_to);
    const silent = async (parameters: Record<string, string>) => {
      const { location, config, request } = await begin({ prompt: 'none', ...parameters }, browser);
      return (await openid.authorizationCodeGrant(config, location, request.checks)).claims()?.['acr'];
    };
    expect(await silent({ acr_values: pin2 })).toBe(pin2);
    expect(await silent(essential(pin1))).toBe(pin1);
    later();
    expect(await silent({ acr_values: pin2 })).toBe(pin1);
    const again = await begin({ acr_values: pin2 }, browser);
    expect(again.location.pathname).toBe('/oauth/login');
  });

  it('gets the lower class if the person declines, and is not asked about a class that does not exist', async () => {
    later();
    const begun = await begin({ acr_values: pin2 });
    const accepted = await begun.accept({ without_step_up: true });
    expect((await begun.finish(accepted.body.data.redirect_to)).claims()).toMatchObject({ acr: pin1 });
    const other = await begin({ acr_values: 'urn:other' });
    const tokens = await other.finish((await other.accept()).body.data.redirect_to);
    expect(tokens.claims()).toMatchObject({ acr: pin1 });
  });
});

describe('a client that requires PIN2 (essential acr)', () => {
  it('never gets a weaker sign-in', async () => {
    later();
    const browser = stage.openBrowser();
    await signInTo({}, browser);
    const silent = await begin({ prompt: 'none', ...essential(pin2) }, browser);
    expect(silent.location.searchParams.get('error')).toBe('interaction_required');
    // The library would let acr_values replace the essential claim.
    const begun = await begin({ ...essential(pin2), acr_values: pin1 }, browser);
    const refused = await begun.accept({ without_step_up: true });
    expect([refused.status, refused.body.data]).toEqual([403, { way: 'pin2', essential: true }]);
    await confirm(begun);
    const tokens = await begun.finish((await begun.accept()).body.data.redirect_to);
    expect(tokens.claims()).toMatchObject({ acr: pin2 });
  });

  it('learns that the person cannot, or that no such class exists', async () => {
    const begun = await begin(essential(pin2));
    const reject = async (body: object, { challenge, browser }: Begun) => {
      const path = '/provider/login/reject';
      const { data } = (await stage.call('POST', path, { login_challenge: challenge, ...body })).body;
      const back = await browser.get(data.redirect_to);
      return new URL(back.headers.get('location') ?? '').searchParams.get('error');
    };
    expect(await reject({ unmet: true }, begun)).toBe('unmet_authentication_requirements');
    expect(await reject({}, await begin(essential(pin2)))).toBe('access_denied');
    expect(await reject({ unmet: true }, await begin({ acr_values: pin2 }))).toBe('access_denied');
    const unknown = await begin(essential('urn:other'));
    expect(unknown.location.searchParams.get('error')).toBe('unmet_authentication_requirements');
  });
});

describe('a confirmation with PIN2', () => {
  it('that is refused on the phone ends once, and leaves the session as it was', async () => {
    later();
    const begun = await begin(essential(pin2));
    const { sid } = (await begun.start()).body.data;
    await stage.phone.act(citizen, 'refuse');
    for (let times = 0; times < 2; times += 1)
      expect(await pollToEnd(begun, sid)).toEqual({ state: 'REFUSED', reason: 'user_refused' });
    expect((await begun.accept()).status).toBe(403);
    expect((await audited('oidc.step_up.ended')).at(-1)?.metadata).toMatchObject({ state: 'refused' });
    expect(await audited('oidc.step_up.ended')).toHaveLength(1);
  });

  it('belongs to the session and the client that asked', async () => {
    later();
    const begun = await begin(essential(pin2));
    const { sid } = (await begun.start()).body.data;
    const other = await signIn(stage.server, stage.phone, citizen);
    expect(other.userId).toBe(who.userId);
    expect((await begun.poll(sid, other)).status).toBe(404);
    expect((await begun.poll(sid, stage.person)).status).toBe(404);
    const elsewhere = await begin(essential(pin2), stage.openBrowser(), await stage.register());
    expect((await elsewhere.poll(sid)).status).toBe(404);
    await stage.phone.approve(citizen, citizen.pin2);
    expect(await pollToEnd(begun, sid)).toEqual({ state: 'COMPLETE' });
    expect((await begun.accept({}, other)).status).toBe(403);
    expect((await begun.accept()).status).toBe(200);
  });

  it('is not offered to a person who came without eID, or where nobody asked for it', async () => {
    later();
    const social = await stage.newPerson();
    await stage.world.database.query(`update sessions set method = 'social' where user_id = $1`, [
      social.userId,
    ]);
    const begun = await begin(essential(pin2));
    const refused = await begun.accept({}, social);
    expect([refused.status, refused.body.data]).toEqual([403, { way: 'sign_in', essential: true }]);
    expect((await begun.start(social)).body.error).toBe('step_up_impossible');
    const plain = await begin({});
    expect((await plain.start()).body.error).toBe('step_up_impossible');
    const nobody = await stage.call('POST', '/provider/login/step-up', { login_challenge: begun.challenge });
    expect(nobody.status).toBe(401);
  });

  it('rings a phone at most three times in ten minutes', async () => {
    later();
    const begun = await begin(essential(pin2));
    const answers = [];
    for (let times = 0; times < 4; times += 1) answers.push((await begun.start()).status);
    expect(answers).toEqual([200, 200, 200, 429]);
  });

  it('counts as a fresh authentication for max_age', async () => {
    later();
    const begun = await begin({ ...essential(pin2), max_age: '60' });
    expect((await begun.accept()).body.error).toBe('fresh_sign_in_required');
    await confirm(begun);
    const tokens = await begun.finish((await begun.accept()).body.data.redirect_to);
    expect(tokens.claims()).toMatchObject({ acr: pin2 });
  });
});
