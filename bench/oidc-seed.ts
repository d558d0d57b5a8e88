import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { createKeyring } from '../apps/server/src/kernel/security/keyring.ts';
import { sealSecret } from '../apps/server/src/kernel/security/secrets.ts';
import { secretPurpose } from '../apps/server/src/modules/oauth-clients/secrets.ts';
import { secrets, type World, withDatabase } from './world.ts';

export const redirectUri = 'https://bench.example.mn/callback';
const verifier = 'v'.repeat(43);
export const challenge = createHash('sha256').update(verifier).digest('base64url');

export function formOfCode(code: string | undefined, more: Record<string, string> = {}): string {
  if (code === undefined) throw new Error('the codes are used up');
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  }).toString();
}

/** A client of the FAPI 2.0 profile: its key signs assertions and proofs. */
export interface SignedClient {
  id: string;
  key: KeyObject;
  jwk: object;
  codes: string[];
}

const webClients = ['app-web', 'app-web-es256', 'app-fapi'] as const;
/** A proof costs the bench a signature, so the flow with proofs gets fewer codes. */
const signedShare = 4;

/** Creates the clients, and codes of one person each, as the provider would write them. */
export function seedClients(
  world: World,
  secret: string,
  count: number,
): Promise<{ codes: Record<'app-web' | 'app-web-es256', string[]>; signed: SignedClient }> {
  const [id = '', key = ''] = secrets.INTEGRATION_ENC_KEY.split(':');
  const sealed = sealSecret(createKeyring([{ id, secret: key }]), secret, secretPurpose);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const fapi = {
    profile: 'fapi2',
    require_par: true,
    dpop: true,
    id_token_alg: 'ES256',
    jwks: { keys: [jwk] },
  };
  return withDatabase(world.dataDir, async (client) => {
    await addClient(client, 'app-machine', 'm2m', {}, sealed);
    await addClient(client, 'app-web', 'web', {}, sealed);
    await addClient(client, 'app-web-es256', 'web', { id_token_alg: 'ES256' }, sealed);
    await addClient(client, 'app-fapi', 'web', fapi, undefined);
    const people = world.people.map((person) => person.id);
    const [web = [], es256 = [], signed = []] = [
      await addCodes(client, webClients[0], people, count),
      await addCodes(client, webClients[1], people, count),
      await addCodes(client, webClients[2], people, Math.ceil(count / signedShare)),
    ];
    await client.query('analyze');
    return {
      codes: { 'app-web': web, 'app-web-es256': es256 },
      signed: { id: 'app-fapi', key: privateKey, jwk, codes: signed },
    };
  });
}

async function addClient(
  client: Client,
  id: string,
  type: 'm2m' | 'web',
  options: object,
  sealed: string | undefined,
): Promise<void> {
  await client.query(
    `insert into applications (id, name, type, auth_method, grant_types, scopes, redirect_uris, options,
       limit_per_minute, created_at)
     values ($1, $1, $2, $3, $4, '{openid,profile,email}', $5, $6, 1000000, now())`,
    [
      id,
      type,
      sealed === undefined ? 'private_key_jwt' : 'client_secret_basic',
      type === 'm2m' ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
      type === 'web' ? [redirectUri] : [],
      JSON.stringify(options),
    ],
  );
  if (sealed !== undefined)
    await client.query(
      'insert into application_secrets (application_id, sealed_hash, created_at) values ($1, $2, now())',
      [id, sealed],
    );
}

async function addCodes(
  client: Client,
  clientId: string,
  people: readonly string[],
  count: number,
): Promise<string[]> {
  const codes = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const now = Math.floor(Date.now() / 1000);
  const grant = `rpad($1::text || n::text, 43, 'g')`;
  await client.query(
    `insert into oidc_grants (id, user_id, client_id, session_uid, scopes, created_at, expires_at)
     select ${grant}, ($2::uuid[])[1 + n % $3::int], $1, 'bench', '{openid,profile}', now(), now() + interval '1 day'
     from generate_series(1, $4::int) as n`,
    [clientId, people, people.length, count],
  );
  await client.query(
    `insert into oidc_tokens (hash, kind, client_id, user_id, grant_id, payload, created_at, expires_at)
     select code, 'AuthorizationCode', $1, g.user_id, g.id, jsonb_build_object('iat', $3::int, 'exp',
       $3::int + 36000, 'clientId', $1, 'accountId', g.user_id, 'grantId', g.id, 'scope', 'openid profile',
       'codeChallenge', $4::text, 'codeChallengeMethod', 'S256', 'redirectUri', $5::text, 'authTime', $3::int,
       'nonce', 'bench'), now(), now() + interval '1 hour'
     from unnest($2::bytea[]) with ordinality as given (code, n) join oidc_grants g on g.id = ${grant}`,
    [clientId, codes.map((code) => createHash('sha256').update(code).digest()), now, challenge, redirectUri],
  );
  return codes;
}
