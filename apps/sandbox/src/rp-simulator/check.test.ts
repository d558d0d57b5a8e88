import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExample } from '../../../../examples/web-openid-client/server.ts';
import { findFreePorts } from '../../../../scripts/free-ports.ts';
import { RP_FAULT_IDS, type RpFaultId } from './faults.ts';
import { startCarelessApplication } from './test/careless-application.ts';
import { CLIENT_ID, CLIENT_SECRET, startCorrectApplication } from './test/correct-application.ts';
import { startSimulator } from './test/stage.ts';
import { startWebServer, type Visit } from './test/web-server.ts';

type Simulator = Awaited<ReturnType<typeof startSimulator>>;
type TestRun = Awaited<ReturnType<Simulator['createRun']>>;

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

describe('a correct application, with openid-client', () => {
  let application: Awaited<ReturnType<typeof startCorrectApplication>>;
  let run: TestRun;
  beforeAll(async () => {
    application = await startCorrectApplication();
    run = await simulator.createRun(application, { slow_ms: 120_000 });
  });
  afterAll(() => application.close());

  it('signs the person in when nothing is wrong', async () => {
    const { passed, results } = await run.check({ faults: ['none'] });
    expect([passed, results[0].reason, results[0].drive.signed_in]).toEqual([true, 'signed_in', true]);
  });

  // The words of the library show that it refused this fault and nothing else.
  it.each([
    ['wrong_issuer', '"iss" (issuer) claim'],
    ['wrong_response_issuer', '"iss" (issuer) response parameter'],
    ['missing_response_issuer', 'parameter "iss" (issuer) missing'],
    ['wrong_audience', '"aud" (audience) claim'],
    ['extra_audience', 'additional untrusted audiences'],
    ['wrong_authorized_party', '"azp" (authorized party) claim'],
    ['alg_none', '"alg" header parameter'],
    ['hs256_client_secret', '"alg" header parameter'],
    ['hs256_public_key', '"alg" header parameter'],
    ['unknown_key', 'no applicable keys found'],
    ['wrong_signature', 'signature verification failed'],
    ['wrong_nonce', '"nonce" claim value'],
    ['missing_nonce', '"nonce" (nonce) claim missing'],
    ['expired', '"exp" (expiration time) claim'],
    ['not_yet_valid', '"nbf" (not before) claim'],
    ['wrong_at_hash', 'at_hash'],
    ['wrong_userinfo_subject', '"sub" property value'],
    ['wrong_state', '"state" response parameter'],
  ] satisfies [RpFaultId, string][])('refuses %s', async (fault, said) => {
    const { passed, results } = await run.check({ faults: [fault] });
    expect([passed, results[0].verdict, results[0].reason]).toEqual([true, 'pass', 'refused']);
    expect(messagesOf(application.refusal())).toContain(said);
  });

  it.each([
    ['access_denied', 'response from the server is an error'],
    ['temporarily_unavailable', 'response from the server is an error'],
    ['token_error', 'unexpected HTTP response status code'],
  ] satisfies [RpFaultId, string][])('explains %s to the person', async (fault, said) => {
    const { passed, results } = await run.check({ faults: [fault] });
    expect([passed, results[0].reason]).toEqual([true, 'explained']);
    expect(messagesOf(application.refusal())).toContain(said);
  });

  it('gives up on a slow token endpoint and explains it', async () => {
    application.limitCallsTo(1);
    const { results } = await run.check({ faults: ['slow_token'] });
    expect(results[0].reason).toBe('explained');
    expect(messagesOf(application.refusal())).toMatch(/time/i);
  });
});

