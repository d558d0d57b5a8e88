import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, signIn } from '../../../../test/citizens.ts';
import type { Browser } from '../test/browser.ts';
import { authorizationRequest, callback, openStage, type Stage, type TestClient } from '../test/stage.ts';

let stage: Stage;
let app: TestClient;
let sub: string;
beforeAll(async () => {
  stage = await openStage();
  app = await stage.register();
  sub = stage.person.userId;
});
afterAll(() => stage.world.close());

/** A new session of a person other than `stage.person`. */
const signInNow = async () => signIn(stage.server, stage.phone, await stage.phone.citizen(/^ordinary/, 2));

/** Begins a sign-in after some time, so that nobody has just signed in. */
async function begin(parameters: Record<string, string>, of = app, browser: Browser = stage.openBrowser()) {
  stage.clock.advance(5000);
  const { url } = await authorizationRequest(await stage.clientOf(of), callback, { parameters });
  const location = new URL((await browser.get(url.href)).headers.get('location') ?? '');
  return { browser, challenge: location.searchParams.get('login_challenge') ?? '' };
}
const view = async (challenge: string, who?: SignedIn) =>
  (await stage.call('GET', `/provider/login?login_challenge=${challenge}`, undefined, who)).body.data;
const accept = (challenge: string, who: SignedIn) =>
  stage.call('POST', '/provider/login/accept', { login_challenge: challenge }, who);
const refusal = async (challenge: string, who: SignedIn) => {
  const { status, body } = await accept(challenge, who);
  return [status, body.error];
};
const resumed = async (browser: Browser, challenge: string, who: SignedIn) => {
  const answer = await browser.get((await accept(challenge, who)).body.data.redirect_to);
  return answer.headers.get('location') ?? '';
};

describe('the sign-in page', () => {
  it('asks a person who signed in earlier, and goes on by itself after a sign-in for this request', async () => {
    const { challenge } = await begin({});
    expect(await view(challenge, stage.person)).toMatchObject({ proceed: false, reauthenticate: false });
    expect(await view(challenge)).toMatchObject({ proceed: false, reauthenticate: false });
    stage.clock.advance(1000);
    expect(await view(challenge, await signInNow())).toMatchObject({ proceed: true });
  });

  it('treats a session that has ended as none', async () => {
    const who = await signInNow();
    const { challenge } = await begin({ prompt: 'login' });
    await stage.call('POST', '/auth/logout', {}, who);
    expect(await view(challenge, who)).toMatchObject({ proceed: false, reauthenticate: true });
  });

  it('with prompt=login requires a sign-in after the request began', async () => {
    const before = await signInNow();
    const { challenge } = await begin({ prompt: 'login' });
    expect(await view(challenge, before)).toMatchObject({ proceed: false, reauthenticate: true });
    expect(await refusal(challenge, before)).toEqual([403, 'fresh_sign_in_required']);
    stage.clock.advance(1000);
    const after = await signInNow();
    expect(await view(challenge, after)).toMatchObject({ proceed: true, reauthenticate: false });
    expect((await accept(challenge, after)).status).toBe(200);
  });

  it('with max_age accepts a sign-in that is recent enough, and no older one', async () => {
    const who = await signInNow();
    const recent = await begin({ max_age: '60' });
    expect(await view(recent.challenge, who)).toMatchObject({ proceed: false, reauthenticate: false });
    expect((await accept(recent.challenge, who)).status).toBe(200);
    const { challenge } = await begin({ max_age: '60' });
    stage.clock.advance(60_000);
    expect(await view(challenge, who)).toMatchObject({ reauthenticate: true });
    expect(await refusal(challenge, who)).toEqual([403, 'fresh_sign_in_required']);
  });

  it('with max_age=0 accepts a sign-in for this request, however long the person reads the page', async () => {
    const { browser, challenge } = await begin({ max_age: '0' });
    stage.clock.advance(1000);
    const who = await signInNow();
    stage.clock.advance(20_000);
    expect(await view(challenge, who)).toMatchObject({ proceed: true, reauthenticate: false });
    expect(await resumed(browser, challenge, who)).toContain('/oauth/consent?');
  });
});

