import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailbox } from '../../../../sandbox/src/mailbox/index.ts';
import { createCaller } from '../../../test/caller.ts';
import { type SignedIn, signIn } from '../../../test/citizens.ts';
import { createMailAdapter } from '../../adapters/mail/index.ts';
import { joinOrganisation } from '../organisations/test/joining.ts';
import type { BulkOutcome } from './schemas.ts';
import { type Browser, openStage, type Stage } from './test/console.ts';

let stage: Stage;
let browser: Browser;
let citizen: SignedIn;
const mail = Fastify();
let closeMail: () => Promise<void>;

beforeAll(async () => {
  const mailbox = await startMailbox({ host: '127.0.0.1', port: 0, now: () => new Date(), app: mail });
  closeMail = mailbox.close;
  const url = `smtp://127.0.0.1:${mailbox.smtpPort}`;
  const adapter = createMailAdapter({
    url,
    from: 'no-reply@tamga.test',
    requireTls: false,
    now: () => new Date(),
  });
  stage = await openStage({ worker: true, outside: { mail: adapter } });
  browser = await stage.operator(0);
  await stage.stepUp();
  citizen = await signIn(stage.server, stage.phone, await stage.phone.citizen(/^ordinary/, 1));
});
afterAll(async () => {
  await stage.close();
  await mail.close();
  await closeMail();
});

const row = (slug: string, change: object = {}) => ({
  name: `Байгууллага ${slug}`,
  slug,
  admin_email: `${slug}@example.mn`,
  reason: 'Тестийн хүсэлт 12/34',
  ...change,
});
const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => row(`${prefix}-${index}`, { admin_user_id: citizen.userId }));
const send = (organisations: unknown) => browser.post('/tenants/bulk', { organisations });
const run = async (organisations: unknown): Promise<BulkOutcome[]> => {
  const answer = await send(organisations);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.items;
};
const countTenants = async () =>
  (await stage.world.database.query('select from organisations where slug is not null')).length;
const mine = async (person: SignedIn) =>
  (await createCaller(stage.server.url).get('/api/v1/org/', { token: person.token })).body.data.items;

