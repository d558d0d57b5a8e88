import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../../test/citizens.ts';
import { decodeJwt } from './test/jwt.ts';
import {
  authorizationRequest,
  callback,
  openStage,
  type Stage,
  type TestClient,
  type Tokens,
} from './test/stage.ts';

let stage: Stage;
let app: TestClient;
beforeAll(async () => {
  stage = await openStage();
  app = await stage.register();
});
afterAll(() => stage.world.close());

const protocol = ['iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash', 'acr', 'amr'];
const ownClaims = (claims: object | undefined) =>
  Object.fromEntries(Object.entries(claims ?? {}).filter(([name]) => !protocol.includes(name)));
const userInfo = ({ config, tokens }: Pick<Tokens, 'config' | 'tokens'>) =>
  openid.fetchUserInfo(config, tokens.access_token, openid.skipSubjectCheck);
const asking = (claims: object) => ({ parameters: { claims: JSON.stringify(claims) } });
const setUser = (who: SignedIn, columns: Record<string, unknown>) =>
  stage.world.database.query(
    `update users set ${Object.keys(columns)
      .map((name, at) => `${name} = $${at + 2}`)
      .join(', ')} where id = $1`,
    [who.userId, ...Object.values(columns)],
  );
const errorOf = async (url: URL, browser = stage.openBrowser()) =>
  new URL((await browser.get(url.href)).headers.get('location') ?? '').searchParams.get('error');

