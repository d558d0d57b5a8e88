import { generateKeyPairSync } from 'node:crypto';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../kernel/observability/logger.ts';
import { openStage, type Stage, type TestClient } from '../oidc/test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

const worker = () => stage.register({ app_type: 'm2m', redirect_uris: [] });
const takeToken = (app: TestClient) => stage.form('/oauth2/token', { grant_type: 'client_credentials' }, app);
const asAdmin = (method: string, path: string, body?: unknown) => stage.call(method, path, body, stage.admin);
const credentialsOf = async (id: string) =>
  (await asAdmin('GET', `/applications/${id}/credentials`)).body.data;
const rotate = async (app: TestClient, graceSeconds: number): Promise<TestClient> => {
  const answer = await asAdmin('POST', `/applications/${app.id}/rotate-secret`, {
    grace_seconds: graceSeconds,
  });
  return { id: app.id, secret: answer.body.data.secret };
};
const endOld = (id: string, body: object = {}) => asAdmin('POST', `/applications/${id}/end-old-secret`, body);
const runNotices = async (hoursAhead: number) => {
  const job = stage.server.app.declaredJobs.find(({ name }) => name === 'developers.ending_secrets');
  const now = new Date(stage.clock.now().getTime() + hoursAhead * 3_600_000);
  await job?.run({}, { now, log: createLogger('silent') });
};
const noticesAbout = async (id: string) =>
  (await asAdmin('GET', '/gov/notifications')).body.data.items.filter(
    ({ link }: { link: string }) => link === `/developers/applications/${id}?tab=secret`,
  );

describe('applications.credentials', () => {
  it('says when, from where and at which endpoint each secret was last used', async () => {
    const app = await worker();
    expect((await credentialsOf(app.id)).secrets).toMatchObject([{ ends_at: null, last_use: null }]);
    expect((await takeToken({ ...app, secret: 'not-the-secret' })).status).toBe(401);
    expect((await credentialsOf(app.id)).secrets[0].last_use).toBeNull();
    expect((await takeToken(app)).status).toBe(200);
    const [current] = (await credentialsOf(app.id)).secrets;
    expect(current.last_use).toMatchObject({ ip: expect.stringMatching(/^10\./), endpoint: '/oauth2/token' });
    stage.clock.advance(60_000);
    const next = await rotate(app, 3600);
    await takeToken(next);
    const [fresh, old] = (await credentialsOf(app.id)).secrets;
    expect(old.last_use.at).toBe(current.last_use.at);
    expect(old.ends_at).not.toBeNull();
    expect(Date.parse(fresh.last_use.at)).toBeGreaterThan(Date.parse(old.last_use.at));
  });

  it('says which public key was last used', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
    const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const unused = { ...other.export({ format: 'jwk' }), kid: 'unused', alg: 'ES256', use: 'sig' };
    const app = await stage.register({
      app_type: 'm2m',
      redirect_uris: [],
      options: { jwks: { keys: [{ ...jwk, kid: 'used' }, unused] } },
    });
    const key = privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const config = await stage.clientOf(app, openid.PrivateKeyJwt({ key, kid: 'used' }));
    await openid.clientCredentialsGrant(config);
    const { secrets, keys } = await credentialsOf(app.id);
    expect(secrets).toEqual([]);
    expect(keys).toMatchObject([
      { id: 'used', alg: 'ES256', last_use: { endpoint: '/oauth2/token' } },
      { id: 'unused', last_use: null },
    ]);
  });

  it('is for managers of the gateway, and answers 404 for an unknown application', async () => {
    const app = await worker();
    expect((await stage.call('GET', `/applications/${app.id}/credentials`)).status).toBe(401);
    expect(
      (await stage.call('GET', `/applications/${app.id}/credentials`, undefined, stage.person)).status,
    ).toBe(403);
    expect((await asAdmin('GET', '/applications/app-nothing/credentials')).status).toBe(404);
  });
});

describe('applications.end_old_secret', () => {
  it('asks again for a secret that was used within 24 hours, and then ends it at once', async () => {
    const app = await worker();
    await rotate(app, 3600);
    await takeToken(app);
    const refused = await endOld(app.id);
    expect([refused.status, refused.body.error]).toEqual([409, 'secret_in_use']);
    expect((await takeToken(app)).status).toBe(200);
    const ended = await endOld(app.id, { even_if_used: true });
    expect(ended.status).toBe(200);
    expect(ended.body.data.secrets).toHaveLength(1);
    expect((await takeToken(app)).status).toBe(401);
    const again = await endOld(app.id, { even_if_used: true });
    expect([again.status, again.body.error]).toEqual([409, 'no_old_secret']);
  });

  it('ends an unused one without asking, and never the current one', async () => {
    const app = await worker();
    expect((await endOld(app.id)).status).toBe(409);
    const next = await rotate(app, 3600);
    expect((await endOld(app.id)).status).toBe(200);
    expect((await takeToken(next)).status).toBe(200);
    expect((await endOld(app.id, { at_once: true })).status).toBe(422);
  });
});

