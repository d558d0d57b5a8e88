import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, callUntil, createCaller } from '../../../test/caller.ts';
import type { Citizen } from '../../../test/citizens.ts';
import { openSocialFlow, type SocialFlow } from './test/social-flow.ts';

let flow: SocialFlow;
let people: Citizen[];

beforeAll(async () => {
  flow = await openSocialFlow();
  people = (await flow.stage.phone.citizens()).filter(({ note }) => note.startsWith('ordinary'));
});
afterAll(() => flow.stage.close());

const person = (index: number): Citizen => people[index] ?? expect.fail('not that many citizens');
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  flow.stage.world.database.query<Row>(text, values);
const linkToken = async (email: string): Promise<string> => (await flow.bySocial(email)).body.data.link_token;
const call = (method: string, token: string, search = ''): Promise<Answer> =>
  createCaller(flow.stage.server.url).call(method, `/api/v1/auth/social/link${search}`, { token });
const minutes = (count: number) => flow.stage.world.clock.advance(count * 60_000);

describe('link_token', () => {
  it('is valid for fifteen minutes', async () => {
    const token = await linkToken('late@example.mn');
    minutes(15);
    const late = await flow.byEid(person(0), token);
    expect(late.body.data).toMatchObject({ state: 'COMPLETE', social_link: 'expired' });
    expect(late.body.data.token).toEqual(expect.any(String));
    expect((await flow.bySocial('late@example.mn')).body.data.linked).toBe(false);
  });

  it('works once, and a second use does not affect the first', async () => {
    const token = await linkToken('once@example.mn');
    const first = await flow.byEid(person(0), token);
    expect(first.body.data.social_link).toBe('linked');
    const second = await flow.byEid(person(1), token);
    expect(second.body.data).toMatchObject({ state: 'COMPLETE', social_link: 'expired' });
    const signedIn = await flow.bySocial('once@example.mn');
    expect(signedIn.body.data.user.id).toBe(first.body.data.id);
  });

  it('of another kind, or forged, links nothing and still lets the person sign in', async () => {
    const owner = await flow.stage.onboard('owner@example.mn', person(7));
    const { mfa_token } = (await flow.bySocial('owner@example.mn')).body.data;
    for (const token of ['f'.repeat(32), mfa_token, owner.codes[0] ?? ''])
      expect((await flow.byEid(person(1), token)).body.data).toMatchObject({
        state: 'COMPLETE',
        social_link: 'expired',
      });
    const plain = await flow.byEid(person(1));
    expect(plain.body.data).not.toHaveProperty('social_link');
    expect(await query('select * from social_links where user_id = $1', [plain.body.data.id])).toEqual([]);
  });

  it('returns the address and the account it linked, as the profile then shows them', async () => {
    const me = (token: string) => createCaller(flow.stage.server.url).get('/api/v1/users/me', { token });
    const before = await me((await flow.byEid(person(7))).body.data.token);
    expect(before.body.data.user).not.toHaveProperty('social');
    const linked = await flow.link('shown@example.mn', person(7));
    const social = {
      provider: new URL(flow.stage.outsideUrl).host,
      email: 'shown@example.mn',
      email_verified: true,
      name: 'shown',
      picture: expect.stringMatching(/^https:/),
      linked_at: flow.stage.world.clock.now().toISOString(),
    };
    expect(linked.body.data).toMatchObject({ social_link: 'linked', email: 'shown@example.mn' });
    const shown = (await me(linked.body.data.token)).body.data.user;
    expect(shown).toMatchObject({ email: 'shown@example.mn', social });
    const { token } = (await flow.byEid(person(1))).body.data;
    expect((await me(token)).body.data.user).not.toHaveProperty('social');
    await query(`update social_links set sealed = null where user_id = $1`, [shown.id]);
    await query(`insert into bus_events (key, channel, payload) values ($1, 'user.changed', $2)`, [
      randomUUID(),
      { user_id: shown.id },
    ]);
    await expect
      .poll(async () => (await me(linked.body.data.token)).body.data.user.social)
      .toEqual({
        ...shown.social,
        ...{ email: 's•••@example.mn', email_verified: false, name: '', picture: '' },
      });
  });

  it('never moves an account that was linked to another person meanwhile', async () => {
    const [mine, theirs] = [await linkToken('race@example.mn'), await linkToken('race@example.mn')];
    const holder = await flow.byEid(person(2), mine);
    expect(holder.body.data.social_link).toBe('linked');
    const other = await flow.byEid(person(3), theirs);
    expect(other.body.data).toMatchObject({ state: 'COMPLETE', social_link: 'already_linked_elsewhere' });
    expect((await flow.bySocial('race@example.mn')).body.data.user.id).toBe(holder.body.data.id);
    const [refusal] = await query(
      `select target, metadata from audit_log where action = 'auth.social.link_refused'`,
    );
    expect(refusal).toEqual({
      target: other.body.data.id,
      metadata: { reason: 'already_linked_elsewhere' },
    });
  });

  it('never links the account of a super administrator', async () => {
    await flow.stage.invite('both@example.mn');
    const token = await linkToken('both@example.mn');
    await flow.stage.onboard('both@example.mn', person(4));
    expect((await flow.byEid(person(4), token)).body.data.social_link).toBe('already_linked_elsewhere');
  });

  it('adds no second account of the same provider to a person', async () => {
    const first = await flow.link('one@example.mn', person(5));
    expect(first.body.data.social_link).toBe('linked');
    const second = await flow.link('two@example.mn', person(5));
    expect(second.body.data).toMatchObject({ id: first.body.data.id, social_link: 'another_linked' });
    expect((await flow.bySocial('two@example.mn')).body.data.linked).toBe(false);
    expect((await flow.bySocial('one@example.mn')).body.data.user.id).toBe(first.body.data.id);
  });

  it('repeated by the same person for the same account is no conflict', async () => {
    const [one, again] = [await linkToken('twice@example.mn'), await linkToken('twice@example.mn')];
    expect((await flow.byEid(person(6), one)).body.data.social_link).toBe('linked');
    expect((await flow.byEid(person(6), again)).body.data.social_link).toBe('linked');
  });

  it('is stored as a hash with sealed content, and is deleted after it expires', async () => {
    const token = await linkToken('hidden@example.mn');
    const stored = JSON.stringify([
      await query('select * from social_link_tokens'),
      await query('select * from audit_log'),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('hidden@example.mn');
    expect(JSON.stringify(await query('select * from social_links'))).not.toContain('one@example.mn');
    minutes(16);
    const job = flow.stage.server.app.declaredJobs.find(({ name }) => name === 'social.clean');
    await job?.run({}, { now: flow.stage.world.clock.now() } as never);
    expect(await query('select * from social_link_tokens')).toEqual([]);
  });
});

describe('the e-mail address of a linked account', () => {
  const emailOf = async (index: number) =>
    (
      await query<{ email: string }>('select email from users where civil_id = $1', [person(index).civil_id])
    )[0]?.email;

  it('fills an empty one when it is verified, and never replaces a proven one', async () => {
    expect(await emailOf(0)).toBe('once@example.mn');
    expect(await query('select email_verified from users where civil_id = $1', [person(0).civil_id])).toEqual(
      [{ email_verified: true }],
    );
    await query(`update users set email = 'own@example.mn', email_verified = true where civil_id = $1`, [
      person(3).civil_id,
    ]);
    expect((await flow.link('other@example.mn', person(3))).body.data.social_link).toBe('linked');
    expect(await emailOf(3)).toBe('own@example.mn');
    const unverified = (await flow.bySocial('maybe@example.mn', { verified: false })).body.data.link_token;
    expect((await flow.byEid(person(1), unverified)).body.data.social_link).toBe('linked');
    expect(await emailOf(1)).toBe('');
  });

  it('replaces one that an administrator typed, and is proven from then on', async () => {
    const { civil_id } = person(2);
    await query('delete from social_links where user_id = (select id from users where civil_id = $1)', [
      civil_id,
    ]);
    await query(`update users set email = 'typed@example.mn', email_verified = false where civil_id = $1`, [
      civil_id,
    ]);
    expect((await flow.link('proven@example.mn', person(2))).body.data.social_link).toBe('linked');
    expect(await query('select email, email_verified from users where civil_id = $1', [civil_id])).toEqual([
      { email: 'proven@example.mn', email_verified: true },
    ]);
  });
});

describe('auth.social.link and auth.social.unlink', () => {
  const provider = () => new URL(flow.stage.outsideUrl).host;

  it('show a person only their own link', async () => {
    const linked = (await flow.byEid(person(5))).body.data.token;
    expect((await call('GET', linked)).body.data).toEqual({
      linked: true,
      provider: provider(),
      email_masked: 'o•••@example.mn',
      linked_at: expect.any(String),
    });
    const owner = (await flow.byEid(person(4))).body.data.token;
    expect((await call('GET', owner)).body.data).toEqual({ linked: false, provider: provider() });
    expect((await call('GET', '')).status).toBe(401);
    expect((await call('DELETE', '')).status).toBe(401);
  });

  it('of a person without a link, or of another provider, change nothing and end no session', async () => {
    const { token } = (await flow.byEid(person(4))).body.data;
    const none = await call('DELETE', token);
    expect([none.status, none.body.data]).toEqual([200, {}]);
    const linked = (await flow.byEid(person(5))).body.data.token;
    expect((await call('DELETE', linked, '?provider=elsewhere.example')).status).toBe(200);
    for (const kept of [token, linked]) expect((await call('GET', kept)).status).toBe(200);
    expect((await call('GET', linked)).body.data.linked).toBe(true);
    expect((await call('DELETE', linked, '?other=1')).status).toBe(422);
  });

  it('unlink the account, end every session of the person, and free it for a new link', async () => {
    const byEid = (await flow.byEid(person(5))).body.data;
    const bySocial = (await flow.bySocial('one@example.mn')).body.data.user;
    const bystander = (await flow.byEid(person(4))).body.data.token;
    flow.stage.world.clock.advance(1000);
    const gone = await call('DELETE', byEid.token, `?provider=${provider()}`);
    expect([gone.status, gone.body.data]).toEqual([200, {}]);
    for (const { token, refresh_token } of [byEid, bySocial]) {
      await callUntil(401, () => call('GET', token));
      const caller = createCaller(flow.stage.server.url);
      expect((await caller.post('/api/v1/auth/refresh', { refresh_token })).status).toBe(401);
    }
    expect((await call('GET', bystander)).status).toBe(200);
    const [event] = await query(
      `select actor_user_id, metadata from audit_log where action = 'auth.social.unlinked'`,
    );
    expect(event).toEqual({ actor_user_id: byEid.id, metadata: { provider: provider() } });
    flow.stage.world.clock.advance(1000);
    const other = await flow.link('one@example.mn', person(4));
    expect(other.body.data.social_link).toBe('linked');
  });
});