describe('the claims of a person', () => {
  it('are at userinfo, in Cyrillic and Latin, with what the register number tells', async () => {
    const signedIn = await stage.signInTo(app, { scope: 'openid profile' });
    const me = (await stage.call('GET', '/users/me', undefined, stage.person)).body.data.user;
    await setUser(stage.person, { national_id: 'ЖЖ03300369' });
    const info = await userInfo(signedIn);
    expect(info).toEqual({
      sub: me.id,
      name: me.full_name,
      given_name: me.first_name,
      family_name: me.last_name,
      'name#mn': me.full_name,
      'name#en': me.full_name_en,
      'given_name#mn': me.first_name,
      'given_name#en': me.first_name_en,
      'family_name#mn': me.last_name,
      'family_name#en': me.last_name_en,
      given_name_en: me.first_name_en,
      family_name_en: me.last_name_en,
      preferred_username: expect.stringMatching(/^[a-z]+\.[a-z]+$/),
      birthdate: '2003-10-03',
      gender: 'female',
      updated_at: Math.floor(Date.parse(me.updated_at ?? me.created_at) / 1000),
    });
    await setUser(stage.person, { national_id: 'ЖЖ85031599' });
    expect(await userInfo(signedIn)).toMatchObject({ birthdate: '1985-03-15', gender: 'male' });
    expect(JSON.stringify(info)).not.toContain(me.civil_id.toLowerCase());
  });

  it('have a Latin name that reads as the official one, whatever the person wishes', async () => {
    const who = stage.person;
    const before = (await stage.call('GET', '/users/me', undefined, who)).body.data.user;
    const put = (first_name_en: string) => stage.call('PUT', '/me/latin-name', { first_name_en }, who);
    expect((await put('Zzz')).status).toBe(422);
    const chosen = before.first_name_en.toUpperCase();
    expect((await put(chosen)).status).toBe(200);
    const info = await userInfo(await stage.signInTo(app, { who, scope: 'openid profile' }));
    expect(info).toMatchObject({ given_name_en: chosen, 'name#en': `${before.last_name_en} ${chosen}` });
    expect(info['preferred_username']).toBe(`${before.first_name_en}.${before.last_name_en}`.toLowerCase());
    expect((await put(before.first_name_en)).status).toBe(200);
  });

  it('have the language and the time zone of the browser in which the person signed in', async () => {
    const who = await stage.newPerson();
    const config = await stage.clientOf(app);
    const request = await authorizationRequest(config, callback, { scope: 'openid profile' });
    const accept = (challenge: string, body: object) =>
      stage.call('POST', '/provider/login/accept', { login_challenge: challenge, ...body }, who);
    const browser = stage.openBrowser();
    const page = new URL((await browser.get(request.url.href)).headers.get('location') ?? '');
    const challenge = page.searchParams.get('login_challenge') ?? '';
    for (const wrong of [{ locale: 'mn MN' }, { zoneinfo: '../etc/passwd' }])
      expect((await accept(challenge, wrong)).status).toBe(422);
    const accepted = await accept(challenge, { locale: 'mn-MN', zoneinfo: 'Asia/Hovd' });
    const returned = await stage.decide(browser, new URL(accepted.body.data.redirect_to), who);
    const tokens = await openid.authorizationCodeGrant(config, returned, request.checks);
    const told = { locale: 'mn-MN', zoneinfo: 'Asia/Hovd' };
    expect(await userInfo({ config, tokens })).toMatchObject(told);
    // A page that does not tell them leaves them as they are.
    expect(await userInfo(await stage.signInTo(app, { who }))).toMatchObject(told);
  });

  it('are left out where nothing is known, never empty', async () => {
    const who = await stage.newPerson();
    const signedIn = await stage.signInTo(app, { who, scope: 'openid profile email' });
    await setUser(who, { first_name: '', last_name: '', national_id: 'УБ85139912', email: '', ge_id: null });
    const latin = await userInfo(signedIn);
    expect(latin['name']).toBe(latin['name#en']);
    for (const name of ['name#mn', 'birthdate', 'gender', 'email', 'email_verified', 'ge_id'])
      expect(latin).not.toHaveProperty([name]);
    await setUser(who, { first_name_en: '', last_name_en: '', national_id: null });
    expect(Object.keys(await userInfo(signedIn)).sort()).toEqual(['sub', 'updated_at']);
  });

  it('that name a person everywhere never reach a client with pairwise subjects', async () => {
    await setUser(stage.person, { ge_id: 'GE-7' });
    const options = { subject_type: 'pairwise', national_id: true };
    const pairwise = await stage.register({ options });
    const request = { id_token: { ge_id: null, national_id: null }, userinfo: { register_number: null } };
    const signedIn = await stage.signInTo(pairwise, { scope: 'openid nationalid', ...asking(request) });
    const told = JSON.stringify([signedIn.tokens.claims(), await userInfo(signedIn)]);
    expect(told).not.toMatch(/ge_id|national_id|register_number/);
    expect(told).not.toContain(stage.person.userId);
  });
});

