import { type Answer, createCaller } from '../../../../test/caller.ts';
import { createPhone, letIn } from '../../../../test/citizens.ts';
import { openWorld, type ServerOptions, type TestServer, type TestWorld } from '../../../../test/server.ts';

export type Who = 'registrar' | 'reader' | 'admin' | 'manager' | 'user' | 'nobody';

export interface Stage {
  world: TestWorld;
  server: TestServer;
  /** Calls under /api/v1, as the registrar by default. */
  call(method: string, path: string, body?: unknown, who?: Who): Promise<Answer>;
  token(who: Who): string;
  userIds: Record<Exclude<Who, 'nobody'>, string>;
  /** The audit records of one request. */
  auditOf(answer: Answer): Promise<{ action: string; target: string | null; metadata: object }[]>;
}

/** A server with one person for every role of the registry. */
export async function openStage(options: ServerOptions = {}): Promise<Stage> {
  const world = await openWorld();
  const server = await world.startServer(options);
  const phone = createPhone(world.sandbox);
  await world.database.query(
    `insert into roles (id, key, name) values (301, 'reader', 'Reader');
     insert into role_permissions values (301, 'registry.view');
     insert into authorities (name, name_en) values ('Туршилтын газар', 'Test authority')`,
  );
  const tokens = {} as Record<Who, string>;
  const userIds = {} as Stage['userIds'];
  let index = 0;
  for (const role of ['registrar', 'reader', 'admin', 'manager', 'user'] as const) {
    const person = await phone.citizen(/^ordinary/, index++);
    const { userId } = await letIn(world, server, person);
    await world.database.query(
      'update users set role_id = (select id from roles where key = $2) where id = $1',
      [userId, role],
    );
    // The registrar and the reader work for every authority, and the manager decides its cases.
    if (role === 'registrar' || role === 'reader' || role === 'manager')
      await world.database.query('insert into officer_authorities (user_id, granted_at) values ($1, now())', [
        userId,
      ]);
    tokens[role] = (await letIn(world, server, person)).token;
    userIds[role] = userId;
  }
  return {
    world,
    server,
    userIds,
    token: (who) => tokens[who],
    call: (method, path, body, who = 'registrar') =>
      createCaller(server.url).call(method, `/api/v1${path}`, {
        ...(body === undefined ? {} : { body }),
        ...(who === 'nobody' ? {} : { token: tokens[who] }),
      }),
    auditOf: (answer) =>
      world.database.query(
        'select action, target, metadata from audit_log where request_id = $1 order by id',
        [answer.body.request_id],
      ),
  };
}

let made = 0;
/** Unique for every call. */
export function nextCode(): string {
  made += 1;
  return `T-${String(made).padStart(4, '0')}`;
}

/** A complete passport that can be published. */
export const passport = (extra: object = {}) => ({
  code: nextCode(),
  name: 'Туршилтын үйлчилгээ',
  name_en: 'Test service',
  description: 'Юу хийдэг вэ',
  description_en: 'What it does',
  authority: 'Туршилтын газар',
  authority_en: 'Test authority',
  max_days: 3,
  ...extra,
});

/** Helpers that create the usual test data. */
export function makersOf(call: Stage['call']) {
  const make = async (path: string, body: object) => (await call('POST', path, body)).body.data;
  return {
    create: (extra: object = {}) => make('/registry/services', passport(extra)),
    evidence: (extra: object = {}) =>
      make('/registry/evidences', { code: nextCode(), name: 'Баримт', name_en: 'Evidence', ...extra }),
    lifeEvent: (extra: object = {}) =>
      make('/registry/life-events', { code: nextCode(), name: 'Үйл явдал', ...extra }),
  };
}

export const nowhere = '00000000-0000-4000-8000-000000000000';
