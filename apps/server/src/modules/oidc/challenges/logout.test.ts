import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil } from '../../../../test/caller.ts';
import type { Browser } from '../test/browser.ts';
import { decodeJwt, type KeySet, verifyJwt } from '../test/jwt.ts';
import {
  authorizationRequest,
  callback,
  issuer,
  openStage,
  type Stage,
  type TestClient,
} from '../test/stage.ts';

let stage: Stage;
let app: TestClient;
let listener: Server;
const received: string[] = [];
beforeAll(async () => {
  stage = await openStage();
  listener = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  app = await stage.register({
    options: {
      post_logout_redirect_uris: ['https://app.example.mn/bye'],
      backchannel_logout_uri: `http://127.0.0.1:${port}/logout`,
    },
  });
});
afterAll(async () => {
  listener.close();
  await stage.world.close();
});

const bye = 'https://app.example.mn/bye';
const logoutUrl = (parameters: Record<string, string>) =>
  `${issuer}/oauth2/sessions/logout?${new URLSearchParams(parameters)}`;
const ask = async (browser: Browser, parameters: Record<string, string>) =>
  browser.get(logoutUrl(parameters));
const challengeOf = (answer: { headers: Headers }) =>
  new URL(answer.headers.get('location') ?? '').searchParams.get('logout_challenge') ?? '';
const accept = (challenge: string) =>
  stage.call('POST', '/provider/logout/accept', { logout_challenge: challenge });
const view = (challenge: string) =>
  stage.call('GET', `/provider/logout?logout_challenge=${encodeURIComponent(challenge)}`);
const silent = async (browser: Browser) => {
  const { url } = await authorizationRequest(await stage.clientOf(app), callback, {
    parameters: { prompt: 'none' },
  });
  return new URL((await browser.get(url.href)).headers.get('location') ?? '').searchParams.get('error');
};
const tell = async () => {
  const jobs = await stage.world.database.query<{ data: Record<string, unknown> }>(
    `select data from pgboss.job where name = 'oidc.backchannel_logout'`,
  );
  const job = stage.server.app.declaredJobs.find(({ name }) => name === 'oidc.backchannel_logout');
  for (const { data } of jobs) await job?.run(data, { now: stage.clock.now(), log: {} as never });
  return jobs.length;
};

