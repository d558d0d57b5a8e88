import { type Answer, createCaller } from '../../../../test/caller.ts';
import { createPhone, letIn, type SignedIn } from '../../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../../test/server.ts';
import type { Env } from '../../../config.ts';

export interface KnowledgeStage {
  world: TestWorld;
  server: TestServer;
  citizen: SignedIn;
  admin: SignedIn;
  call(method: string, path: string, body?: object, who?: SignedIn): Promise<Answer>;
}

/** A server, a citizen and an administrator. */
export async function openKnowledge(env: Env | ((world: TestWorld) => Env) = {}): Promise<KnowledgeStage> {
  const world = await openWorld();
  const server = await world.startServer({ env: typeof env === 'function' ? env(world) : env });
  const phone = createPhone(world.sandbox);
  const citizen = await letIn(world, server, await phone.citizen());
  const second = await phone.citizen(/^ordinary/, 1);
  const { userId } = await letIn(world, server, second);
  await world.database.query(
    `update users set role_id = (select id from roles where key = 'admin') where id = $1`,
    [userId],
  );
  const admin = await letIn(world, server, second);
  return {
    world,
    server,
    citizen,
    admin,
    call: (method, path, body, who = admin) =>
      createCaller(server.url).call(method, `/api/v1${path}`, {
        token: who.token,
        ...(body === undefined ? {} : { body }),
      }),
  };
}
