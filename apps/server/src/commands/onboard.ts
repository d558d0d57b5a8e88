import { createHash, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { noOutbox } from '../kernel/audit/unit-of-work.ts';
import { createDatabase } from '../kernel/db/database.ts';
import { inviteAsOperator, stepAt, totpCode } from '../modules/superadmin/index.ts';
import { openDatabase } from './open-database.ts';
import { Stop } from './stop.ts';

export interface Walk {
  backendUrl: string;
  appOrigin: string;
  /** Addresses of the sandbox's phone and mailbox; undefined in production, where people use their own. */
  sandbox: { phone: string; mail: string } | undefined;
  social: { issuer: string; clientId: string };
  email: string;
  /** The register number whose phone is asked; in the sandbox the first ordinary citizen by default. */
  register: string | undefined;
  auto: boolean;
  say(line: string): void;
  ask(question: string): Promise<string>;
  wait(seconds: number): Promise<void>;
  now(): Date;
}

type Fields = Record<string, unknown>;
const timeoutMs = 40_000;

/** `tamga onboard EMAIL [--register NUMBER] [--auto]` against the running server. */
export async function onboard(
  config: Config & {
    readonly SOCIAL_ISSUER?: string | undefined;
    readonly SOCIAL_CLIENT_ID?: string | undefined;
  },
  args: readonly string[],
  say: (line: string) => void,
  hasTerminal: () => boolean = () => process.stdin.isTTY === true,
): Promise<number> {
  const auto = args.includes('--auto');
  const at = args.indexOf('--register');
  const [email] = args.filter((arg, index) => !arg.startsWith('--') && (at < 0 || index !== at + 1));
  if (email === undefined || !email.includes('@'))
    throw new Stop('tamga onboard takes the e-mail address of the future super administrator');
  if (auto && config.production)
    throw new Stop('--auto acts for a person in the sandbox; it does not work in production');
  if (config.SOCIAL_ISSUER === undefined || config.SOCIAL_CLIENT_ID === undefined)
    throw new Stop('Set SOCIAL_ISSUER and SOCIAL_CLIENT_ID: onboarding starts at a social provider');
  if (!auto && !hasTerminal()) throw new Stop(withoutTerminal(config, email));
  await inviteInDatabase(config, email, say);
  const terminal = auto ? undefined : createInterface({ input: process.stdin, output: process.stdout });
  try {
    await walkThrough({
      backendUrl: config.backendUrl,
      appOrigin: config.appOrigin,
      sandbox: config.production ? undefined : { phone: config.sandboxUrl, mail: config.sandboxUrl },
      social: { issuer: config.SOCIAL_ISSUER, clientId: config.SOCIAL_CLIENT_ID },
      email,
      register: at < 0 ? undefined : args[at + 1],
      auto,
      say,
      ask: async (question) => {
        try {
          return (await terminal?.question(`${question} `)) ?? '';
        } catch {
          throw new Stop('Stopped before the end. Run the same command again to continue.');
        }
      },
      wait: (seconds) => sleep(seconds * 1000),
      now: () => new Date(),
    });
    return 0;
  } finally {
    terminal?.close();
  }
}

/** The command asks for four answers: a script or a container without a terminal gets instructions instead. */
function withoutTerminal(config: Config, email: string): string {
  return [
    'tamga onboard asks questions, and there is no terminal to answer them at.',
    `Run it in a terminal (in a container: docker exec -it … tamga onboard ${email}).`,
    ...(config.production ? [] : [`To try it out, let the sandbox answer: tamga onboard ${email} --auto`]),
  ].join('\n');
}

/** Anyone with write access to the database may invite: the recovery path when no super administrator is left. */
async function inviteInDatabase(config: Config, email: string, say: (line: string) => void): Promise<void> {
  const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: opened.appUrl, max: 1 });
  try {
    const done = await inviteAsOperator({ database, outbox: noOutbox, now: () => new Date(), email });
    say(done === 'invited' ? `invited ${email}` : `${email} was invited before`);
  } finally {
    await database.close();
    await opened.stop();
  }
}

export async function walkThrough(walk: Walk): Promise<void> {
  const post = (path: string, body: Fields) => callApi(walk, `/api/v1/auth/superadmin/onboard/${path}`, body);
  const proof = await proveSocial(walk);
  const begun = await post('social', proof);
  const token = { onboard_token: String(begun['onboard_token']) };

  await proveEid(walk, token, post);
  await post('email/send', token);
  const code = await readMail(walk, String(begun['email']));
  await post('email/verify', { ...token, code });

  const totp = await post('totp/init', token);
  const secret = String(totp['secret']);
  walk.say(`\nAuthenticator secret   ${secret}\n${String(totp['otpauth_url'])}\n`);
  const answer = walk.auto
    ? totpCode(secret, stepAt(walk.now()))
    : await walk.ask('Add it to your authenticator app. The code it shows now:');
  const done = await post('totp/verify', { ...token, code: answer });
  const codes = (done['recovery_codes'] as string[]).map((each) => `  ${each}`).join('\n');
  walk.say(`${String(done['username'])} is a super administrator.`);
  walk.say(`Recovery codes, shown this once; each is good for one sign-in:\n${codes}`);
}

/**
 * The code flow with state, nonce and PKCE: the person opens the address, or the command fills in the
 * sandbox's form.
 */