describe('developers.ending_secrets', () => {
  it('tells the owners once, a day before a secret ends that is still in use', async () => {
    const app = await worker();
    await rotate(app, 7 * 86_400);
    stage.clock.advance(1000);
    await takeToken(app);
    await credentialsOf(app.id);
    await runNotices(0);
    expect(await noticesAbout(app.id)).toEqual([]);
    await runNotices(6 * 24 + 1);
    await runNotices(6 * 24 + 2);
    expect(await noticesAbout(app.id)).toMatchObject([
      { title: expect.stringContaining('the old secret ends') },
    ]);
  });

  it('tells nobody about a secret that was not used after the rotation', async () => {
    const app = await worker();
    await takeToken(app);
    stage.clock.advance(1000);
    await rotate(app, 3600);
    await credentialsOf(app.id);
    await runNotices(0);
    expect(await noticesAbout(app.id)).toEqual([]);
  });
});

describe('an owner', () => {
  it('is named by register number, is told, and rotates the secret without gateway.manage', async () => {
    const app = await worker();
    const dev = await stage.newPerson();
    const [{ national_id } = { national_id: '' }] = await stage.world.database.query<{ national_id: string }>(
      'select national_id from users where id = $1',
      [dev.userId],
    );
    const mine = (method: string, path = '', body?: unknown) =>
      stage.call(method, `/me/applications/${app.id}${path}`, body, dev);
    expect((await mine('GET')).status).toBe(404);
    expect((await mine('GET', '/credentials')).status).toBe(404);
    expect((await mine('POST', '/rotate-secret', {})).status).toBe(404);
    expect((await mine('POST', '/end-old-secret', {})).status).toBe(404);

    const owners = `/applications/${app.id}/owners`;
    // The same answer for a stranger's number and for a known one, and no name in either.
    const unknown = await asAdmin('POST', owners, { national_id: 'ЯЯ99999999' });
    stage.clock.advance(1000);
    const added = await asAdmin('POST', owners, { national_id: national_id.toLowerCase() });
    expect([unknown.status, added.status]).toEqual([201, 201]);
    for (const { body } of [unknown, added])
      expect(Object.keys(body.data).sort()).toEqual(['created_at', 'expires_at', 'id', 'register']);
    expect(added.body.data.register).toBe(`${national_id.slice(0, 2)}••••••${national_id.slice(-2)}`);
    const before = (await asAdmin('GET', owners)).body.data;
    expect([before.total, before.offers.length]).toEqual([1, 2]);
    expect((await mine('GET')).status).toBe(404);
    const answer = (who: typeof dev, id: string, what: string) =>
      stage.call('POST', `/me/owner-offers/${id}/${what}`, {}, who);
    expect((await answer(dev, unknown.body.data.id, 'accept')).status).toBe(404);
    const [offer] = (await stage.call('GET', '/me/owner-offers', undefined, dev)).body.data.items;
    expect(offer).toMatchObject({ id: added.body.data.id, application_id: app.id });
    expect((await answer(dev, offer.id, 'accept')).status).toBe(200);
    expect((await answer(dev, offer.id, 'decline')).status).toBe(404);
    expect((await stage.call('GET', owners, undefined, dev)).status).toBe(403);
    expect(
      (await asAdmin('GET', owners)).body.data.items.map((each: { user_id: string }) => each.user_id),
    ).toEqual([stage.admin.userId, dev.userId]);
    const told = (await stage.call('GET', '/gov/notifications', undefined, dev)).body.data.items;
    expect(told).toMatchObject([{ link: '/developers/applications' }]);

    expect((await stage.call('GET', '/me/applications', undefined, dev)).body.data.items).toMatchObject([
      { id: app.id, app_type: 'm2m' },
    ]);
    const { secret } = (await mine('POST', '/rotate-secret', { grace_seconds: 60 })).body.data;
    expect((await takeToken({ id: app.id, secret })).status).toBe(200);
    expect((await mine('GET', '/credentials')).body.data.secrets).toHaveLength(2);
    expect((await mine('GET')).body.data).not.toHaveProperty('secret');

    // An invitation that is still open would let a removed owner return.
    const again = (await asAdmin('POST', owners, { national_id })).body.data;
    expect((await asAdmin('DELETE', `${owners}/${dev.userId}`)).status).toBe(200);
    expect((await mine('GET', '/credentials')).status).toBe(404);
    expect((await answer(dev, again.id, 'accept')).status).toBe(404);

    const late = (await asAdmin('POST', owners, { national_id })).body.data;
    const other = `/applications/${(await worker()).id}/owners`;
    // Neither an owner, nor an invitation to this application: and a person's id tells not whom one is for.
    for (const path of [`${other}/${late.id}`, `${owners}/${dev.userId}`])
      expect((await asAdmin('DELETE', path)).status).toBe(404);
    expect((await asAdmin('DELETE', `${owners}/${late.id}`)).status).toBe(200);
    expect((await answer(dev, late.id, 'accept')).status).toBe(404);
    expect((await asAdmin('GET', owners)).body.data.offers).toMatchObject([{ id: unknown.body.data.id }]);
    expect((await asAdmin('DELETE', `${owners}/${late.id}`)).status).toBe(404);
  });
});