describe('signing out', () => {
  it('asks on the portal, ends the session and its tokens, notifies the client and returns to it', async () => {
    const { tokens, browser } = await stage.signInTo(app);
    const other = await stage.signInTo(app, { browser, scope: 'openid offline_access' });
    expect(await silent(browser)).toBeNull();
    const asked = await ask(browser, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: bye,
      state: 'a&b',
    });
    expect(asked.status).toBe(302);
    expect(asked.headers.get('location')).toMatch(
      new RegExp(`^${issuer}/oauth/logout\\?logout_challenge=.{1,512}$`),
    );
    // The request alone ends nothing.
    expect(await silent(browser)).toBeNull();
    const challenge = challengeOf(asked);
    const accepted = await accept(challenge);
    expect(accepted.body.data).toEqual({ redirect_to: `${bye}?state=a%26b` });
    expect((await accept(challenge)).body.error).toBe('already_decided');
    expect((await view(challenge)).body.error).toBe('already_decided');
    expect(await silent(browser)).toBe('login_required');
    await callUntil(401, () => browser.get('/userinfo', { authorization: `Bearer ${tokens.access_token}` }));
    // Offline access outlives the session.
    const renewed = await openid.refreshTokenGrant(other.config, other.tokens.refresh_token ?? '');
    expect(renewed.access_token).toHaveLength(43);

    expect(await tell()).toBe(1);
    const token = new URLSearchParams(received[0]).get('logout_token') ?? '';
    const keys = (await stage.openBrowser().get('/.well-known/jwks.json')).body as unknown as KeySet;
    const { header, claims } = verifyJwt(token, keys);
    expect(header['typ']).toBe('logout+jwt');
    expect(claims).toMatchObject({
      iss: issuer,
      aud: app.id,
      sub: stage.person.userId,
      sid: tokens.claims()?.['sid'],
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });

  it('notifies a client with pairwise subjects by the subject that it knows', async () => {
    const { port } = listener.address() as AddressInfo;
    const backchannel_logout_uri = `http://127.0.0.1:${port}/logout`;
    const pairwise = await stage.register({ options: { subject_type: 'pairwise', backchannel_logout_uri } });
    const { tokens, browser } = await stage.signInTo(pairwise);
    const asked = await ask(browser, { id_token_hint: tokens.id_token ?? '' });
    expect((await accept(challengeOf(asked))).status).toBe(200);
    await tell();
    const told = received.map(
      (body) => decodeJwt(new URLSearchParams(body).get('logout_token') ?? '').claims,
    );
    expect(told.find(({ aud }) => aud === pairwise.id)?.['sub']).toBe(tokens.claims()?.sub);
    expect(tokens.claims()?.sub).not.toBe(stage.person.userId);
  });

  it('ends on a page of the portal if no address was given, also without a session', async () => {
    const answer = await ask(stage.openBrowser(), {});
    expect((await view(challengeOf(answer))).body.data).toEqual({ client_name: '', signed_in: false });
    const accepted = await accept(challengeOf(answer));
    expect(accepted.body.data).toEqual({ redirect_to: `${issuer}/oauth/signed-out` });
  });

  it('names the client, and whether there is anything to sign out of', async () => {
    const who = await stage.newPerson();
    const { tokens, browser } = await stage.signInTo(app, { who });
    const asked = challengeOf(await ask(browser, { id_token_hint: tokens.id_token ?? '' }));
    expect((await view(asked)).body.data).toEqual({ client_name: 'Жишээ апп', signed_in: true });
    await stage.call('POST', '/auth/logout', {}, who);
    expect((await view(asked)).body.data).toMatchObject({ signed_in: false });
    expect((await view(`${asked}x`)).status).toBe(404);
    stage.clock.advance(15 * 60_000 + 1000);
    expect((await view(asked)).body.error).toBe('request_expired');
  });

  it.each([
    [
      'an address that is not registered',
      { client_id: 'app', post_logout_redirect_uri: `${bye}/` },
      'invalid_request&amp;reason=post_logout_redirect_uri',
    ],
    [
      'an address without an application',
      { post_logout_redirect_uri: bye },
      'invalid_request&amp;reason=post_logout_redirect_uri',
    ],
    ['an unknown application', { client_id: 'app-unknown' }, 'invalid_client'],
    ['a hint that is no token', { id_token_hint: 'nonsense' }, 'invalid_request&amp;reason=id_token_hint'],
  ])('rejects %s with 400, no redirect and a page that says so', async (_what, parameters, error) => {
    const given: Record<string, string> = { ...parameters };
    if (given['client_id'] === 'app') given['client_id'] = app.id;
    const answer = await ask(stage.openBrowser(), given);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.text).toContain(`${issuer}/oauth/error?error=${error}&amp;during=sign-out&amp;request_id=`);
  });

  it('accepts an expired hint, and rejects a forged or unsigned one', async () => {
    const { tokens } = await stage.signInTo(app);
    const [header = '', payload = '', signature = ''] = (tokens.id_token ?? '').split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'somebody' }),
    ).toString('base64url');
    for (const hint of [`${none}.${payload}.`, `${header}.${forged}.${signature}`, 'nonsense'])
      expect((await ask(stage.openBrowser(), { id_token_hint: hint })).status).toBe(400);
    stage.clock.advance(2 * 3600_000);
    expect((await ask(stage.openBrowser(), { id_token_hint: tokens.id_token ?? '' })).status).toBe(302);
  });
});
