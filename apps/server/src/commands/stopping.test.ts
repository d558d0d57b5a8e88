import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { connect as openSocket, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePorts } from '../../../../scripts/free-ports.ts';
import { type Caller, createCaller } from '../../test/caller.ts';
import { type Citizen, createPhone, type Phone } from '../../test/citizens.ts';
import { testConfig } from '../../test/config.ts';
import { spawnTamga } from '../../test/run-tamga.ts';
import { openWorld, type TestWorld } from '../../test/server.ts';
import { until } from '../../test/until.ts';

let world: TestWorld;
let phone: Phone;
let child: ChildProcessWithoutNullStreams;
let url: string;
let caller: Caller;
let output = '';

beforeAll(async () => {
  world = await openWorld({ realTime: true });
  phone = createPhone(world.sandbox);
  const [port = 0] = await findFreePorts(1);
  const { EID_RP_SECRET } = testConfig();
  child = spawnTamga(['serve', 'api'], {
    cwd: world.dataDir,
    env: {
      PORT: String(port),
      DATA_DIR: world.dataDir,
      DATABASE_URL: world.database.appUrl,
      DATABASE_OWNER_URL: world.database.ownerUrl,
      EID_BASE_URL: `${world.sandbox.url}/v3`,
      EID_TRUST_ROOTS: world.sandbox.trustRootsPath,
      EID_RP_SECRET,
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'trace',
      SHED_LAG_MS: '60000',
    },
  });
  const take = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  url = `http://127.0.0.1:${port}`;
  caller = createCaller(url);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.includes('ready in') && resolve());
    child.once('exit', () => reject(new Error(`the server did not start: ${output}`)));
  });
});
afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await world.close();
});

/** Resolves with the connection, or with undefined when it is refused. */
function tryConnect(): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = openSocket({ host: '127.0.0.1', port: Number(new URL(url).port) });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

async function isRefused(): Promise<boolean> {
  const socket = await tryConnect();
  socket?.destroy();
  return socket === undefined;
}

describe('the log at the most detailed level', () => {
  it('shows the requests and nothing of the people or their tokens', async () => {
    const citizen: Citizen = await phone.citizen();
    const headers = { 'x-request-id': 'log-start' };
    const started = (await caller.post('/api/v1/auth/eid/start', {}, { headers })).body.data;
    await phone.scan(started.qr, citizen);
    await phone.approve(citizen);
    const { data } = (
      await caller.post(
        '/api/v1/auth/eid/poll',
        { sid: started.sid },
        { headers: { 'x-request-id': 'log-poll' } },
      )
    ).body;
    expect(data.state).toBe('COMPLETE');
    const me = await caller.get('/api/v1/users/me', {
      token: data.token,
      headers: { 'x-request-id': 'log-me' },
    });
    expect(me.status).toBe(200);
    await caller.put(
      '/api/v1/me/latin-name',
      { first_name_en: 'Unmistakable', last_name_en: 'Unmistakable' },
      { token: data.token },
    );
    // Logs leak most on failures: a bad token, a bad body, a used refresh token, a person by number.
    await caller.get('/api/v1/users/me', { token: `${data.token}broken` });
    await caller.post('/api/v1/auth/eid/poll', { sid: started.sid, more: 'Unmistakable' });
    await caller.call('POST', '/api/v1/auth/refresh', { rawBody: '{"refresh_token":"Unmistakable' });
    const push = await caller.post('/api/v1/auth/eid/start-id', { national_id: citizen.national_id });
    const renewed = (await caller.post('/api/v1/auth/refresh', { refresh_token: data.refresh_token })).body
      .data;
    await createCaller(url).post('/api/v1/auth/refresh', { refresh_token: data.refresh_token });
    await createCaller(url).post('/api/v1/auth/logout', { refresh_token: renewed.refresh_token });

    await expect.poll(() => output).toContain('log-me');
    for (const id of ['log-start', 'log-poll', 'log-me']) expect(output).toContain(id);
    expect(output).toContain('"row":"auth.eid.poll"');
    const secret = {
      token: data.token,
      'part of a token': data.token.split('.')[1],
      'refresh token': data.refresh_token,
      'new token': renewed.token,
      sid: started.sid,
      'sid of a push': push.body.data.sid,
      'register number': citizen.national_id,
      'civil id': citizen.civil_id,
      'given name': citizen.given_name,
      surname: citizen.surname,
      'text of a body': 'Unmistakable',
      'address of the client': caller.ip,
    };
    for (const [what, value] of Object.entries(secret)) {
      expect(value, what).toMatch(/./);
      expect(output.includes(value), `the log holds a ${what}`).toBe(false);
    }
  });
});

describe('SIGTERM', () => {
  it('releases held polls with an answer, refuses new connections and exits with 0', async () => {
    const starter = createCaller(url);
    const { sid } = (await starter.post('/api/v1/auth/eid/start')).body.data;
    await phone.fault('delay', 1, { on: 'poll', ms: 60_000 });
    const held = starter.post('/api/v1/auth/eid/poll', { sid });
    // The poll is held once the provider was called: before that, the test would prove nothing.
    await until(async () => {
      const faults = await fetch(`${world.sandbox.url}/control/faults`);
      return ((await faults.json()) as { items: unknown[] }).items.length === 0;
    });
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const answer = await held;
    expect([answer.status, answer.body.data.state]).toEqual([200, 'PENDING']);
    expect(answer.headers.get('connection')).toBe('close');
    // The answer may arrive a moment before the listener closes.
    await expect.poll(isRefused).toBe(true);
    expect(await ended).toEqual([0, null]);
    expect(output).toContain('SIGTERM');
  });
});
