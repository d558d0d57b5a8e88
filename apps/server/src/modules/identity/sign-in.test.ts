import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, runQr } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

describe('auth.eid.start, auth.eid.poll', () => {
  it('signs a citizen in by QR and gives a session that opens their profile', async () => {
    const citizen = await phone.citizen();
    const caller = createCaller(server.url);
    const { final } = await runQr(caller, phone, citizen);
    expect(final.body.data).toMatchObject({
      state: 'COMPLETE',
      civil_id: citizen.civil_id,
      role: 'user',
      role_id: 4,
    });
    expect(final.headers.get('cache-control')).toBe('no-store');
    const me = await caller.get('/api/v1/users/me', { token: final.body.data.token });
    expect(me.body.data.user).toMatchObject({
      id: final.body.data.id,
      first_name: citizen.given_name,
      last_name: citizen.surname,
      full_name: `${citizen.surname} ${citizen.given_name}`,
      eid: { civil_id: citizen.civil_id, kyc_level: 'QUALIFIED', certificate: { key_type: 'ECDSA P-256' } },
    });
    expect(JSON.stringify(me.body)).not.toContain('refresh_token');
  });
});
