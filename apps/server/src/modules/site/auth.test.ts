import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { openWorld, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function describeWith(env: Record<string, string>) {
  const server = await world.startServer({ env });
  const answer = await createCaller(server.url).get('/api/v1/site/auth');
  await server.stop();
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const upstream = { SSO_ISSUER: 'https://sso.example', SSO_CLIENT_ID: 'tamga' };

describe('site.auth', () => {
  it('reports local sign-in by default', async () => {
    expect(await describeWith({})).toEqual({
      mode: 'provider',
      sso_issuer: '',
      provider: false,
      social: true,
      superadmin_social: false,
    });
  });

  it('reports the upstream for sign-in, in mode client', async () => {
    const expected = {
      mode: 'client',
      sso_issuer: 'https://sso.example',
      provider: false,
      social: false,
      superadmin_social: true,
    };
    expect(await describeWith({ AUTH_MODE: 'client', ...upstream })).toEqual(expected);
    expect(await describeWith(upstream)).toEqual(expected);
  });

  it('does not reveal the upstream in mode provider', async () => {
    expect(await describeWith({ AUTH_MODE: 'provider', ...upstream })).toMatchObject({
      mode: 'provider',
      sso_issuer: '',
    });
  });

  it('reports whether other applications may sign people in through it', async () => {
    const issuer = {
      OAUTH_ISSUER: 'https://id.example',
      SSO_STATE_KEY: 'state-test-key-0123456789-abcdefghij',
    };
    expect((await describeWith(issuer)).provider).toBe(true);
    expect((await describeWith({})).provider).toBe(false);
    expect((await describeWith({ OAUTH_ISSUER: issuer.OAUTH_ISSUER })).provider).toBe(true);
  });
});
