import { type Answer, type CallOptions, createCaller } from '../../../../test/caller.ts';
import { type Citizen, createPhone, letIn, type Phone, type SignedIn } from '../../../../test/citizens.ts';
import { type Clock, openWorld, type TestServer, type TestWorld } from '../../../../test/server.ts';
import { until } from '../../../../test/until.ts';
import { createLogger } from '../../../kernel/observability/logger.ts';

/** Test fixture: a platform with people of every rank. */
export interface Platform {
  world: TestWorld;
  server: TestServer;
  phone: Phone;
  clock: Clock;
  startServer(options?: { worker?: boolean }): Promise<TestServer>;
  /** Signs the next citizen in and sets the role directly in the database. */
  personAs(roleKey: string, citizen?: Citizen): Promise<SignedIn>;
  /** Inserts a user row without eID, which cannot sign in. */
  plant(roleKey: string, fields?: { first_name?: string; national_id?: string }): Promise<string>;
  become(userId: string, roleKey: string): Promise<void>;
  makeRole(key: string, permissions: readonly string[]): Promise<number>;
  /** Runs one of the module's jobs now, as a worker would. */
  runJob(name: string, data?: Record<string, unknown>): Promise<void>;
}

export async function openPlatform(): Promise<Platform> {
  const world = await openWorld();
  const phone = createPhone(world.sandbox);
  let next = 0;
  const startServer: Platform['startServer'] = (options = {}) => world.startServer(options);
  const server = await startServer();
  const become: Platform['become'] = async (userId, roleKey) => {
    await world.database.query(
      'update users set role_id = (select id from roles where key = $2) where id = $1',
      [userId, roleKey],
    );
    await world.database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
      JSON.stringify({ user_id: userId }),
    ]);
  };
  return {
    world,
    server,
    phone,
    clock: world.clock,
    startServer,
    become,
    personAs: async (roleKey, citizen) => {
      const person = await letIn(world, server, citizen ?? (await phone.citizen(/^ordinary/, next++)));
      await become(person.userId, roleKey);
      if (roleKey === 'superadmin') await passSecondFactor(world, person);
      await untilRole(server, person, roleKey);
      return person;
    },
    plant: async (roleKey, fields = {}) => {
      const [row] = await world.database.query<{ id: string }>(
        `insert into users (username, first_name, national_id, role_id, created_at)
         values ('planted_' || gen_random_uuid(), $2, $3, (select id from roles where key = $1), $4) returning id`,
        [roleKey, fields.first_name ?? '', fields.national_id ?? null, world.clock.now()],
      );
      return row?.id ?? '';
    },
    makeRole: async (key, permissions) => {
      const [role] = await world.database.query<{ id: number }>(
        'insert into roles (key, name) values ($1, $1) returning id',
        [key],
      );
      await world.database.query('insert into role_permissions select $1, unnest($2::text[])', [
        role?.id,
        permissions,
      ]);
      return role?.id ?? 0;
    },
    runJob: async (name, data = {}) => {
      const job = server.app.declaredJobs.find((declared) => declared.name === name);
      if (job === undefined) throw new Error(`no job named ${name}`);
      await job.run(data, { now: world.clock.now(), log: createLogger('silent') });
    },
  };
}

/** Inserts a fresh second-factor proof. */
async function passSecondFactor(world: TestWorld, person: SignedIn): Promise<void> {
  await world.database.query(
    `insert into superadmin_mfa_proofs (session_id, user_id, proven_at)
     select id, user_id, $2 from sessions where user_id = $1 and ended_at is null`,
    [person.userId, world.clock.now()],
  );
}

async function untilRole(server: TestServer, person: SignedIn, roleKey: string): Promise<void> {
  const caller = createCaller(server.url);
  await until(async () => {
    const mine = await caller.get('/api/v1/rbac/me', { token: person.token });
    return mine.body.data?.role === roleKey;
  });
}

/** Each call uses a separate source address, so that rate limits do not interfere. */
export function callAs(server: TestServer, person: SignedIn) {
  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> =>
    createCaller(server.url).call(method, `/api/v1${path}`, {
      token: person.token,
      ...(body === undefined ? {} : { body }),
      ...options,
    });
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown, options?: CallOptions) => call('POST', path, body, options),
    put: (path: string, body: unknown) => call('PUT', path, body),
    remove: (path: string) => call('DELETE', path),
  };
}

export const errorOf = ({ status, body }: Answer) => [status, body.error];