async function proveSocial(walk: Walk): Promise<Fields> {
  const [state, nonce, verifier] = [16, 16, 32].map((bytes) => randomBytes(bytes).toString('base64url'));
  const redirectUri = `${walk.appOrigin}/superadmin/onboarding`;
  const discovery = await getJson(`${walk.social.issuer}/.well-known/openid-configuration`);
  const endpoint = String(discovery['authorization_endpoint']);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: walk.social.clientId,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    prompt: 'select_account',
    login_hint: walk.email,
    state: state ?? '',
    nonce: nonce ?? '',
    code_challenge: createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url'),
    code_challenge_method: 'S256',
  });
  const returned = walk.auto
    ? await chooseInSandbox(endpoint, query, walk.email)
    : await walk.ask(
        `1. Open this address and sign in as ${walk.email}:\n\n   ${endpoint}?${query}\n\n   The address you were sent back to:`,
      );
  const back = URL.canParse(returned) ? new URL(returned).searchParams : new URLSearchParams();
  const code = back.get('code');
  if (code === null || back.get('state') !== state)
    throw new Stop('The social provider gave no code for this onboarding. Start again.');
  return { code, redirect_uri: redirectUri, code_verifier: verifier, nonce };
}

async function chooseInSandbox(endpoint: string, query: URLSearchParams, email: string): Promise<string> {
  const form = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ email, email_verified: 'true', decision: 'allow' }))
    form.set(name, value);
  const answer = await fetch(`${endpoint}/decide`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return answer.headers.get('location') ?? '';
}

async function proveEid(
  walk: Walk,
  token: Fields,
  post: (path: string, body: Fields) => Promise<Fields>,
): Promise<void> {
  const register = walk.register ?? (await chooseCitizen(walk));
  const started = await post('eid/start-id', { ...token, national_id: register });
  const phone = walk.sandbox === undefined ? 'your phone' : `the phone at ${walk.sandbox.phone}`;
  walk.say(`2. Approve with eID on ${phone}; it must show ${String(started['verification_code'])}.`);
  if (walk.auto) await approveInSandbox(walk, register);
  for (;;) {
    const { state } = await post('eid/poll', { ...token, sid: started['sid'] });
    if (state === 'COMPLETE') return;
    if (state !== 'PENDING') throw new Stop(`The eID step ended with ${String(state)}. Start again.`);
  }
}

interface TestCitizen {
  national_id: string;
  pin1: string;
  note: string;
}

async function citizensOf(walk: Walk): Promise<TestCitizen[]> {
  return (await getJson(`${walk.sandbox?.phone}/control/citizens`))['items'] as TestCitizen[];
}

async function chooseCitizen(walk: Walk): Promise<string> {
  if (!walk.auto) return (await walk.ask('2. Your register number:')).trim();
  const ordinary = (await citizensOf(walk)).find(({ note }) => note.startsWith('ordinary'));
  return ordinary?.national_id ?? '';
}

async function approveInSandbox(walk: Walk, register: string): Promise<void> {
  const base = `${walk.sandbox?.phone}/control`;
  const citizen = (await citizensOf(walk)).find(({ national_id }) => national_id === register);
  const waiting = await getJson(`${base}/sessions?national_id=${encodeURIComponent(register)}`);
  const session = (waiting['items'] as { id: string }[]).at(-1);
  const answer = await fetch(`${base}/sessions/${session?.id}/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pin: citizen?.pin1 }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Stop('The phone of the sandbox did not approve. Is the sandbox running?');
}

async function readMail(walk: Walk, email: string): Promise<string> {
  const mailbox = walk.sandbox === undefined ? 'your mailbox' : `the mailbox at ${walk.sandbox.mail}/mail`;
  if (!walk.auto) return walk.ask(`3. A code was mailed to ${email}; look into ${mailbox}. The code:`);
  const { items } = await getJson(`${walk.sandbox?.mail}/control/mails?to=${encodeURIComponent(email)}`);
  walk.say(`3. The code for ${email} came to ${mailbox}.`);
  return /\d{6}/.exec((items as { text: string }[])[0]?.text ?? '')?.[0] ?? '';
}

/**
 * The rate limit on these addresses is lower than the number of steps, so the command waits as Retry-After
 * says.
 */
async function callApi(walk: Walk, path: string, body: Fields): Promise<Fields> {
  for (;;) {
    const answer = await fetch(`${walk.backendUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw new Stop(`No server answers at ${walk.backendUrl}. Start Tamga first: npm start`);
    });
    const { data, message, error } = (await answer.json()) as {
      data: Fields;
      message: string;
      error: string;
    };
    if (answer.ok) return data;
    if (error === 'other_origin')
      throw new Stop(
        `The server's portal is at ${data['origin']}, but this command has ${walk.appOrigin}. Set APP_ORIGIN or PORTAL_PORT as for the server.`,
      );
    if (answer.status !== 429) throw new Stop(`${message} (${error})`);
    const seconds = Number(answer.headers.get('retry-after') ?? 12);
    walk.say(`   waiting ${seconds} s for the rate limit`);
    await walk.wait(seconds);
  }
}

async function getJson(url: string): Promise<Fields> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  if (answer?.ok !== true) throw new Stop(`No usable answer from ${new URL(url).origin}. Is it running?`);
  return (await answer.json()) as Fields;
}