describe('a request for a certain person', () => {
  it('by id_token_hint is refused to everybody else, and accepted from that person', async () => {
    const { tokens } = await stage.signInTo(app);
    const { browser, challenge } = await begin({ id_token_hint: tokens.id_token ?? '' });
    const stranger = await signInNow();
    expect(await view(challenge, stranger)).toMatchObject({ other_person: 'required', proceed: false });
    expect(await view(challenge)).toMatchObject({ other_person: 'none' });
    expect(await refusal(challenge, stranger)).toEqual([403, 'other_person_expected']);
    expect(await view(challenge, stage.person)).toMatchObject({ other_person: 'none' });
    // The consent was remembered, so the browser returns to the client.
    expect(await resumed(browser, challenge, stage.person)).toMatch(/^https:\/\/app\.example\.mn\/.*code=/);
  });

  it('by id_token_hint compares the subject that a client with pairwise subjects knows', async () => {
    const pairwise = await stage.register({ options: { subject_type: 'pairwise' } });
    const { tokens } = await stage.signInTo(pairwise);
    expect(tokens.claims()?.sub).not.toBe(sub);
    const { challenge } = await begin({ id_token_hint: tokens.id_token ?? '' }, pairwise);
    expect(await view(challenge, stage.person)).toMatchObject({ other_person: 'none' });
    expect(await view(challenge, await signInNow())).toMatchObject({ other_person: 'required' });
  });

  it('by login_hint is a wish: the page mentions it, and anybody may go on', async () => {
    const [row] = await stage.world.database.query<{ national_id: string }>(
      `update users set email = 'bat@example.mn' where id = $1 returning national_id`,
      [sub],
    );
    const hinted = async (login_hint: string) => {
      const { challenge } = await begin({ login_hint });
      return (await view(challenge, stage.person)).other_person;
    };
    for (const own of ['Bat@example.mn', sub, row?.national_id ?? '', 'someone'])
      expect([own, await hinted(own)]).toEqual([own, 'none']);
    for (const else_ of ['dorj@example.mn', '00000000-0000-4000-8000-000000000000', 'УБ00000000'])
      expect([else_, await hinted(else_)]).toEqual([else_, 'hinted']);
    const { challenge } = await begin({ login_hint: 'dorj@example.mn' });
    expect((await accept(challenge, stage.person)).status).toBe(200);
  });
});

describe('two tabs of one browser', () => {
  it('that sign in different people end with the second one, without a page of the library', async () => {
    const browser = stage.openBrowser();
    const own = await stage.register();
    const [first, second] = [await begin({}, own, browser), await begin({}, own, browser)];
    const other = await signInNow();
    expect(await resumed(browser, first.challenge, stage.person)).toContain('/oauth/consent?');
    const again = await resumed(browser, second.challenge, other);
    expect(again).toContain('/oauth2/auth/');
    const consent = (await browser.get(again)).headers.get('location') ?? '';
    expect(consent).toContain('/oauth/consent?');
    const asked = await stage.call(
      'GET',
      `/provider/consent?consent_challenge=${new URL(consent).searchParams.get('consent_challenge')}`,
    );
    expect(asked.body.data.subject).toBe(other.userId);
    const [ended] = await stage.world.database.query<{ target: string }>(
      `select target from audit_log where action = 'oidc.session.ended' order by id desc limit 1`,
    );
    expect(ended?.target).toBe(sub);
  });
});

describe('the consent page', () => {
  it('learns which requested claims the person lacks, and nobody else does', async () => {
    const own = await stage.register();
    const who = await signInNow();
    const { browser, challenge } = await begin({}, own);
    const location = new URL(await resumed(browser, challenge, who));
    const missing = async (caller?: SignedIn) =>
      (await stage.call('GET', `/provider/consent${location.search}`, undefined, caller)).body.data
        .missing_claims;
    const setEmail = (email: string) =>
      stage.world.database.query('update users set email = $2 where id = $1', [who.userId, email]);
    await setEmail('');
    expect(await missing(who)).toEqual(['email']);
    expect(await missing(stage.person)).toEqual([]);
    expect(await missing()).toEqual([]);
    await setEmail('who@example.mn');
    expect(await missing(who)).toEqual([]);
  });
});