describe('tenants/bulk', () => {
  it('creates 200 organisations with one audit record each, and is idempotent', async () => {
    const rows = many(200, 'big');
    const items = await run(rows);
    expect(items).toHaveLength(200);
    for (const [index, item] of items.entries())
      expect(item).toEqual({
        index,
        slug: `big-${index}`,
        name: `Байгууллага big-${index}`,
        result: 'created',
        tenant_id: expect.any(String),
        invited: false,
      });
    const records = (await stage.actions()).filter(({ action }) => action === 'operator.tenant.created');
    expect(records.map(({ target }) => target)).toEqual(items.map(({ tenant_id }) => tenant_id));
    expect(records[0]?.metadata).toEqual({
      operator_id: expect.any(String),
      slug: 'big-0',
      reason: 'Тестийн хүсэлт 12/34',
      admin_user_id: citizen.userId,
      invited: false,
    });
    const again = await run(rows);
    expect(again.map(({ result, tenant_id }) => [result, tenant_id])).toEqual(
      items.map(({ tenant_id }) => ['exists', tenant_id]),
    );
    expect(await countTenants()).toBe(200);
  });

  it('rejects 201 rows and an empty list as a whole', async () => {
    const before = await countTenants();
    for (const organisations of [many(201, 'over'), [], undefined, 'x'])
      expect([(await send(organisations)).status, await countTenants()]).toEqual([422, before]);
  });

  it('the named person is an administrator at once, only of that organisation', async () => {
    const [item] = await run([row('named', { admin_user_id: citizen.userId.toUpperCase() })]);
    const organisation = (await mine(citizen)).find(({ id }: { id: string }) => id === item?.tenant_id);
    expect(organisation).toMatchObject({ slug: 'named', my_role: 'owner', reg_no: '', created_by: null });
    const other = await signIn(stage.server, stage.phone, await stage.phone.citizen(/^ordinary/, 2));
    expect(await mine(other)).toEqual([]);
    await joinOrganisation(stage.server, item?.tenant_id ?? '', citizen, other);
  });

  it('an invalid row gets its own outcome; the others run', async () => {
    const items = await run([
      row('good-one', { admin_user_id: citizen.userId }),
      row('Bad_Slug'),
      row('short-name', { name: ' x ' }),
      row('no-mail', { admin_email: 'nobody' }),
      row('injected', { admin_email: 'a@b.mn>\r\nRCPT TO:<x@y.mn' }),
      row('no-reason', { reason: ' ' }),
      row('-edge'),
      row('control', { name: 'a\tbc' }),
      row('unstorable', { name: 'a\0bc', reason: '\ud800' }),
      row('good-one', { admin_user_id: citizen.userId }),
      row('good-two', { admin_user_id: citizen.userId }),
    ]);
    expect(items.map(({ result, error }) => error ?? result)).toEqual([
      'created',
      'invalid_slug',
      'invalid_name',
      'invalid_email',
      'invalid_email',
      'reason_required',
      'invalid_slug',
      'invalid_name',
      'invalid_name',
      'exists',
      'created',
    ]);
    expect(items[1]?.message).toMatch(/slug/);
    expect(items[9]?.tenant_id).toBe(items[0]?.tenant_id);
    const records = (await stage.actions()).slice(-11);
    expect(records.map(({ metadata }) => metadata['error'] ?? metadata['result'] ?? 'created')).toEqual(
      items.map(({ result, error }) => error ?? result),
    );
  });

  it('a row with a missing or mistyped field gets its own outcome too', async () => {
    const items = await run([
      {},
      row('lacks-name', { name: undefined }),
      { ...row('x'), slug: undefined },
      row('lacks-mail', { admin_email: null }),
      row('lacks-reason', { reason: undefined }),
      row('number', { name: 5 }),
      row('long', { name: 'x'.repeat(3000) }),
      row('shape-good', { admin_user_id: citizen.userId }),
    ]);
    expect(items.map(({ result, error }) => error ?? result)).toEqual([
      'invalid_name',
      'invalid_name',
      'invalid_slug',
      'invalid_email',
      'reason_required',
      'invalid_name',
      'invalid_name',
      'created',
    ]);
    expect(items[0]).toMatchObject({ index: 0, slug: '', name: '' });
    expect((await stage.actions()).slice(-8).map(({ metadata }) => metadata['error'] ?? 'created')).toEqual(
      items.map(({ result, error }) => error ?? result),
    );
  });

  it('rejects a body of another shape as a whole', async () => {
    const before = await countTenants();
    for (const wrong of ['x', null, { ...row('shape'), extra: 'x' }, { ...row('shape'), name: ['a'] }])
      expect((await send([row('shape-well'), wrong])).status).toBe(422);
    expect(await countTenants()).toBe(before);
  });

  it('needs a code from the last five minutes', async () => {
    const before = await countTenants();
    await stage.stepUp(-1);
    const refused = await send([row('unproven')]);
    expect([refused.status, refused.body.error]).toEqual([403, 'step_up_required']);
    expect(await countTenants()).toBe(before);
    await stage.stepUp();
  });

  it('an administrator who is not verified by eID rejects the request before any row runs', async () => {
    const registered = randomUUID();
    const closed = randomUUID();
    await stage.world.database.query(
      `insert into users (id, username, active, eid_verified_at, created_at)
       values ($1, 'registered', true, null, now()), ($2, 'closed', false, now(), now())`,
      [registered, closed],
    );
    const before = [await countTenants(), (await stage.actions()).length];
    const answer = await send([
      row('verified', { admin_user_id: citizen.userId }),
      row('registered', { admin_user_id: registered }),
      row('invited'),
      row('closed', { admin_user_id: closed }),
      row('unknown', { admin_user_id: randomUUID() }),
      row('malformed', { admin_user_id: 'not-an-id' }),
    ]);
    expect([answer.status, answer.body.error]).toEqual([400, 'admin_not_verified']);
    expect(answer.body.data).toEqual({ rows: [1, 3, 4, 5] });
    expect([await countTenants(), (await stage.actions()).length]).toEqual(before);
  });

  it('two concurrent requests create each organisation once', async () => {
    const rows = many(20, 'race');
    const [one, two] = await Promise.all([run(rows), run(rows)]);
    for (const [index, item] of one.entries()) {
      expect([item.result, two[index]?.result].sort()).toEqual(['created', 'exists']);
      expect(item.tenant_id).toBe(two[index]?.tenant_id);
    }
  });

  it.each(['text/csv', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'text/plain'])(
    'takes JSON only: %s is 415',
    async (type) => {
      const answer = await browser.call('POST', '/tenants/bulk', {
        rawBody: JSON.stringify({ organisations: [row('csv')] }),
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_media_type']);
    },
  );
});

describe('an invitation', () => {
  const invite = async (slug: string): Promise<string> => {
    const [item] = await run([row(slug)]);
    expect(item).toMatchObject({ result: 'created', invited: true });
    const find = async () => {
      const answer = await mail.inject({ url: '/control/mails', query: { to: `${slug}@example.mn` } });
      return answer.json<{ items: { text: string; subject: string }[] }>().items[0];
    };
    await expect.poll(find).toBeDefined();
    const text = (await find())?.text ?? '';
    expect(text).toContain(`Байгууллага ${slug}`);
    return new RegExp(`${stage.server.config.appOrigin}/invitations/([0-9a-f]{64})`).exec(text)?.[1] ?? '';
  };
  const accept = (token: string, person: SignedIn) =>
    createCaller(stage.server.url).post('/api/v1/org/invitations/accept', { token }, { token: person.token });

  it('is mailed, and makes a holder verified by eID an administrator, once', async () => {
    const token = await invite('mailed');
    const kept = await stage.world.database.query<object>('select * from organisation_invitations');
    expect(JSON.stringify(kept)).not.toContain(token);
    const jobs = await stage.world.database.query<object>('select data from pgboss.job');
    expect(JSON.stringify(jobs)).not.toContain(token);
    const accepted = await accept(token, citizen);
    expect(accepted.status, accepted.text).toBe(200);
    expect(accepted.body.data).toMatchObject({ slug: 'mailed', my_role: 'owner' });
    const other = await signIn(stage.server, stage.phone, await stage.phone.citizen(/^ordinary/, 3));
    expect((await accept(token, other)).status).toBe(404);
    expect((await accept(token, citizen)).status).toBe(404);
    const [record] = await stage.world.database.query<{ actor_user_id: string }>(
      "select actor_user_id from audit_log where action = 'organisations.invitation.accepted' and target = $1",
      [accepted.body.data.id],
    );
    expect(record?.actor_user_id).toBe(citizen.userId);
    const unsigned = await createCaller(stage.server.url).post('/api/v1/org/invitations/accept', { token });
    expect(unsigned.status).toBe(401);
  });

  it('is shown to operators until it is accepted, and expires after fourteen days', async () => {
    const token = await invite('late');
    const pending = async () => {
      const fresh = await browser.get('/tenants?q=late');
      return fresh.body.data.items[0]?.invitation_pending;
    };
    expect(await pending()).toBe(true);
    stage.world.clock.advance(14 * 24 * 3_600_000 + 1000);
    browser = await stage.operator(0);
    expect(await pending()).toBe(false);
    const person = await signIn(stage.server, stage.phone, await stage.phone.citizen(/^ordinary/, 1));
    expect((await accept(token, person)).status).toBe(404);
  });
});

describe('the list of organisations', () => {
  it('is searched by part of a name or slug, and counts people', async () => {
    const page = await browser.get('/tenants?limit=2&offset=1');
    expect(page.body.data.items).toHaveLength(2);
    expect(page.body.data.total).toBe(await countTenants());
    const found = await browser.get(`/tenants?q=${encodeURIComponent('БАЙГУУЛЛАГА named')}`);
    expect(found.body.data).toMatchObject({
      total: 1,
      items: [{ slug: 'named', user_count: 2, app_count: 1 }],
    });
    expect((await browser.get('/tenants?q=%25')).body.data).toEqual({ items: [], total: 0 });
  });

  it('is sorted by name or creation, and pages across equal names', async () => {
    await stage.world.database.query(
      `update organisations o set slug = 'sorted-' || n, name = 'Sorted ' || n % 2
       from (select id, row_number() over () as n from organisations where slug is not null limit 5) as few
       where o.id = few.id`,
    );
    const rows = await stage.world.database.query<{ id: string; name: string }>(
      `select id, name from organisations where slug like 'sorted-%' order by name, id`,
    );
    const readOn = async (sort: string) => {
      const seen: string[] = [];
      let more = '';
      do {
        const { data } = (await browser.get(`/tenants?q=sorted&limit=2&sort=${sort}${more}`)).body;
        seen.push(...data.items.map(({ id }: { id: string }) => id));
        more = data.next === undefined ? '' : `&cursor=${data.next}`;
      } while (more !== '');
      return seen;
    };
    const byName = rows.map(({ id }) => id);
    expect(await readOn('name')).toEqual(byName);
    expect(await readOn('-name')).toEqual(byName.toReversed());
    expect(await readOn('created_at')).toEqual((await readOn('-created_at')).toReversed());
    const { next } = (await browser.get('/tenants?limit=2&sort=name')).body.data;
    for (const query of [`sort=-name&cursor=${next}`, `sort=name&offset=1&cursor=${next}`, 'sort=slug'])
      expect((await browser.get(`/tenants?${query}`)).status).toBe(422);
  });
});