describe('an id_token', () => {
  it('has names, email and ge_id beside the protocol claims, also after a refresh', async () => {
    await setUser(stage.person, { email: 'a@example.mn', email_verified: true, ge_id: 'GE-1' });
    const scope = 'openid profile email offline_access';
    const { config, tokens } = await stage.signInTo(app, { scope });
    const expected = {
      sub: stage.person.userId,
      email: 'a@example.mn',
      email_verified: true,
      ge_id: 'GE-1',
      name: 'Батбаяр Сарнай',
      given_name: 'Сарнай',
      family_name: 'Батбаяр',
      'name#mn': 'Батбаяр Сарнай',
      'given_name#mn': 'Сарнай',
      'family_name#mn': 'Батбаяр',
      'name#en': 'Batbayar Sarnai',
      'given_name#en': 'Sarnai',
      'family_name#en': 'Batbayar',
    };
    expect(ownClaims(tokens.claims())).toEqual(expected);
    const nameless = await stage.signInTo(app, { scope: 'openid' });
    expect(ownClaims(nameless.tokens.claims())).toEqual({ sub: stage.person.userId, ge_id: 'GE-1' });
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(ownClaims(renewed.claims())).toEqual(expected);
    for (const claims of [tokens.claims(), renewed.claims()])
      expect(claims).toMatchObject({ acr: 'urn:tamga:eid:pin1', amr: ['pop', 'pin', 'mfa'] });
  });

  it('has no scope claims at all if the application is set so, except those that are asked for by name', async () => {
    const strict = await stage.register({ options: { id_token_claims: false } });
    const scope = 'openid profile email';
    const signedIn = await stage.signInTo(strict, { scope });
    expect(ownClaims(signedIn.tokens.claims())).toEqual({ sub: stage.person.userId });
    expect(signedIn.tokens.claims()).toMatchObject({ acr: 'urn:tamga:eid:pin1', amr: ['pop', 'pin', 'mfa'] });
    expect(await userInfo(signedIn)).toMatchObject({ email: 'a@example.mn', ge_id: 'GE-1' });
    const named = await stage.signInTo(strict, { scope, ...asking({ id_token: { email: null } }) });
    expect(ownClaims(named.tokens.claims())).toEqual({ sub: stage.person.userId, email: 'a@example.mn' });
  });

  it.each([
    ['social', 'urn:tamga:social', ['social']],
    ['sso', 'urn:tamga:sso', ['sso']],
    ['mfa', 'urn:tamga:mfa', ['otp', 'mfa']],
  ])('says how a person came by %s', async (method, acr, amr) => {
    const who = await stage.newPerson();
    await stage.world.database.query('update sessions set method = $2 where user_id = $1', [
      who.userId,
      method,
    ]);
    const { tokens } = await stage.signInTo(app, { who });
    expect(tokens.claims()).toMatchObject({ acr, amr });
  });

  it('and every other answer never contain the id of the Tamga session', async () => {
    const { config, tokens } = await stage.signInTo(app, { scope: 'openid profile offline_access' });
    const sessions = await stage.world.database.query<{ id: string }>('select id from sessions');
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const introspect = async (token = '') => (await stage.form('/oauth2/introspect', { token }, app)).text;
    const told = [
      JSON.stringify(tokens.claims()),
      JSON.stringify(renewed.claims()),
      JSON.stringify(await openid.fetchUserInfo(config, renewed.access_token, openid.skipSubjectCheck)),
      await introspect(renewed.access_token),
      await introspect(renewed.refresh_token),
    ].join();
    const [stored] = await stage.world.database.query<{ all: string }>(
      'select string_agg(payload::text, $1) as all from oidc_tokens',
      [','],
    );
    expect(sessions.length).toBeGreaterThan(0);
    for (const { id } of sessions) {
      expect(told).not.toContain(id);
      expect(stored?.all).not.toContain(id);
    }
  });

  it('of a refresh token from an earlier version does not disclose what that version kept in amr', async () => {
    const { config, tokens } = await stage.signInTo(app, { scope: 'openid offline_access' });
    await stage.world.database.query(
      `update oidc_tokens set payload = payload || jsonb_build_object('amr', jsonb_build_array($1::text))
       where kind = 'RefreshToken' and user_id = $2`,
      [crypto.randomUUID(), stage.person.userId],
    );
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.claims()).not.toHaveProperty('amr');
  });
});

