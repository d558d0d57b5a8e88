// The minimum cost of a code exchange, on plain node:http: the same statements and one RSA signature, without the
// protocol. oidc.ts starts it with the database address and a port.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { createDatabase } from '../apps/server/src/kernel/db/database.ts';
import { systemIdentity } from '../apps/server/src/kernel/db/identity.ts';
import { findToken, tokenInsert, tokenSpending } from '../apps/server/src/modules/oidc/tokens/store.ts';
import { findUser } from '../apps/server/src/modules/users/index.ts';
import { raw } from '../apps/server/test/raw.ts';

const [url = '', port = ''] = process.argv.slice(2);
const database = createDatabase({ url, max: 25 });
const reader = database.pipelined(systemIdentity);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (text: string) =>
  new Promise<string>((resolve, reject) =>
    sign('sha256', Buffer.from(text), privateKey, (error, signature) =>
      error ? reject(error) : resolve(`${text}.${signature.toString('base64url')}`),
    ),
  );

async function exchange(form: URLSearchParams): Promise<object | undefined> {
  const code = hashOf(form.get('code') ?? '');
  const found = await findToken(reader, code);
  const user = found?.user_id == null ? undefined : await findUser(reader, found.user_id);
  if (found === undefined || user === undefined) return undefined;
  const now = new Date();
  const claims = { sub: user.id, aud: found.client_id, iat: now.getTime(), name: user.first_name };
  const id_token = await signed(`${encode({ alg: 'RS256' })}.${encode(claims)}`);
  const access_token = randomBytes(32).toString('base64url');
  await database.transaction(systemIdentity, async (tx) => {
    tx.atCommit(tokenSpending(code, now));
    tx.atCommit(
      tokenInsert({
        hash: hashOf(access_token),
        kind: 'AccessToken',
        clientId: found.client_id,
        userId: found.user_id,
        grantId: found.grant_id,
        payload: JSON.stringify(found.payload),
        createdAt: now,
        expiresAt: new Date(now.getTime() + 3_600_000),
      }),
    );
    tx.atCommit(
      raw(
        `insert into audit_log (occurred_at, actor_user_id, action, category, metadata) values ($1, $2, $3, $4, '{}')`,
        [now, user.id, 'bench.exchange', 'bench'],
        'bench.audit',
      ),
    );
  });
  return { access_token, id_token, token_type: 'Bearer', expires_in: 3600 };
}

const server = createServer(async (request, response) => {
  const body = (await request.setEncoding('utf8').toArray()).join('');
  const answer = await exchange(new URLSearchParams(body));
  response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? {}));
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
process.on('SIGTERM', () => process.exit(0));
