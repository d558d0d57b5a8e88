import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../apps/server/src/kernel/db/embedded.ts';
import { createKeyring } from '../apps/server/src/kernel/security/keyring.ts';
import { sealSecret } from '../apps/server/src/kernel/security/secrets.ts';
import { secretPurpose } from '../apps/server/src/modules/oauth-clients/secrets.ts';
import { findFreePorts } from '../scripts/free-ports.ts';
import { type Comparison, compareWithFloor, type Effort, openFloor } from './compare.ts';
import { type LoadResult, median, runLoad, type Target } from './load.ts';
import { startChild } from './processes.ts';
import { type Finding, round } from './report.ts';
import { describeLoad } from './requests.ts';
import { addressOf } from './wire.ts';
import { openWorld, secrets, type World, withDatabase } from './world.ts';

export const issuerEnv = {
  OAUTH_ISSUER: 'http://localhost:3000',
  SSO_STATE_KEY: 'bench-state-0123456789-abcdefghijklm',
};
const redirectUri = 'https://bench.example.mn/callback';
const verifier = 'v'.repeat(43);

/** The OIDC provider: two requests against the floor, and the code exchange against its minimum cost. */
export async function measureOidc(effort: Effort): Promise<Finding[]> {
  const floor = await openFloor();
  const world = await openWorld({ env: issuerEnv });
  try {
    const { machine, introspection, exchange } = await targetsOf(
      world,
      Math.ceil(codesPerSecond * totalSeconds(effort)),
    );
    const findings = [
      against('client_credentials', 0.08, await compareWithFloor(floor, machine, effort)),
      against('introspection', 0.1, await compareWithFloor(floor, introspection, effort)),
    ];
    const bare = await startBare(world, exchange);
    return [...findings, await compareWithSignatures(exchange, bare, effort)];
  } finally {
    await world.stop();
    await floor.stop();
  }
}

/** A client-credentials client, a client that introspects its token, and a client that exchanges codes. */
export async function targetsOf(world: World, codeCount: number) {
  const secret = randomBytes(32).toString('base64url');
  const codes = await seed(world, secret, codeCount);
  const machine = formTarget(world, '/oauth2/token', `app-machine:${secret}`, () => credentials);
  const asked = `token=${await tokenOf(machine)}`;
  return {
    machine,
    introspection: formTarget(world, '/oauth2/introspect', `app-machine:${secret}`, () => asked),
    exchange: formTarget(world, '/oauth2/token', `app-web:${secret}`, () => formOf(codes.pop())),
  };
}

const credentials = 'grant_type=client_credentials';
/** Above the rate of any machine, because a code works once. */
const codesPerSecond = 1500;
/** Factor for the warm-up: a sign-in runs through much code, which V8 optimizes only after thousands of runs. */
const warmUps = 3;
/** Duration of both the server's and the bare exchange's rounds. */
const totalSeconds = (effort: Effort) =>
  2 * (warmUps * effort.warmUpSeconds + effort.rounds * effort.targetSeconds) + 1;

/** The same exchanges without the protocol. */
async function startBare(world: World, exchange: Target): Promise<Target> {
  const [port = 0] = await findFreePorts(1);
  const postgres = await startEmbeddedPostgres({
    dataDir: world.dataDir,
    whenInUse: 'join',
    log: () => undefined,
  });
  const child = await startChild({
    script: join(import.meta.dirname, 'bare-exchange.ts'),
    args: [postgres.url('tamga', postgres.superuser), String(port)],
    readyWhen: /^ready/,
    logFile: join(world.dataDir, 'bare.log'),
  });
  return { ...exchange, port, pid: child.pid };
}

function formTarget(world: World, path: string, basic: string, form: () => string): Target {
  let asked = 0;
  return {
    port: world.port,
    pid: world.server.pid,
    next: () => ({
      method: 'POST',
      path,
      basic: Buffer.from(basic).toString('base64'),
      form: form(),
      address: addressOf(asked++ % 40_000),
    }),
  };
}

