import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAsSystem, createPhone, signIn as signInByEid } from '../../../test/citizens.ts';
import { register, setActive, setRole, softDelete } from '../users/index.ts';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;
let made = 0;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  stage.world.database.query<Row>(text, values);
const asSystem = <T>(work: Parameters<typeof changeAsSystem<T>>[2]) =>
  changeAsSystem(stage.server, stage.world.clock.now(), work);
const newNumber = () => {
  made += 1;
  return `ЖЖ${String(90_000_000 + made)}`;
};
const newCivilId = () => {
  made += 1;
  return `770000${String(made).padStart(6, '0')}`;
};
async function preRegister(nationalId: string, roleId = 4): Promise<string> {
  const id = await asSystem((tx) =>
    register(tx, { nationalId, firstName: '', lastName: '', firstNameEn: '', lastNameEn: '', roleId }),
  );
  if (id === undefined) throw new Error('the number is taken');
  return id;
}
const foundBy = async (answer: Awaited<ReturnType<Stage['signIn']>>) =>
  (await stage.audited(answer)).find(({ action }) => action === 'sso.login')?.metadata;
const userOf = async (id: string) =>
  (await query<Record<string, unknown>>('select * from users where id = $1', [id]))[0];

describe('the account of an upstream person', () => {
  it('is the one pre-registered by register number, with its given role', async () => {
    const nationalId = newNumber();
    const id = await preRegister(nationalId, 3);
    const { sub } = await stage.person({ national_id: nationalId.toLowerCase(), email: 'x@y.example' });
    const answer = await stage.signIn(sub);
    expect(answer.body.data.user).toMatchObject({ id, role_id: 3, first_name: 'Болд', email: '' });
    expect(await foundBy(answer)).toMatchObject({ found_by: 'national_id' });
  });

  it('is the one already bound to the subject, whatever else changed upstream', async () => {
    const { sub } = await stage.person();
    const first = await stage.signIn(sub);
    await stage.person({ given_name: 'Сараа', email: 'other@upstream.example' }, sub);
    const second = await stage.signIn(sub);
    expect(second.body.data.user_id).toBe(first.body.data.user_id);
    expect(second.body.data.user.first_name).toBe('Сараа');
    expect(await foundBy(second)).toMatchObject({ found_by: 'subject' });
  });

  it('is the eID account with the same civil id, and its names stay', async () => {
    const phone = createPhone(stage.world.sandbox);
    const provider = await stage.startServer({ env: { AUTH_MODE: 'provider' } });
    const citizen = await phone.citizen();
    const session = await signInByEid(provider, phone, citizen);
    const { sub } = await stage.person({ register_number: citizen.civil_id, given_name: 'Өөр' });
    const answer = await stage.signIn(sub);
    expect(answer.body.data.user).toMatchObject({ id: session.userId, first_name: citizen.given_name });
    expect(await foundBy(answer)).toMatchObject({ found_by: 'civil_id' });
    await provider.stop();
  });

  it("is a new one with the upstream's numbers, when none matches", async () => {
    const [nationalId, civilId] = [newNumber(), newCivilId()];
    const claims = { national_id: nationalId, register_number: civilId, ge_id: `GE-${civilId}` };
    const { sub } = await stage.person(claims);
    const answer = await stage.signIn(sub);
    expect(await foundBy(answer)).toMatchObject({ found_by: 'new' });
    expect(await userOf(answer.body.data.user_id)).toMatchObject({
      national_id: nationalId,
      civil_id: civilId,
      ge_id: `GE-${civilId}`,
      role_id: 4,
      eid_verified_at: null,
    });
  });

  it('is matched by register number first: the bound subject moves to it, and the log records it', async () => {
    const nationalId = newNumber();
    const { sub } = await stage.person();
    const before = await stage.signIn(sub);
    const id = await preRegister(nationalId);
    await stage.person({ national_id: nationalId }, sub);
    const after = await stage.signIn(sub);
    expect(after.body.data.user_id).toBe(id);
    expect(id).not.toBe(before.body.data.user_id);
    expect(await stage.audited(after)).toContainEqual({
      action: 'sso.identity.bound',
      target: id,
      metadata: { found_by: 'national_id', moved: true },
    });
    await stage.person({}, sub);
    expect((await stage.signIn(sub)).body.data.user_id).toBe(id);
  });

  it('is not the one whose register number belongs to another civil id', async () => {
    const [nationalId, civilId] = [newNumber(), newCivilId()];
    const one = await stage.person({ national_id: nationalId, register_number: civilId });
    const owner = await stage.signIn(one.sub);
    const two = await stage.person({ national_id: nationalId, register_number: newCivilId() });
    const answer = await stage.signIn(two.sub);
    expect(answer.body.data.user_id).not.toBe(owner.body.data.user_id);
    expect(await userOf(answer.body.data.user_id)).toMatchObject({ national_id: null });
  });

  it('is never matched by e-mail address', async () => {
    const email = { email: 'same@upstream.example', email_verified: true };
    const one = await stage.signIn((await stage.person(email)).sub);
    const two = await stage.signIn((await stage.person(email)).sub);
    expect(one.body.data.user.email).toBe(two.body.data.user.email);
    expect(two.body.data.user_id).not.toBe(one.body.data.user_id);
  });

  it('gets no address that the upstream did not verify', async () => {
    const { sub } = await stage.person({ email: 'claimed@upstream.example', email_verified: false });
    expect((await stage.signIn(sub)).body.data.user.email).toBe('');
  });

  it('gets a verified address in place of one that an administrator typed, and keeps a proven one', async () => {
    const nationalId = newNumber();
    const id = await preRegister(nationalId, 4);
    await query(`update users set email = 'typed@example.mn' where id = $1`, [id]);
    const claim = (email: string) =>
      stage.person({ national_id: nationalId, email: `${email}@upstream.example`, email_verified: true });
    for (const email of ['first', 'second']) {
      await stage.signIn((await claim(email)).sub);
      expect(await userOf(id)).toMatchObject({ email: 'first@upstream.example', email_verified: true });
    }
  });

  it('is created once, even when several browsers bring a new person at once', async () => {
    const { sub } = await stage.person({ national_id: newNumber(), register_number: newCivilId() });
    const answers = await Promise.all([stage.signIn(sub), stage.signIn(sub), stage.signIn(sub)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.user_id)).size).toBe(1);
  });

  it('keeps its role, whatever the upstream claims', async () => {
    const { sub } = await stage.person({ role_id: '1', role: 'superadmin' });
    expect((await stage.signIn(sub)).body.data.user.role).toBe('user');
  });

  it('ignores a malformed claim', async () => {
    const { sub } = await stage.person({ national_id: 'x', register_number: 'a\nb', ge_id: '<b>' });
    const answer = await stage.signIn(sub);
    expect(await userOf(answer.body.data.user_id)).toMatchObject({
      national_id: null,
      civil_id: null,
      ge_id: null,
    });
  });
});