describe('the claims parameter', () => {
  it('releases named claims and nothing else of their scope, in the place that was asked', async () => {
    const request = { id_token: { name: null }, userinfo: { 'name#en': { essential: true } } };
    const signedIn = await stage.signInTo(app, { scope: 'openid', ...asking(request) });
    const me = (await stage.call('GET', '/users/me', undefined, stage.person)).body.data.user;
    expect(signedIn.tokens['scope']).toBe('openid');
    expect(ownClaims(signedIn.tokens.claims())).toEqual({
      sub: me.id,
      ge_id: 'GE-1',
      name: me.full_name,
    });
    expect(await userInfo(signedIn)).toEqual({ sub: me.id, ge_id: 'GE-1', 'name#en': me.full_name_en });
  });

  it('asks the person for the scope of a claim, and releases nothing that was refused', async () => {
    const who = await stage.newPerson();
    const own = await stage.register();
    const config = await stage.clientOf(own);
    const options = { scope: 'openid', ...asking({ userinfo: { email: null, name: null } }) };
    const request = await authorizationRequest(config, callback, options);
    const shown: string[][] = [];
    const returned = await stage.decide(stage.openBrowser(), request.url, who, {
      grantScope: ['openid', 'profile'],
      onPage: async (page, challenge) => {
        if (page !== 'consent') return;
        const view = await stage.call('GET', `/provider/consent?consent_challenge=${challenge}`);
        shown.push(view.body.data.requested_scope);
      },
    });
    expect(shown).toEqual([['openid', 'email', 'profile']]);
    await setUser(who, { email: 'b@example.mn' });
    const tokens = await openid.authorizationCodeGrant(config, returned, request.checks);
    const info = await openid.fetchUserInfo(config, tokens.access_token, openid.skipSubjectCheck);
    expect(Object.keys(info).sort()).toEqual(['name', 'sub']);
  });

  it('never reaches a scope that the client does not hold, and a missing essential claim is no failure', async () => {
    const named = { national_id: { essential: true }, website: { essential: true } };
    const signedIn = await stage.signInTo(app, {
      scope: 'openid',
      ...asking({ id_token: named, userinfo: named }),
    });
    expect(ownClaims(signedIn.tokens.claims())).toEqual({ sub: stage.person.userId, ge_id: 'GE-1' });
    expect(await userInfo(signedIn)).toEqual({ sub: stage.person.userId, ge_id: 'GE-1' });
  });

  it.each([
    ['no JSON', 'x'],
    ['no object', '[]'],
    ['a class that is no list', JSON.stringify({ id_token: { acr: { values: 'pin2' } } })],
    ['a very long one', JSON.stringify({ userinfo: { ['x'.repeat(5000)]: null } })],
  ])('is refused with %s', async (_what, claims) => {
    const request = await authorizationRequest(await stage.clientOf(app), callback, {
      parameters: { claims },
    });
    expect(await errorOf(request.url)).toBe('invalid_request');
  });
});

describe('a consent from before birth date and gender', () => {
  it('releases the name alone', async () => {
    const signedIn = await stage.signInTo(app, { scope: 'openid profile' });
    expect(await userInfo(signedIn)).toHaveProperty('birthdate');
    const renewed = await stage.signInTo(app, { scope: 'openid profile' });
    await stage.world.database.query('update oidc_grants set names_only = true');
    const info = await userInfo(renewed);
    expect(info).toHaveProperty('name');
    expect(info).not.toHaveProperty('birthdate');
    expect(info).not.toHaveProperty('gender');
  });
});

describe('ui_locales', () => {
  it.each([
    ['en', 'en'],
    ['de mn-Cyrl en', 'mn'],
    ['de', null],
  ])('%s chooses the language of the pages', async (ui_locales, expected) => {
    const request = await authorizationRequest(await stage.clientOf(app), callback, {
      parameters: { ui_locales },
    });
    const page = new URL((await stage.openBrowser().get(request.url.href)).headers.get('location') ?? '');
    expect(page.searchParams.get('ui_locale')).toBe(expected);
  });
});

describe('an id_token of this provider', () => {
  it('names only listed claims and classes', async () => {
    const discovery = (await stage.clientOf(app)).serverMetadata();
    const { tokens } = await stage.signInTo(app);
    const { claims } = decodeJwt(tokens.id_token ?? '');
    expect(discovery.claims_parameter_supported).toBe(true);
    expect(discovery['claims_locales_supported']).toEqual(['mn', 'en']);
    expect(discovery.ui_locales_supported).toEqual(['mn', 'en']);
    expect(discovery.acr_values_supported).toContain(claims['acr']);
    for (const name of Object.keys(claims).filter((claim) => claim !== 'at_hash'))
      expect(discovery.claims_supported).toContain(name);
  });
});