describe('a careless application', () => {
  const reasons: Record<RpFaultId, string> = {
    none: 'signed_in',
    wrong_issuer: 'token_used',
    wrong_response_issuer: 'code_used',
    missing_response_issuer: 'code_used',
    wrong_audience: 'token_used',
    extra_audience: 'token_used',
    wrong_authorized_party: 'token_used',
    alg_none: 'token_used',
    hs256_client_secret: 'token_used',
    hs256_public_key: 'token_used',
    unknown_key: 'token_used',
    wrong_signature: 'token_used',
    wrong_nonce: 'token_used',
    missing_nonce: 'token_used',
    expired: 'token_used',
    not_yet_valid: 'token_used',
    wrong_at_hash: 'could_check_at_hash',
    wrong_userinfo_subject: 'signed_in_anyway',
    wrong_state: 'code_used',
    access_denied: 'unexplained',
    temporarily_unavailable: 'unexplained',
    slow_token: 'waited',
    token_error: 'unexplained',
  };

  it('is found out by every fault', async () => {
    const application = await startCarelessApplication({ asksUserinfo: true });
    const run = await simulator.createRun(application, { slow_ms: 1 });
    const { passed, counts, results } = await run.check();
    expect(Object.fromEntries(results.map((one: Result) => [one.fault, one.reason]))).toEqual(reasons);
    expect([passed, counts]).toEqual([
      false,
      { pass: 1, fail: RP_FAULT_IDS.length - 2, advice: 1, open: 0, not_applicable: 0 },
    ]);
    expect(results[1]).toMatchObject({
      clause: 'OpenID Connect Core 1.0, 3.1.3.7, step 2',
      text: {
        mn: expect.any(String),
        en: 'The application called userinfo although the id_token was wrong.',
      },
    });
    await application.close();
  });

  it('is found out by its session page if it never calls userinfo', async () => {
    const application = await startCarelessApplication({ asksUserinfo: false });
    const run = await simulator.createRun(application, { slow_ms: 1 });
    const { results } = await run.check();
    const expected = Object.entries(reasons).map(([fault, reason]) => [
      fault,
      fault === 'wrong_userinfo_subject' ? 'no_userinfo' : reason.replace('token_used', 'signed_in_anyway'),
    ]);
    expect(results.map((one: Result) => [one.fault, one.reason])).toEqual(expected);
    await application.close();
  });
});

it('finds the example application correct, without an address for its session', async () => {
  const [port = 0] = await findFreePorts(1);
  const origin = `http://localhost:${port}`;
  let server: Awaited<ReturnType<typeof startExample>>['server'] | undefined;
  const connect = async (issuer: string) => {
    ({ server } = await startExample({ issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, port }));
  };
  const run = await simulator.createRun({ origin, connect });
  const { results } = await run.check({
    session_url: undefined,
    faults: RP_FAULT_IDS.filter((fault) => fault !== 'slow_token'),
  });
  const others = results.filter((one: Result) => one.verdict !== 'pass');
  expect(others.map((one: Result) => one.reason)).toEqual(['could_check_at_hash']);
  server?.closeAllConnections();
  server?.close();
});

