// Starts Tamga with its sandbox, makes a test citizen an administrator and runs the official Python client against
// /mcp: `node examples/interop/mcp/run.ts PYTHON`, where PYTHON has the package `mcp`.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../../apps/server/src/commands/open-database.ts';
import { loadSettings } from '../../../apps/server/src/commands/settings.ts';
import { readEnvironment } from '../../../apps/server/src/config.ts';
import { clientConfig } from '../../../apps/server/src/kernel/db/database.ts';
import { findFreePorts } from '../../../scripts/free-ports.ts';

const python = process.argv[2] ?? 'python3';
const root = join(import.meta.dirname, '../../..');
const work = mkdtempSync(join(tmpdir(), 'tamga-mcp-'));
const [api = 0, portal = 0, sandbox = 0, smtp = 0] = await findFreePorts(4);
const issuer = `http://localhost:${portal}`;
/** The portal keeps sessions of its own browsers; the person of this script calls the API itself. */
const apiUrl = `http://127.0.0.1:${api}`;

/** The host of the client's document needs a certificate that Tamga trusts. */
const [key, cert] = [join(work, 'key.pem'), join(work, 'cert.pem')];
execFileSync('openssl', [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
  ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
]);

const env = {
  NODE_ENV: 'development',
  PORT: String(api),
  PORTAL_PORT: String(portal),
  SANDBOX_PORT: String(sandbox),
  SANDBOX_SMTP_PORT: String(smtp),
  DATA_DIR: join(work, 'data'),
  APP_ORIGIN: issuer,
  OAUTH_ISSUER: issuer,
  SSO_STATE_KEY: 'interop-state-key-0123456789-abcdefghij',
  MCP_CLIENTS: 'dynamic',
  // The document of the client lies on this machine.
  CLIENT_DOCUMENTS_ALLOWED_NETWORKS: '127.0.0.0/8',
  NODE_EXTRA_CA_CERTS: cert,
};
const tamga = spawn('node', ['apps/server/src/main.ts', 'start'], {
  cwd: root,
  env: { ...process.env, ...env },
  stdio: ['ignore', 'ignore', 'inherit'],
});

async function send(url: string, body?: unknown, token?: string) {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints
  const read = (await answer.json()) as any;
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${JSON.stringify(read)}`);
  return read;
}

async function until(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (tamga.exitCode !== null) throw new Error(`Tamga ended with ${tamga.exitCode}`);
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await pause(1000);
  }
  throw new Error(`${url} does not answer`);
}

/** Signs a test citizen in with the sandbox's phone and gives them the role of an administrator. */
async function signInAdministrator(): Promise<string> {
  const phone = `http://127.0.0.1:${sandbox}/control`;
  const { items } = await send(`${phone}/citizens`);
  const citizen = items.find(({ note }: { note: string }) => note.startsWith('ordinary'));
  const started = await send(`${apiUrl}/api/v1/auth/eid/start`, {});
  const { sid, qr } = started.data;
  const { id } = await send(`${phone}/scan`, { qr, national_id: citizen.national_id });
  await send(`${phone}/sessions/${id}/approve`, { pin: citizen.pin1 });
  for (let tries = 0; tries < 20; tries += 1) {
    const { data } = await send(`${apiUrl}/api/v1/auth/eid/poll`, { sid });
    if (data.state !== 'COMPLETE') continue;
    await makeAdministrator(data.id);
    return data.token;
  }
  throw new Error('the sign-in did not end');
}

async function makeAdministrator(userId: string): Promise<void> {
  Object.assign(process.env, env);
  const opened = await openDatabase(loadSettings(readEnvironment()), {
    whenInUse: 'join',
    log: () => undefined,
  });
  const client = new pg.Client(clientConfig(opened.ownerUrl));
  try {
    await client.connect();
    await client.query("select set_config('app.role', 'system', false)");
    await client.query('update users set role_id = 2 where id = $1', [userId]);
    await client.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
      JSON.stringify({ user_id: userId }),
    ]);
  } finally {
    await client.end();
  }
  await opened.stop();
  await pause(1500);
}

/** Follows the browser's redirects and agrees on each page, as the person would. */
async function agree(start: string, token: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = start;
  for (let hops = 0; hops < 10; hops += 1) {
    const at = new URL(next);
    const page = /^\/oauth\/(login|consent)$/.exec(at.pathname)?.[1];
    if (at.origin !== issuer) return next;
    if (page !== undefined) {
      const challenge = at.searchParams.get(`${page}_challenge`);
      const url = `${apiUrl}/api/v1/provider/${page}/accept`;
      next = (await send(url, { [`${page}_challenge`]: challenge }, token)).data.redirect_to;
      continue;
    }
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        accept: 'text/html',
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`no redirect from ${next}: ${answer.status}`);
    next = new URL(location, issuer).href;
  }
  throw new Error('the redirects do not end');
}

function runClient(person: string, args: readonly string[]): Promise<void> {
  const child = spawn(python, [join(import.meta.dirname, 'client.py'), `${issuer}/mcp`, ...args], {
    env: { ...process.env, PERSON: person },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`client.py ${args.join(' ')} ended with ${code}`)),
    );
  });
}

const listen = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

try {
  await until(`${issuer}/.well-known/oauth-authorization-server`);
  const token = await signInAdministrator();
  const person = createServer(async (request, response) => {
    const url = (await request.toArray()).join('');
    try {
      response.end(await agree(url, token));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const host = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) });
  const documentUrl = `https://localhost:${await listen(host)}/client.json`;
  host.on('request', (_request, response) => {
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        client_id: documentUrl,
        client_name: 'Python client',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
      }),
    );
  });
  const personUrl = `http://127.0.0.1:${await listen(person)}`;
  for (const args of [
    ['--document', documentUrl],
    ['--mode', 'legacy'],
    ['--mode', '2026-07-28'],
  ])
    await runClient(personUrl, args);
  person.close();
  host.close();
  host.closeAllConnections();
} finally {
  const ended = new Promise((resolve) => tamga.once('exit', resolve));
  tamga.kill('SIGTERM');
  if (tamga.exitCode === null) await ended;
  rmSync(work, { recursive: true, force: true });
}