async function tokenOf(target: Target): Promise<string> {
  const { path, basic, form } = target.next(0);
  const answer = await fetch(`http://127.0.0.1:${target.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: form ?? '',
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (access_token === undefined) throw new Error(`no token was given: ${answer.status}`);
  return access_token;
}

function formOf(code: string | undefined): string {
  if (code === undefined) throw new Error('the codes are used up');
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }).toString();
}

function against(measure: string, bar: number, { floor, target, share, shares }: Comparison): Finding {
  const met = target.errors === 0 && share >= bar;
  return {
    group: 'oidc',
    measure,
    value: describeLoad(target),
    share,
    bar: `≥ ${bar}`,
    met,
    ...(met ? {} : { note: target.firstError ?? `missed by ${round(((bar - share) / bar) * 100, 0)} %` }),
    figures: { ...target, share, shares, floor: { ...floor } },
  };
}

/**
 * Measures signatures, exchanges and bare exchanges alternately. An id_token costs one RSA signature; the bare
 * exchange shows the share of the database and the machine in the rest.
 */
async function compareWithSignatures(target: Target, bare: Target, effort: Effort): Promise<Finding> {
  const bar = 0.9;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signaturesPerSecond = (seconds: number) => {
    const text = Buffer.alloc(600, 'x');
    const startedMs = performance.now();
    let made = 0;
    for (; performance.now() - startedMs < seconds * 1000; made += 1) sign('sha256', text, privateKey);
    return made / ((performance.now() - startedMs) / 1000);
  };
  const { connections, targetSeconds: seconds } = effort;
  for (const each of [bare, target])
    await runLoad(each, { connections, seconds: warmUps * effort.warmUpSeconds });
  const rounds: { rate: number; load: LoadResult; bareLoad: LoadResult }[] = [];
  for (let each = 0; each < effort.rounds; each += 1) {
    const rate = signaturesPerSecond(effort.floorSeconds);
    const bareLoad = await runLoad(bare, { connections, seconds });
    rounds.push({ rate, bareLoad, load: await runLoad(target, { connections, seconds }) });
  }
  const share = median(rounds.map(({ load, rate }) => load.perSecond / rate));
  const bareShare = median(rounds.map(({ bareLoad, rate }) => bareLoad.perSecond / rate));
  const failed = rounds.flatMap(({ load, bareLoad }) => [load, bareLoad]).filter(({ errors }) => errors > 0);
  const [middle] = rounds
    .map(({ load }) => load)
    .toSorted((one, other) => one.perSecond - other.perSecond)
    .slice(rounds.length / 2);
  const ofBare = median(rounds.map(({ load, bareLoad }) => load.perSecond / bareLoad.perSecond));
  const met = failed.length === 0 && ofBare >= bar;
  const rate = median(rounds.map((each) => each.rate));
  const notes = [
    `${round(ofBare, 2)} of a bare handler with the same statements and signature`,
    `${round(share, 2)} of one core's signatures, ${round(bareShare, 2)} for the bare handler`,
    `${round(median(rounds.map(({ load }) => load.cpuMicros)), 0)} µs of processor time, ${round(median(rounds.map(({ bareLoad }) => bareLoad.cpuMicros)), 0)} for the bare handler`,
    ...failed.slice(0, 1).map(({ firstError }) => firstError),
  ];
  return {
    group: 'oidc',
    measure: 'code exchange',
    value: `${middle === undefined ? '' : describeLoad(middle)}; ${round(rate, 0)} RSA-2048 signatures/s`,
    bar: `≥ ${bar} of a bare handler`,
    met,
    note: notes.join('; '),
    figures: { share, bareShare, ofBare, signaturesPerSecond: rate, failed: failed.length },
  };
}

/** Creates two clients and codes of one person each, as the provider would write them. */
function seed(world: World, secret: string, count: number): Promise<string[]> {
  const [id = '', key = ''] = secrets.INTEGRATION_ENC_KEY.split(':');
  const sealed = sealSecret(createKeyring([{ id, secret: key }]), secret, secretPurpose);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const codes = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const now = Math.floor(Date.now() / 1000);
  return withDatabase(world.dataDir, async (client) => {
    for (const [name, type, grants] of [
      ['app-machine', 'm2m', '{client_credentials}'],
      ['app-web', 'web', '{authorization_code,refresh_token}'],
    ]) {
      await client.query(
        `insert into applications (id, name, type, auth_method, grant_types, scopes, redirect_uris, created_at)
         values ($1, $1, $2, 'client_secret_basic', $3, '{openid,profile,email}', $4, now())`,
        [name, type, grants, type === 'web' ? [redirectUri] : []],
      );
      await client.query(
        'insert into application_secrets (application_id, sealed_hash, created_at) values ($1, $2, now())',
        [name, sealed],
      );
    }
    const people = world.people.map((person) => person.id);
    await client.query(
      `insert into oidc_grants (id, user_id, client_id, session_uid, scopes, created_at, expires_at)
       select rpad(n::text, 43, 'g'), ($1::uuid[])[1 + n % $2::int], 'app-web', 'bench', '{openid,profile}', now(),
         now() + interval '1 day' from generate_series(1, $3::int) as n`,
      [people, people.length, count],
    );
    await client.query(
      `insert into oidc_tokens (hash, kind, client_id, user_id, grant_id, payload, created_at, expires_at)
       select code, 'AuthorizationCode', 'app-web', g.user_id, g.id, jsonb_build_object('iat', $2::int, 'exp',
         $2::int + 36000, 'clientId', 'app-web', 'accountId', g.user_id, 'grantId', g.id, 'scope', 'openid profile',
         'codeChallenge', $3::text, 'codeChallengeMethod', 'S256', 'redirectUri', $4::text, 'authTime', $2::int,
         'nonce', 'bench'), now(), now() + interval '1 hour'
       from unnest($1::bytea[]) with ordinality as given (code, n) join oidc_grants g on g.id = rpad(n::text, 43, 'g')`,
      [codes.map((code) => createHash('sha256').update(code).digest()), now, challenge, redirectUri],
    );
    await client.query('analyze');
    return codes;
  });
}
