import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorize,
  type Client,
  type ClientOptions,
  ConnectionError,
  createClient,
  discover,
  exchangeCode,
  isApiError,
  keepSession,
  keepTokens,
  refreshTokens,
  requestClientToken,
  signInWithEid,
} from '../../../packages/client/src/index.ts';
import { callback, fetchFrom, issuer, openStage, type Stage } from '../src/modules/oidc/test/stage.ts';
import { createCaller } from './caller.ts';

let stage: Stage;
const ip = createCaller('').ip;
const anonymous = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: stage.server.url, headers: { 'x-forwarded-for': ip }, ...options });
const person = (options: Partial<ClientOptions> = {}) =>
  anonymous({ token: stage.person.token, language: 'en', ...options });
const admin = () => anonymous({ token: stage.admin.token });

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

/** Answers the first calls itself and forwards the rest. */
function failFirst(...failures: (() => Response | Promise<Response>)[]) {
  const sent: { method: string; key: string | null }[] = [];
  const waits: number[] = [];
  const send: typeof fetch = async (input, init) => {
    sent.push({ method: init?.method ?? 'GET', key: new Headers(init?.headers).get('idempotency-key') });
    return (await failures.shift()?.()) ?? fetch(input, init);
  };
  return { sent, waits, options: { fetch: send, wait: async (ms: number) => void waits.push(ms) } };
}
const busy = (seconds: string) => () =>
  Response.json({ status: false, error: 'overloaded' }, { status: 503, headers: { 'retry-after': seconds } });
const broken = (): Response => {
  throw new TypeError('the line broke');
};