describe('the check', () => {
  const start = (answer: Parameters<typeof startWebServer>[0]) =>
    startWebServer(answer).then((web) => ({ ...web, connect: async () => {} }));

  /** `/login` leads to the simulator; the rest is up to the test. */
  async function startMinimal(
    answer: (visit: Visit, facts: { issuer: string; client: Record<string, string> }) => Promise<void>,
  ) {
    let issuer = '';
    const web = await startWebServer(async (visit) => {
      const client = { client_id: CLIENT_ID, redirect_uri: `${web.origin}/callback` };
      const query = new URLSearchParams({ ...client, response_type: 'code', scope: 'openid' });
      if (visit.url.pathname === '/login') return visit.go(`${issuer}/authorize?${query}`);
      return answer(visit, { issuer, client });
    });
    const connect = async (to: string) => {
      issuer = to;
    };
    return { ...web, connect };
  }

  it('tries no fault while the sign-in without one does not work', async () => {
    const application = await start(async ({ show }) => show(200, 'Welcome'));
    const run = await simulator.createRun(application);
    const { passed, results } = await run.check({ faults: ['expired', 'none'] });
    expect(passed).toBe(false);
    expect(results.map((one: Result) => [one.fault, one.reason])).toEqual([
      ['none', 'not_started'],
      ['expired', 'baseline_failed'],
    ]);
    await application.close();
  });

  it('opens only addresses on this machine or of the listed hosts, at the start and on the way', async () => {
    const application = await start(async ({ go }) => go('https://elsewhere.example/login'));
    const run = await simulator.createRun(application);
    for (const start_url of [
      'https://elsewhere.example/',
      'http://localhost.elsewhere.example/',
      'http://127.0.0.1.elsewhere.example/',
      'http://library.example:9999/',
      'http://10.0.0.1/',
      'http://person:secret@localhost/',
      'file:///etc/hosts',
      'nonsense',
    ])
      expect((await run.check({ start_url })).type, start_url).toBe('address_refused');
    const { results } = await run.check({ faults: ['none'] });
    expect(results[0]).toMatchObject({
      reason: 'address_refused',
      drive: { hops: [{ status: 303 }, { address: 'https://elsewhere.example/login', status: null }] },
    });
    await application.close();
  });

  it('ends a circle of redirects', async () => {
    const application = await start(async ({ go }) => go('/login'));
    const { results } = await (await simulator.createRun(application)).check({ faults: ['none'] });
    expect([results[0].drive.end, results[0].drive.hops.length]).toEqual(['redirect_loop', 20]);
    await application.close();
  });

  it('counts the failure of an application that starts again by itself', async () => {
    let callbacks = 0;
    const application = await startMinimal(async ({ url, go, show }, { issuer, client }) => {
      callbacks += 1;
      if (callbacks === 2) return show(403, 'The sign-in failed.');
      const code = url.searchParams.get('code') ?? '';
      const body = new URLSearchParams({ ...client, grant_type: 'authorization_code', code });
      await fetch(`${issuer}/token`, { method: 'POST', body });
      return go('/login');
    });
    const run = await simulator.createRun(application);
    const { results } = await run.check({ faults: ['wrong_response_issuer'] });
    expect([callbacks, results[0].reason, results[0].drive.status]).toEqual([2, 'code_used', 403]);
    expect((await run.read()).attempts.map((one: Result) => one.reason)).toEqual(['code_used', 'refused']);
    await application.close();
  });

  it.each([
    ['unexplained', '<title>Error</title><style>p { color: red }</style><p> </p><script>go("on")</script>'],
    ['unexplained', '<script>'.repeat(8000)],
    ['unexplained', ''],
    ['explained', `${'<'.repeat(60_000)}p>You did not agree.</p>`],
    ['explained', '{ "error": "You did not agree." }'],
  ])('finds a page %s by the text that a person sees: %#', async (reason, page) => {
    const application = await startMinimal(async ({ show }) => show(200, page));
    const { results } = await (await simulator.createRun(application)).check({ faults: ['access_denied'] });
    expect(results[0].reason).toBe(reason);
    await application.close();
  });

  it('refuses a session address that proves nothing', async () => {
    const application = await startCarelessApplication({ asksUserinfo: true });
    const run = await simulator.createRun(application);
    const answer = await run.check({ session_url: `${application.origin}/` });
    expect([answer.status, answer.type]).toEqual([422, 'session_url_open']);
    await application.close();
  });

  it('runs once at a time for a run, and leaves the fault of the run as it was', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const application = await start(async ({ show }) => {
      reach();
      await released;
      show(200, 'Welcome');
    });
    const run = await simulator.createRun(application, { fault: 'wrong_state' });
    const first = run.check({ faults: ['expired'] });
    await reached;
    expect((await run.check()).type).toBe('check_running');
    release();
    expect((await first).results[0].reason).toBe('not_started');
    expect((await run.read()).fault).toBe('wrong_state');
    await application.close();
  });
});

interface Result {
  fault: RpFaultId;
  verdict: string;
  reason: string;
}

function messagesOf(error: unknown): string {
  return error instanceof Error ? `${error.message}; ${messagesOf(error.cause)}` : '';
}
