import { type Answer, type CallOptions, createCaller } from '../../../../test/caller.ts';
import { type Citizen, createPhone, type Phone } from '../../../../test/citizens.ts';
import { openWorld, type ServerOptions, type TestServer, type TestWorld } from '../../../../test/server.ts';
import { createKeyring } from '../../../kernel/security/keyring.ts';
import { stepAt, totpCode } from '../../superadmin/index.ts';
import { type AddedOperator, addOperator, type OperatorRole } from '../index.ts';

export const base = '/api/platform/v1';
/** The host that tests call; `localhost` is another host for the same server. */
export const consoleHost = '127.0.0.1';

/** A browser at the console with its cookie and Origin. */
export interface Browser {
  cookie: string | undefined;
  ip: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

export function createBrowser(
  server: TestServer,
  options: { origin?: string | null; ip?: string } = {},
): Browser {
  const origin = options.origin === undefined ? server.url : options.origin;
  const caller = createCaller(server.url, options.ip);
  const name = server.config.cookieSecure ? '__Host-cp_session' : 'cp_session';
  const browser: Browser = {
    cookie: undefined,
    ip: caller.ip,
    call: async (method, path, given = {}) => {
      const answer = await caller.call(method, `${base}${path}`, {
        ...given,
        headers: {
          ...(origin === null || method === 'GET' ? {} : { origin }),
          ...(browser.cookie === undefined ? {} : { cookie: `theme=dark; ${name}=${browser.cookie}` }),
          ...given.headers,
        },
      });
      const [set] = (answer.headers.get('set-cookie') ?? '').split(';');
      const value = set?.startsWith(`${name}=`) ? set.slice(name.length + 1) : undefined;
      if (value !== undefined) browser.cookie = value === '' ? undefined : value;
      return answer;
    },
    get: (path, given) => browser.call('GET', path, given),
    post: (path, body = {}, given) => browser.call('POST', path, { ...given, body }),
  };
  return browser;
}

export interface Stage {
  world: TestWorld;
  server: TestServer;
  phone: Phone;
  /** Adds an operator like the command line does. */
  add(citizen: Citizen, role?: OperatorRole): Promise<AddedOperator>;
  code(secret: string): string;
  /** Completes the eID step and returns the sid. */
  proveEid(browser: Browser, citizen: Citizen): Promise<string>;
  signIn(citizen: Citizen, secret: string, server?: TestServer): Promise<Browser>;
  /** A signed-in operator; each call uses a new time step. */
  operator(index: number, role?: OperatorRole, server?: TestServer): Promise<Browser>;
  /** Steps up every operator for this many minutes. */
  stepUp(minutes?: number): Promise<void>;
  actions(): Promise<{ action: string; metadata: Record<string, unknown>; target: string | null }[]>;
  close(): Promise<void>;
}

export async function openStage(options: ServerOptions = {}): Promise<Stage> {
  const world = await openWorld();
  const server = await world.startServer({
    ...options,
    env: { CONTROL_PLANE_HOST: consoleHost, ...options.env },
  });
  const phone = createPhone(world.sandbox);
  const code: Stage['code'] = (secret) => totpCode(secret, stepAt(world.clock.now()));
  const add: Stage['add'] = (citizen, role = 'operator') =>
    addOperator(
      {
        database: server.app.database,
        outbox: server.app.outbox,
        keyring: createKeyring(server.config.INTEGRATION_ENC_KEY),
        platformName: 'Tamga',
        now: world.clock.now,
      },
      { register: citizen.national_id, email: `${role}@example.mn`, role },
    );
  const proveEid: Stage['proveEid'] = async (browser, citizen) => {
    const started = await browser.post('/session/eid/start');
    if (started.status !== 200) throw new Error(`start answered ${started.text}`);
    const { sid, qr } = started.body.data;
    const scanned = (await (await phone.scan(qr, citizen)).json()) as { id: string };
    await phone.approve(citizen, citizen.pin1, scanned.id);
    for (;;) {
      const polled = await browser.post('/session/eid/poll', { sid });
      if (polled.body.data?.state === 'COMPLETE') return sid;
      if (polled.body.data?.state !== 'PENDING') throw new Error(`poll answered ${polled.text}`);
    }
  };
  const signIn: Stage['signIn'] = async (citizen, secret, on = server) => {
    const browser = createBrowser(on);
    const sid = await proveEid(browser, citizen);
    const answer = await browser.post('/session', { sid, code: code(secret) });
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.text}`);
    return browser;
  };
  return {
    world,
    server,
    phone,
    add,
    code,
    proveEid,
    signIn,
    operator: async (index, role = 'operator', on = server) => {
      const citizen = await phone.citizen(/^ordinary/, index);
      const { secret } = await add(citizen, role);
      return signIn(citizen, secret, on);
    },
    stepUp: async (minutes = 60) => {
      const until = new Date(world.clock.now().getTime() + minutes * 60_000);
      await world.database.query('update operator_sessions set stepped_up_until = $1', [until]);
    },
    actions: () =>
      world.database.query(
        "select action, metadata, target from audit_log where category = 'operator' order by id",
      ),
    close: () => world.close(),
  };
}
