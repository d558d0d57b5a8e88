import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../apps/server/src/kernel/db/embedded.ts';
import { findFreePorts } from '../scripts/free-ports.ts';
import { type Comparison, compareWithFloor, type Effort, openFloor } from './compare.ts';
import { type LoadResult, median, runLoad, type Target } from './load.ts';
import { measureSignedFlow } from './oidc-fapi.ts';
import { formOfCode, seedClients } from './oidc-seed.ts';
import { startChild } from './processes.ts';
import { type Finding, round } from './report.ts';
import { describeLoad } from './requests.ts';
import { addressOf } from './wire.ts';
import { openWorld, type World } from './world.ts';

export const issuerEnv = {
  OAUTH_ISSUER: 'http://localhost:3000',
  SSO_STATE_KEY: 'bench-state-0123456789-abcdefghijklm',
};

/** The OIDC provider: two requests against the floor, and the code exchange against its minimum cost. */
export async function measureOidc(effort: Effort): Promise<Finding[]> {
  const floor = await openFloor();
  const world = await openWorld({ env: issuerEnv });
  try {
    const codeCount = Math.ceil(codesPerSecond * totalSeconds(effort));
    const { machine, introspection, exchange, exchangeEs256, signed } = await targetsOf(world, codeCount);
    const findings = [
      against('client_credentials', 0.15, await compareWithFloor(floor, machine, effort)),
      against('introspection', 0.2, await compareWithFloor(floor, introspection, effort)),
    ];
    const bare = await startBare(world, exchange);
    return [
      ...findings,
      await compareWithSignatures(exchange, bare, effort),
      await compareAlgorithms(exchange, exchangeEs256, effort),
      await measureSignedFlow(floor, world, signed, effort),
    ];
  } finally {
    await world.stop();
    await floor.stop();
  }
}

/** A client that gets its own tokens, one that introspects them, and clients that exchange codes. */
export async function targetsOf(world: World, codeCount: number) {
  const secret = randomBytes(32).toString('base64url');
  // Rounds of both algorithms and the bare handler share the codes of app-web.
  const { codes, signed } = await seedClients(world, secret, codeCount);
  const machine = formTarget(world, '/oauth2/token', `app-machine:${secret}`, () => credentials);
  const asked = `token=${await tokenOf(machine)}`;
  const exchangeBy = (id: 'app-web' | 'app-web-es256') =>
    formTarget(world, '/oauth2/token', `${id}:${secret}`, () => formOfCode(codes[id].pop()));
  return {
    machine,
    introspection: formTarget(world, '/oauth2/introspect', `app-machine:${secret}`, () => asked),
    exchange: exchangeBy('app-web'),
    exchangeEs256: exchangeBy('app-web-es256'),
    signed,
  };
}

const credentials = 'grant_type=client_credentials';
/** Above the rate of any machine, because a code works once. */
const codesPerSecond = 1500;
/** Factor for the warm-up: a sign-in runs through much code, which V8 optimizes only after thousands of runs. */
const warmUps = 3;
/** Duration of the rounds that take codes of one client. */
const totalSeconds = (effort: Effort) =>
  3 * (warmUps * effort.warmUpSeconds + effort.rounds * effort.targetSeconds) + 1;

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

/** The signature is most of an exchange with RS256, so ES256 shows what the rest costs. */
async function compareAlgorithms(rs256: Target, es256: Target, effort: Effort): Promise<Finding> {
  const bar = 1.5;
  const { connections, targetSeconds: seconds } = effort;
  await runLoad(es256, { connections, seconds: warmUps * effort.warmUpSeconds });
  const rounds: { rsa: LoadResult; ec: LoadResult }[] = [];
  for (let each = 0; each < effort.rounds; each += 1)
    rounds.push({
      rsa: await runLoad(rs256, { connections, seconds }),
      ec: await runLoad(es256, { connections, seconds }),
    });
  const ratio = median(rounds.map(({ rsa, ec }) => ec.perSecond / rsa.perSecond));
  const failed = rounds.flatMap(({ rsa, ec }) => [rsa, ec]).filter(({ errors }) => errors > 0);
  const [first] = rounds;
  return {
    group: 'oidc',
    measure: 'code exchange, ES256',
    value: first === undefined ? '' : describeLoad(first.ec),
    bar: `≥ ${bar} times RS256`,
    met: failed.length === 0 && ratio >= bar,
    note: `${round(ratio, 2)} times RS256${failed[0]?.firstError === undefined ? '' : `; ${failed[0].firstError}`}`,
    figures: { ratio, failed: failed.length },
  };
}
