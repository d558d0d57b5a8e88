import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GovStage, openGov } from '../../../../test/gov.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov({ env: { GOV_DEMO_SEED: 'true', GOV_ENFORCE_ASSURANCE: 'true' } });
});
afterAll(() => stage.world.close());

const overview = async (who: 'bold' | 'sarnai') => (await stage.get(who, '/gov/overview')).body.data;

describe('the overview', () => {
  it('creates demonstration data for a newcomer once, also under concurrent requests', async () => {
    const views = await Promise.all(Array.from({ length: 6 }, () => overview('bold')));
    expect(views.map((view) => view.issued_references)).toEqual(Array(6).fill(0));
    const seen = await overview('bold');
    expect(seen).toMatchObject({
      open_applications: 0,
      unread_notifications: 2,
      unpaid_count: 2,
      unpaid_amount: 80_000,
      upcoming_count: 1,
      recent_applications: [],
    });
    expect(seen.upcoming_appointments).toHaveLength(1);
    const told = (await stage.get('bold', '/gov/notifications')).body.data.items;
    expect(
      told.map((item: { category: string; read: boolean }) => [item.category, item.read]).sort(),
    ).toEqual([
      ['info', true],
      ['success', false],
      ['warning', false],
    ]);
    const paid = (await stage.get('bold', '/gov/payments')).body.data.items;
    // Nobody may take an example for a real debt, or for the fee of a service they apply for.
    const names = [
      ...paid.map((item: { title: string }) => item.title),
      ...seen.upcoming_appointments.map((item: { service_name: string }) => item.service_name),
      told.find((item: { category: string }) => item.category === 'warning').title,
    ];
    for (const name of names) expect(name).toMatch(/^Example: /);
    expect(names.join()).not.toMatch(/licence|identity card|marriage|company/i);
    expect(
      paid.map((item: { category: string; status: string }) => [item.category, item.status]).sort(),
    ).toEqual([
      ['fee', 'pending'],
      ['fine', 'paid'],
      ['tax', 'pending'],
    ]);
  });

  it('creates no demonstration data for a person with data', async () => {
    const service = await stage.publish({ assurance_level: 'low' });
    await stage.apply('sarnai', service);
    const seen = await overview('sarnai');
    expect(seen).toMatchObject({ open_applications: 1, unread_notifications: 1, unpaid_count: 0 });
    expect(seen.recent_applications).toHaveLength(1);
  });

  it('answers when the demonstration data cannot be created', async () => {
    await stage.world.database.query('revoke insert on gov_demo_seeds from tamga_app');
    const seen = await stage.get('other', '/gov/overview');
    expect([seen.status, seen.body.data.unpaid_count]).toEqual([200, 0]);
  });
});

describe('with enforced assurance', () => {
  it('rejects an application from a session below the assurance level of the service', async () => {
    const high = await stage.publish({ assurance_level: 'high' });
    const low = await stage.publish({ assurance_level: 'low' });
    const pretend = (method: string, level: string) =>
      stage.world.database.query(
        `with s as (update sessions set method = $2 where user_id = $1)
         update users set kyc_level = $3 where id = $1`,
        [stage.people.bold.userId, method, level],
      );
    for (const [method, level, status] of [
      ['eid', 'QUALIFIED', 201],
      ['eid', 'QSCD', 201],
      ['eid', 'ADVANCED', 403],
      ['social', 'QUALIFIED', 403],
    ] as const) {
      await pretend(method, level);
      const answer = await stage.apply('bold', high);
      expect([method, level, answer.status]).toEqual([method, level, status]);
      if (status === 403) expect(answer.body.error).toBe('assurance_too_low');
      expect((await stage.apply('bold', low)).status).toBe(201);
    }
  });
});
