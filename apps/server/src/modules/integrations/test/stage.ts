import { type Answer, createCaller } from '../../../../test/caller.ts';
import { createPhone, letIn, type SignedIn } from '../../../../test/citizens.ts';
import { openWorld, type ServerOptions, type TestServer, type TestWorld } from '../../../../test/server.ts';
import type { Provider } from '../provider-port.ts';

export type Who = 'bold' | 'sarnai';

/** What the sandbox knows of an account at a provider. */
export interface CloudAccount {
  email: string;
  grants: { live: boolean; scope: string; refreshes: number; reuses: number }[];
  files: { id: string; name: string; type: string; size: number; parents: string[] }[];
}

export interface Started {
  status: number;
  location: URL;
  binding: string;
}

/** Two citizens who connect accounts of the sandbox's providers. */
export interface Stage {
  world: TestWorld;
  server: TestServer;
  people: Record<Who, SignedIn>;
  accounts: string[];
  startServer(options?: ServerOptions): Promise<TestServer>;
  call(who: Who, method: string, path: string, body?: unknown, at?: TestServer): Promise<Answer>;
  start(who: Who, provider: string, headers?: Record<string, string>, at?: TestServer): Promise<Started>;
  /** The person decides at the provider; gives the address that their browser is sent back to. */
  decide(authUrl: URL, account: string, decision?: 'allow' | 'deny'): Promise<URL>;
  /** The query of the page at the end. */
  finish(
    who: Who,
    provider: string,
    back: URL,
    binding: string | undefined,
    at?: TestServer,
  ): Promise<string>;
  connect(who: Who, provider: Provider, account?: string): Promise<string>;
  control(provider: 'google' | 'dropbox', path: string, body?: object): Promise<void>;
  account(provider: 'google' | 'dropbox', email?: string): Promise<CloudAccount>;
  runJob(name: string, at?: TestServer): Promise<void>;
  audited(who: Who): Promise<{ action: string; target: string | null; metadata: object }[]>;
  /** New tokens of the platform, after the clock moved further than their life. */
  signInAgain(): Promise<void>;
}

export async function openStage(options: ServerOptions = {}): Promise<Stage> {
  const world = await openWorld();
  const startServer: Stage['startServer'] = (more = {}) => world.startServer({ ...options, ...more });
  const server = await startServer();
  const phone = createPhone(world.sandbox);
  const enter = async (): Promise<Record<Who, SignedIn>> => ({
    bold: await letIn(world, server, await phone.citizen(/^ordinary/, 0)),
    sarnai: await letIn(world, server, await phone.citizen(/^ordinary/, 1)),
  });
  const people = await enter();
  const list = await fetch(`${world.sandbox.url}/control/cloud/google/accounts`);
  const accounts = ((await list.json()) as { items: CloudAccount[] }).items.map(({ email }) => email);
  const [first = ''] = accounts;

  const go = async (who: Who, path: string, headers: Record<string, string>, at: TestServer) => {
    const answer = await fetch(`${at.url}/api/v1/integrations/${path}`, {
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${people[who].token}`,
        'x-forwarded-for': people[who].caller.ip,
        ...headers,
      },
    });
    await answer.text();
    return answer;
  };
  const start: Stage['start'] = async (who, provider, headers = {}, at = server) => {
    const answer = await go(who, `${provider}/connect`, headers, at);
    return {
      status: answer.status,
      location: new URL(answer.headers.get('location') ?? 'about:blank'),
      binding: answer.headers.get('x-oauth-binding') ?? '',
    };
  };
  const decide: Stage['decide'] = async (authUrl, account, decision = 'allow') => {
    const form = new URLSearchParams(authUrl.searchParams);
    form.set('account', account);
    form.set('decision', decision);
    const answer = await fetch(`${authUrl.origin}${authUrl.pathname}/decide`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    return new URL(answer.headers.get('location') ?? 'about:blank');
  };
  const finish: Stage['finish'] = async (who, provider, back, binding, at = server) => {
    const query = new URLSearchParams(back.searchParams);
    for (const name of [...query.keys()])
      if (!['code', 'state', 'iss', 'error'].includes(name)) query.delete(name);
    const headers: Record<string, string> = binding === undefined ? {} : { 'x-oauth-binding': binding };
    const answer = await go(who, `${provider}/callback?${query}`, headers, at);
    const page = new URL(answer.headers.get('location') ?? 'about:blank');
    return page.origin === at.config.appOrigin && page.pathname === '/connections' ? page.search : page.href;
  };
  const control: Stage['control'] = async (provider, path, body = {}) => {
    const answer = await fetch(`${world.sandbox.url}/control/cloud/${provider}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };

  return {
    world,
    server,
    people,
    accounts,
    startServer,
    call: (who, method, path, body, at = server) =>
      createCaller(at.url).call(method, `/api/v1/integrations${path}`, {
        token: people[who].token,
        ...(body === undefined ? {} : { body }),
      }),
    start,
    decide,
    finish,
    connect: async (who, provider, account = first) => {
      const { location, binding } = await start(who, provider);
      return finish(who, provider, await decide(location, account), binding);
    },
    control,
    account: async (provider, email = first) => {
      const url = `${world.sandbox.url}/control/cloud/${provider}/accounts/${encodeURIComponent(email)}`;
      return (await (await fetch(url)).json()) as CloudAccount;
    },
    runJob: async (name, at = server) => {
      const job = at.app.declaredJobs.find((declared) => declared.name === name);
      if (job === undefined) throw new Error(`there is no job ${name}`);
      await job.run({}, { now: world.clock.now(), log: { warn: () => undefined } } as never);
    },
    audited: (who) =>
      world.database.query(
        `select action, target, metadata from audit_log where category = 'integration' and actor_user_id = $1 order by id`,
        [people[who].userId],
      ),
    signInAgain: async () => {
      Object.assign(people, await enter());
    },
  };
}