describe('a client call', () => {
  it('returns the data of the answer, typed by the operation', async () => {
    const { user } = await person().call('GET /api/v1/users/me', {});
    expect(user.id satisfies string).toBe(stage.person.userId);
  });

  it('throws a rejection with its code, fields, request id and text in the chosen language', async () => {
    const failed = await person()
      .call('PUT /api/v1/me/latin-name', { body: { first_name_en: 'Болд' } })
      .catch((error: unknown) => error);
    expect(isApiError(failed, 'validation_failed') && failed.fields.map(({ field }) => field)).toEqual([
      'first_name_en',
    ]);
    expect(failed).toMatchObject({ status: 422, message: 'validation failed' });
    expect((failed as { requestId: string }).requestId).not.toBe('');
  });

  it('returns a rejection as a value that is narrowed by its code', async () => {
    const outcome = await admin().attempt('GET /api/v1/applications/{id}', { params: { id: 'unknown-app' } });
    if (outcome.ok) throw new Error('found an application that was never registered');
    // @ts-expect-error: the operation has no such code
    if (outcome.error.code === 'no_such_code') throw outcome.error;
    expect(outcome.error.code).toBe('not_found');
  });

  it('is retried after the pause that the server asks for, when it is idempotent', async () => {
    const { sent, waits, options } = failFirst(busy('2'), broken);
    await person(options).call('GET /api/v1/users/me', {});
    expect(sent.length).toBe(3);
    expect(waits[0]).toBe(2000);
  });

  it('is not retried when the pause is too long, no attempts are left, or it is not idempotent', async () => {
    const attempt = async (failures: (() => Response)[], call: (client: Client) => Promise<unknown>) => {
      const { sent, options } = failFirst(...failures);
      const failed = await call(person(options)).catch((error: unknown) => error);
      return { count: sent.length, failed };
    };
    const me = (client: Client) => client.call('GET /api/v1/users/me', {});
    expect((await attempt([busy('3600')], me)).count).toBe(1);
    expect((await attempt([broken, broken, broken], me)).count).toBe(3);
    const order = (client: Client) =>
      client.call('POST /api/v1/gov/references', { body: { type: 'residence' as never } });
    const { count, failed } = await attempt([broken], order);
    expect([count, failed instanceof ConnectionError && failed.reason]).toEqual([1, 'network']);
  });

  it('that writes is retried under its Idempotency-Key, and applied once', async () => {
    const { sent, options } = failFirst(broken);
    const client = anonymous({ token: stage.admin.token, ...options });
    const body = { name: 'Once', app_type: 'web' as const, redirect_uris: [callback] };
    const idempotencyKey = 'client-test-0123456789';
    const first = await client.call('POST /api/v1/applications', { body }, { idempotencyKey });
    const again = await client.call('POST /api/v1/applications', { body }, { idempotencyKey });
    expect([sent.length, new Set(sent.map(({ key }) => key)).size, again.id]).toEqual([3, 1, first.id]);
  });

  it('times out, and ends at once when its caller aborts', async () => {
    const never: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.throwIfAborted();
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const failed = await person({ fetch: never, timeoutMs: 1, retries: 0 })
      .call('GET /api/v1/users/me', {})
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'ConnectionError', reason: 'timeout' });
    const stop = new AbortController();
    const call = person({ fetch: never }).call('GET /api/v1/users/me', {}, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});

describe('a client list', () => {
  it('reads page after page, and no further than the loop', async () => {
    const query = { limit: 1 };
    const pages: number[] = [];
    for await (const page of admin().pages('GET /api/v1/audit/', { query })) {
      pages.push(page.items.length);
      if (pages.length === 3) break;
    }
    expect(pages).toEqual([1, 1, 1]);
    const ids = new Set<number>();
    for await (const entry of admin().items('GET /api/v1/audit/', { query })) {
      ids.add(entry.id);
      if (ids.size === 3) break;
    }
    expect(ids.size).toBe(3);
  });
});

describe('a client stream', () => {
  it('downloads bytes as they arrive', async () => {
    const { stream, type } = await person().download('GET /metrics', {});
    expect(type).toContain('text/plain');
    expect(await new Response(stream).text()).toContain('tamga_');
  });

  it('yields notifications, and reconnects after a break', async () => {
    const stop = new AbortController();
    const { waits, options } = failFirst(broken);
    const kinds: string[] = [];
    for await (const event of person({ ...options, retries: 0 }).notifications({ signal: stop.signal })) {
      kinds.push(event.kind);
      stop.abort();
    }
    expect([kinds, waits.length]).toEqual([['unread'], 1]);
  });
});

describe('a sign-in with the client', () => {
  it('by eID gives a session, which is renewed once for all calls', async () => {
    const citizen = await stage.phone.citizen(/^ordinary/, 4);
    const session = await signInWithEid(anonymous(), {
      onStart: async ({ qr }) => {
        const { id } = (await (await stage.phone.scan(qr, citizen)).json()) as { id: string };
        await stage.phone.approve(citizen, citizen.pin1, id);
      },
    });
    const renewed: string[] = [];
    const stale = { ...session, access_expires_at: new Date(0).toISOString() };
    const getToken = keepSession(anonymous(), stale, ({ token }) => void renewed.push(token));
    const client = anonymous({ getToken });
    const people = await Promise.all([1, 2, 3].map(() => client.call('GET /api/v1/users/me', {})));
    expect(people.map(({ user }) => user.id)).toEqual([session.id, session.id, session.id]);
    expect(renewed.length).toBe(1);
  });

  it('by OpenID Connect takes a confidential and a public client from discovery to a renewed token', async () => {
    const send = fetchFrom(stage.server.url);
    for (const app_type of ['web', 'spa']) {
      const app = await stage.register({ app_type });
      const client = { clientId: app.id, ...(app.secret === '' ? {} : { clientSecret: app.secret }) };
      const provider = await discover(issuer, send);
      const scope = 'openid profile offline_access';
      const authorization = await authorize(provider, { clientId: app.id, redirectUri: callback, scope });
      const returned = await stage.decide(stage.openBrowser(), new URL(authorization.url));
      const tokens = await exchangeCode(provider, client, authorization, returned, send);
      expect(tokens.claims?.['sub']).toBe(stage.person.userId);
      const renew = keepTokens(tokens, ({ refreshToken }) =>
        refreshTokens(provider, client, refreshToken ?? '', send),
      );
      expect(await renew({ isExpired: true })).not.toBe(tokens.accessToken);
      const forged = { ...authorization, state: 'of-somebody-else' };
      await expect(exchangeCode(provider, client, forged, returned, send)).rejects.toThrow('invalid_state');
    }
  });

  it('of an OAuth client without a person uses its secret, and reports the code of a refusal', async () => {
    const send = fetchFrom(stage.server.url);
    const app = await stage.register({ app_type: 'm2m', redirect_uris: [] });
    const provider = await discover(issuer, send);
    const wrong = { clientId: app.id, clientSecret: 'wrong-secret' };
    await expect(requestClientToken(provider, wrong, '', send)).rejects.toMatchObject({
      code: 'invalid_client',
    });
  });
});

describe('the packed client', () => {
  const root = join(import.meta.dirname, '../../..');
  const run = promisify(execFile);
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'tamga-client-'));
    const home = join(project, 'node_modules/@tamga/client');
    await mkdir(home, { recursive: true });
    await run('npm', ['pack', '-w', 'packages/client', '--pack-destination', project], { cwd: root });
    const [tarball = ''] = (await readdir(project)).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['-xzf', join(project, tarball), '-C', home, '--strip-components=1']);
    await cp(join(root, 'examples/api-client/program.mjs'), join(project, 'program.mjs'));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  it('runs the example in an empty project, against a running server', async () => {
    const citizen = await stage.phone.citizen(/^ordinary/, 5);
    const child = spawn(process.execPath, ['program.mjs', stage.server.url], { cwd: project });
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      const qr = /^Scan (\S+)/.exec(line)?.[1];
      if (qr !== undefined) {
        const { id } = (await (await stage.phone.scan(qr, citizen)).json()) as { id: string };
        await stage.phone.approve(citizen, citizen.pin1, id);
      }
      if (line.startsWith('Unread')) child.kill('SIGINT');
    }
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^Signed in: \w/), 'Unread: 0']);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types for a project with module %s and resolution %s', async (module, moduleResolution) => {
    await writeFile(
      join(project, 'program.ts'),
      `import { type Application, createClient } from '@tamga/client';
       const client = createClient({ baseUrl: '', token: '' });
       export const read = (id: string): Promise<Application> =>
         client.call('GET /api/v1/gov/applications/{id}', { params: { id } });
       // @ts-expect-error: the id is missing
       void client.call('GET /api/v1/gov/applications/{id}', {});`,
    );
    const compilerOptions = {
      module,
      moduleResolution,
      strict: true,
      noEmit: true,
      types: [],
      target: 'es2022',
    };
    const config = { compilerOptions, files: ['program.ts'] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
    const checked = run(join(root, 'node_modules/.bin/tsc'), ['--pretty', 'false', '--checkers', '1'], {
      cwd: project,
    });
    await expect(checked).resolves.toMatchObject({ stdout: '' });
  });
});