describe('the citizen number', () => {
  it('follows the upstream', async () => {
    const { sub } = await stage.person({ ge_id: 'GE-FIRST' });
    expect((await stage.signIn(sub)).body.data.user.ge_id).toBe('GE-FIRST');
    await stage.person({ ge_id: 'GE-SECOND' }, sub);
    expect((await stage.signIn(sub)).body.data.user.ge_id).toBe('GE-SECOND');
    await stage.person({}, sub);
    expect((await stage.signIn(sub)).body.data.user.ge_id).toBe('GE-SECOND');
  });

  it('of another person stays with them; the person still signs in, and the log records it', async () => {
    const owner = await stage.signIn((await stage.person({ ge_id: 'GE-TAKEN' })).sub);
    const answer = await stage.signIn((await stage.person({ ge_id: 'GE-TAKEN' })).sub);
    expect(answer.status).toBe(200);
    expect(answer.body.data.user).not.toHaveProperty('ge_id');
    expect(await stage.audited(answer)).toContainEqual({
      action: 'sso.number.taken',
      target: answer.body.data.user_id,
      metadata: { number: 'ge_id' },
    });
    expect(await userOf(owner.body.data.user_id)).toMatchObject({ ge_id: 'GE-TAKEN' });
  });
});

describe('sign-in is refused for', () => {
  async function known(): Promise<{ sub: string; id: string }> {
    const { sub } = await stage.person();
    return { sub, id: (await stage.signIn(sub)).body.data.user_id };
  }
  const refusal = async (sub: string) => {
    const { status, body } = await stage.signIn(sub);
    return [status, body.error];
  };

  it('a disabled account, which does not change by the attempt', async () => {
    const { sub, id } = await known();
    await asSystem((tx) => setActive(tx, id, false));
    await stage.person({ given_name: 'Өөр', ge_id: 'GE-DISABLED' }, sub);
    expect(await refusal(sub)).toEqual([403, 'account_disabled']);
    expect(await userOf(id)).toMatchObject({ active: false, first_name: 'Болд', ge_id: null });
  });

  it('a deleted account, and its person gets no new one', async () => {
    const nationalId = newNumber();
    const id = await preRegister(nationalId);
    await asSystem((tx) => softDelete(tx, id));
    const { sub } = await stage.person({ national_id: nationalId });
    expect(await refusal(sub)).toEqual([403, 'account_disabled']);
  });

  it('a locked account, until the lock expires', async () => {
    const { sub, id } = await known();
    const until = new Date(stage.world.clock.now().getTime() + 60_000);
    await query('update users set locked_until = $2 where id = $1', [id, until]);
    expect(await refusal(sub)).toEqual([403, 'account_locked']);
    stage.world.clock.advance(61_000);
    expect((await stage.signIn(sub)).status).toBe(200);
  });

  it('a new person on a private platform, while a pre-registered one is admitted', async () => {
    const server = await stage.startServer({ env: { PLATFORM_ACCESS_MODE: 'private' } });
    const { sub } = await stage.person();
    const answer = await stage.signIn(sub, server);
    expect([answer.status, answer.body.error]).toEqual([403, 'private_platform']);
    expect(await query('select from sso_identities where subject = $1', [sub])).toEqual([]);
    const nationalId = newNumber();
    await preRegister(nationalId);
    const invited = await stage.person({ national_id: nationalId });
    expect((await stage.signIn(invited.sub, server)).status).toBe(200);
    await server.stop();
  });

  it('a super administrator without a second factor', async () => {
    const { sub, id } = await known();
    await asSystem((tx) => setRole(tx, id, 1));
    expect(await refusal(sub)).toEqual([403, 'mfa_unavailable']);
  });
});

describe('a super administrator', () => {
  it('stops at the second factor: no token, no session, and no personal data', async () => {
    const { sub } = await stage.person();
    const id: string = (await stage.signIn(sub)).body.data.user_id;
    await asSystem((tx) => setRole(tx, id, 1));
    await query(
      `insert into superadmin_accounts (user_id, civil_id, email, email_verified, social_issuer, social_subject,
         mfa_enabled, totp_secret, totp_last_step, recovery_codes, onboarded_at)
       values ($1, 'c', 'a@b.example', true, 'i', 's', true, 'x', 0, 'x', now())`,
      [id],
    );
    const sessions = await query('select from sessions where user_id = $1', [id]);
    const answer = await stage.signIn(sub);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        mfa_required: true,
        mfa_token: expect.stringMatching(/^[0-9a-f]{32}$/),
        sso_logout_ref: expect.stringMatching(/^[0-9a-f]{32}$/),
        next: '/',
      },
    ]);
    expect(await query('select from sessions where user_id = $1', [id])).toEqual(sessions);
    expect((await stage.audited(answer)).map(({ action }) => action)).toEqual(['auth.mfa.asked']);
  });
});
