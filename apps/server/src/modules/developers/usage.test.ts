import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../test/until.ts';
import { type GatewayStage, openGatewayStage } from '../gateway/test/stage.ts';

let stage: GatewayStage;
beforeAll(async () => {
  stage = await openGatewayStage();
});
afterAll(() => stage.close());

// The administrator of the stage registered every client, so owns it.
const mine = async (id: string, part: string) =>
  (await stage.call('GET', `/me/applications/${id}/${part}`, undefined, stage.admin)).body.data;
const sum = (items: Record<string, number>[], name: string) =>
  items.reduce((total, item) => total + (item[name] ?? 0), 0);

describe('me.applications.sign_ins', () => {
  it('counts sign-ins, tokens and refusals by reason, hour by hour', async () => {
    const app = await stage.register();
    await stage.signInTo(app);
    await stage.form('/oauth2/token', { grant_type: 'client_credentials' }, app);
    await stage.form(
      '/oauth2/token',
      { grant_type: 'authorization_code', code: 'x' },
      { ...app, secret: 'y' },
    );
    const day = await mine(app.id, 'sign-ins?days=1');
    expect([day.bucket_seconds, day.items.length]).toEqual([3600, 24]);
    expect(day.items.at(-1)).toMatchObject({ sign_ins: 1, tokens: 1, refused: 2 });
    expect(day.refusals).toEqual([
      { reason: 'invalid_client', count: 1 },
      { reason: 'unauthorized_client', count: 1 },
    ]);
    stage.clock.advance(3_600_000);
    await stage.signInTo(app);
    const later = await mine(app.id, 'sign-ins?days=1');
    expect(later.items.slice(-2).map((item: { sign_ins: number }) => item.sign_ins)).toEqual([1, 1]);
    const month = await mine(app.id, 'sign-ins?days=30');
    expect([month.items.length, sum(month.items, 'sign_ins')]).toEqual([30, 2]);
    // A problem is written after the answer.
    await until(async () => (await mine(app.id, 'problems')).items.length === 2);
  });
});

describe('me.applications.calls', () => {
  it('counts gateway calls by service with status and latency, and what is left of the quota', async () => {
    const service = await stage.newUpstream();
    const client = await stage.newClient([service], { daily_quota: 5 });
    stage.upstream.at('/base/broken', (_request, response) => void response.writeHead(500).end());
    stage.upstream.at('/base/missing', (_request, response) => void response.writeHead(404).end());
    for (const path of ['fine', 'fine', 'missing', 'broken'])
      await stage.gw(client, 'GET', `${service.name}/${path}`);
    // The log is written after the answer.
    let calls = await mine(client.id, 'calls');
    await until(async () => {
      calls = await mine(client.id, 'calls');
      return sum(calls.items, 'requests') === 4;
    });
    expect(calls.services).toMatchObject([
      { service: service.name, requests: 4, refused: 1, errors: 1, rate_limited: 0 },
    ]);
    expect(calls.quota).toMatchObject({ limit: 5, used: 4, left: 1 });
    expect(sum(calls.items, 'errors')).toBe(1);
  });
});

describe('the figures of an application', () => {
  it('are for its owners alone, and for a period of at most 90 days', async () => {
    const app = await stage.register();
    for (const part of ['sign-ins', 'calls', 'problems']) {
      expect((await stage.call('GET', `/me/applications/${app.id}/${part}`)).status).toBe(401);
      const foreign = await stage.call('GET', `/me/applications/${app.id}/${part}`, undefined, stage.person);
      expect(foreign.status, part).toBe(404);
    }
    for (const part of ['sign-ins', 'calls']) {
      const path = `/me/applications/${app.id}/${part}`;
      expect((await stage.call('GET', `${path}?days=91`, undefined, stage.admin)).status).toBe(422);
    }
  });
});
