import { createPhone, signIn } from '../../../../test/citizens.ts';
import {
  type Clock,
  createClock,
  openWorld,
  type TestServer,
  type TestWorld,
} from '../../../../test/server.ts';

/** One Tamga with a person who manages its relay. */
export interface Agency {
  code: string;
  world: TestWorld;
  server: TestServer;
  /** The address that other platforms send messages to. */
  webhook: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  call(method: string, path: string, body?: object): Promise<{ status: number; body: any; headers: Headers }>;
  /** Runs a job now, by the clock of the test. */
  runJob(name: string): Promise<void>;
}

export async function openAgency(code: string, clock: Clock = createClock()): Promise<Agency> {
  const world = await openWorld({ clock });
  const server = await world.startServer({
    env: { RELAY_SELF_CODE: code, GATEWAY_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  const phone = createPhone(world.sandbox);
  const admin = await signIn(server, phone, await phone.citizen());
  await world.database.query('update users set role_id = 2 where id = $1', [admin.userId]);
  const again = await signIn(server, phone, await phone.citizen());
  return {
    code,
    world,
    server,
    webhook: `${server.url}/api/v1/relay/webhook`,
    call: async (method, path, body) => {
      const answer = await fetch(`${server.url}/api/v1/relay${path}`, {
        method,
        headers: {
          authorization: `Bearer ${again.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    },
    runJob: async (name) => {
      const job = server.app.declaredJobs.find((each) => each.name === name);
      if (job === undefined) throw new Error(`there is no job ${name}`);
      await job.run({}, { now: world.clock.now(), log: server.app.http.ownLogger });
    },
  };
}
