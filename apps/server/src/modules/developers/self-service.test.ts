import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil } from '../../../test/caller.ts';
import type { SignedIn } from '../../../test/citizens.ts';
import {
  authorizationRequest,
  callback,
  openStage,
  type Stage,
  type TestClient,
} from '../oidc/test/stage.ts';

let stage: Stage;
let developer: SignedIn;
beforeAll(async () => {
  stage = await openStage();
  developer = await stage.newPerson();
});
afterAll(() => stage.world.close());

const body = { name: 'Номын сан', app_type: 'web', redirect_uris: [callback] };

async function register(who = developer): Promise<TestClient> {
  const { status, body: answer } = await stage.call('POST', '/me/applications', body, who);
  expect(status).toBe(201);
  return { id: answer.data.id, secret: answer.data.secret };
}
/** As a manager who has just read the application. */
const approve = async (id: string) => {
  const { updated_at, created_at } = (await stage.call('GET', `/applications/${id}`, undefined, stage.admin))
    .body.data;
  const given = { approve: true, seen: updated_at ?? created_at };
  return stage.call('POST', `/applications/${id}/approval`, given, stage.admin);
};
const remove = (id: string) => stage.call('DELETE', `/me/applications/${id}`, undefined, developer);

describe('an application that a developer registers', () => {
  it('signs its owner in and nobody else, until a manager approves it', async () => {
    const app = await register();
    expect((await stage.signInTo(app, { who: developer })).tokens.access_token).toBeTruthy();

    const { url } = await authorizationRequest(await stage.clientOf(app), callback);
    const begun = await stage.openBrowser().get(url.href);
    const challenge = new URL(begun.headers.get('location') ?? '').searchParams.get('login_challenge');
    const accept = (who: SignedIn) =>
      stage.call('POST', '/provider/login/accept', { login_challenge: challenge }, who);
    const stranger = await accept(stage.person);
    expect([stranger.status, stranger.body.error]).toEqual([403, 'application_on_trial']);

    const path = `/applications/${app.id}/approval`;
    const asked = await stage.call('POST', `/me/applications/${app.id}/ask-approval`, undefined, developer);
    expect(asked.body.data).toMatchObject({ stage: 'trial', approval_asked_at: expect.any(String) });
    const told = async (who: SignedIn) =>
      (await stage.call('GET', '/gov/notifications?limit=50', undefined, who)).body.data.items.filter(
        ({ link }: { link: string | null }) => link === `/administration/applications/${app.id}`,
      );
    expect(await told(stage.admin)).toHaveLength(1);
    expect(await told(stage.person)).toEqual([]);
    expect((await stage.call('POST', path, { approve: true }, developer)).status).toBe(403);
    expect((await stage.call('POST', path, { approve: false }, stage.admin)).body.error).toBe(
      'reason_required',
    );
    const refusal = { approve: false, reason: 'Which library?' };
    expect((await stage.call('POST', path, refusal, stage.admin)).body.data).toMatchObject({
      stage: 'trial',
    });
    expect((await stage.call('POST', path, refusal, stage.admin)).body.error).toBe('approval_settled');

    expect((await approve(app.id)).body.data.stage).toBe('live');
    await callUntil(200, () => accept(stage.person));
  });

  it('ends for a person who is no owner any more, also for tokens that were issued', async () => {
    const app = await register();
    const { tokens } = await stage.signInTo(app, { who: developer, scope: 'openid offline_access' });
    await stage.call('DELETE', `/applications/${app.id}/owners/${developer.userId}`, undefined, stage.admin);
    const refreshed = await stage.form(
      '/oauth2/token',
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' },
      app,
    );
    expect(refreshed.body).toMatchObject({ error: 'invalid_grant' });
    expect((await remove(app.id)).status).toBe(404);
  });

  it('is changed and deleted by its owner while it is on trial, and only in what needs no administrator', async () => {
    const { id } = await register();
    const change = (fields: object, who = developer) =>
      stage.call('PUT', `/me/applications/${id}`, { name: 'x', redirect_uris: [callback], ...fields }, who);
    const changed = await change({ redirect_uris: ['http://localhost:5000/callback'] });
    expect(changed.body.data).toMatchObject({ name: 'x', redirect_uris: ['http://localhost:5000/callback'] });
    expect((await change({ redirect_uris: ['http://example.mn/'] })).body.error).toBe('invalid_redirect_uri');
    expect((await change({ options: { national_id: true } })).status).toBe(422);
    expect((await change({}, stage.person)).status).toBe(404);

    await approve(id);
    expect((await change({})).body.error).toBe('application_live');
    expect((await remove(id)).body.error).toBe('application_live');
  });

  it('is approved only as it was read: a change ends the request, and the approvers are told', async () => {
    const { id } = await register();
    const path = `/applications/${id}`;
    const read = async () => (await stage.call('GET', path, undefined, stage.admin)).body.data;
    const news = async () =>
      (await stage.call('GET', '/gov/notifications?limit=50', undefined, stage.admin)).body.data.items.filter(
        ({ link }: { link: string | null }) => link === `/administration/applications/${id}`,
      ).length;
    await stage.call('POST', `/me${path}/ask-approval`, undefined, developer);
    const seen = (await read()).created_at;
    stage.clock.advance(1000);
    const moved = { name: 'Банк', redirect_uris: ['https://elsewhere.example.mn/callback'] };
    expect((await stage.call('PUT', `/me${path}`, moved, developer)).status).toBe(200);
    expect(await read()).not.toHaveProperty('approval_asked_at');
    expect(await news()).toBe(2);
    // Also when it was asked again, and for a caller who names nothing.
    await stage.call('POST', `/me${path}/ask-approval`, undefined, developer);
    for (const given of [{ approve: true, seen }, { approve: true }]) {
      const answer = await stage.call('POST', `${path}/approval`, given, stage.admin);
      expect([answer.status, answer.body.error]).toEqual([409, 'application_changed']);
    }
    expect((await read()).stage).toBe('trial');
    expect((await approve(id)).body.data).toMatchObject({ stage: 'live', name: 'Банк' });
  });

  it('is approved by somebody who does not own it', async () => {
    const { id } = await register(stage.admin);
    const answer = await approve(id);
    expect([answer.status, answer.body.error]).toEqual([403, 'own_trial']);
  });

  it('is not approved by a former owner for 30 days, nor by the person who registered it', async () => {
    const refusalOf = async (id: string) => (await approve(id)).body.error;
    const leave = (id: string) =>
      stage.call('DELETE', `/applications/${id}/owners/${stage.admin.userId}`, undefined, stage.admin);
    const own = await register(stage.admin);
    expect((await leave(own.id)).status).toBe(200);
    expect(await refusalOf(own.id)).toBe('own_trial');
    const { id } = await register();
    const { database } = stage.world;
    await database.query('insert into application_owners values ($1, $2, now())', [id, stage.admin.userId]);
    await leave(id);
    expect(await refusalOf(id)).toBe('own_trial');
    await database.query(`update former_owners set ended_at = now() - interval '31 days'`);
    expect(await refusalOf(own.id)).toBe('own_trial');
    expect(await refusalOf(id)).toBeUndefined();
  });

  it('is one of ten at most', async () => {
    const who = await stage.newPerson();
    for (let made = 0; made < 10; made++) await register(who);
    const { status, body: answer } = await stage.call('POST', '/me/applications', body, who);
    expect([status, answer.error]).toEqual([409, 'too_many_applications']);
  });
});

it('is refused where the installation does not allow it', async () => {
  const closed = await stage.world.startServer({ env: { ...stage.env, DEVELOPER_APPLICATIONS: 'never' } });
  const answer = await stage.call('POST', '/me/applications', body, developer, closed);
  expect([answer.status, answer.body.error]).toEqual([403, 'self_service_off']);
  const listed = await stage.call('GET', '/me/applications', undefined, developer, closed);
  expect(listed.body.data.self_service).toBe('never');
});
