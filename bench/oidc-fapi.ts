import { type KeyObject, randomUUID, sign } from 'node:crypto';
import { type Effort, floorTarget } from './compare.ts';
import { type LoadResult, median, runLoad, type Target } from './load.ts';
import { challenge, formOfCode, redirectUri, type SignedClient } from './oidc-seed.ts';
import { type Finding, round } from './report.ts';
import { addressOf } from './wire.ts';
import type { World } from './world.ts';

const issuer = 'http://localhost:3000';
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signJwt(header: object, claims: object, key: KeyObject): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/**
 * The two requests that a FAPI 2.0 client adds to a sign-in: a pushed request and an exchange, each with a client
 * assertion and a DPoP proof. The bench signs both, so the rates are what one machine does for both sides.
 */
export async function measureSignedFlow(
  floor: { port: number; pid: number },
  world: World,
  client: SignedClient,
  effort: Effort,
): Promise<Finding> {
  const { connections, targetSeconds: seconds } = effort;
  const targets = targetsFor(world, client);
  for (const target of [targets.push, targets.exchange])
    await runLoad(target, { connections, seconds: effort.warmUpSeconds });
  const rounds: { push: LoadResult; exchange: LoadResult; floor: number }[] = [];
  for (let each = 0; each < effort.rounds; each += 1) {
    const atFloor = await runLoad(floorTarget(floor), { connections, seconds: effort.floorSeconds });
    const push = await runLoad(targets.push, { connections, seconds });
    const exchange = await runLoad(targets.exchange, { connections, seconds });
    rounds.push({ push, exchange, floor: atFloor.perSecond });
  }
  const flowsPerSecond = ({ push, exchange }: (typeof rounds)[number]) =>
    1 / (1 / push.perSecond + 1 / exchange.perSecond);
  const flows = median(rounds.map(flowsPerSecond));
  const share = median(rounds.map((each) => flowsPerSecond(each) / each.floor));
  const micros = median(rounds.map(({ push, exchange }) => push.cpuMicros + exchange.cpuMicros));
  const failed = rounds.flatMap(({ push, exchange }) => [push, exchange]).find(({ errors }) => errors > 0);
  return {
    group: 'oidc',
    measure: 'PAR + DPoP code flow',
    value: `${round(flows, 0)} flows/s (PAR ${round(median(rounds.map(({ push }) => push.perSecond)), 0)}/s, exchange ${round(median(rounds.map(({ exchange }) => exchange.perSecond)), 0)}/s)`,
    share,
    note: failed?.firstError ?? `${round(micros, 0)} µs of processor time for both requests`,
    figures: { flows, share, cpuMicros: micros },
  };
}

function targetsFor(world: World, client: SignedClient): { push: Target; exchange: Target } {
  let asked = 0;
  const signed = (path: string, fields: (assertion: Record<string, string>) => string): Target => ({
    port: world.port,
    pid: world.server.pid,
    next: () => ({
      method: 'POST',
      path,
      form: fields(assertionOf(client)),
      dpop: proofOf(client, path),
      address: addressOf(asked++ % 40_000),
    }),
  });
  return {
    push: signed('/oauth2/par', (assertion) =>
      new URLSearchParams({
        client_id: client.id,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid profile',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...assertion,
      }).toString(),
    ),
    exchange: signed('/oauth2/token', (assertion) => formOfCode(client.codes.pop(), assertion)),
  };
}

function assertionOf({ id, key }: SignedClient): Record<string, string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: id, sub: id, aud: issuer, iat: now, exp: now + 60, jti: randomUUID() };
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt({ alg: 'ES256' }, claims, key),
  };
}

function proofOf({ key, jwk }: SignedClient, path: string): string {
  const claims = {
    htm: 'POST',
    htu: `${issuer}${path}`,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
  };
  return signJwt({ alg: 'ES256', typ: 'dpop+jwt', jwk }, claims, key);
}
