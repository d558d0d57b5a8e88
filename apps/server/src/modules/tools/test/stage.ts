import { type Answer, createCaller } from '../../../../test/caller.ts';
import { changeAsSystem, createPhone, letIn, type SignedIn } from '../../../../test/citizens.ts';
import type { ServerOptions, TestServer, TestWorld } from '../../../../test/server.ts';
import type { KeyFacts } from '../../../kernel/security/api-keys.ts';
import { createKeyring } from '../../../kernel/security/keyring.ts';
import { toolScopes } from '../../oauth-clients/index.ts';
import { makeToolKey } from '../index.ts';

export interface Envelope {
  status: number;
  headers: Headers;
  success: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  data: any;
  error: string;
}

export const asEnvelope = (answer: Answer): Envelope =>
  ({ status: answer.status, headers: answer.headers, ...answer.body }) as unknown as Envelope;

/** A key for every tool. */
export async function makeKey(
  server: TestServer,
  world: TestWorld,
  name = 'test',
  facts: Partial<KeyFacts> = {},
): Promise<{ id: string; key: string }> {
  const keyring = createKeyring(server.config.INTEGRATION_ENC_KEY);
  const made = await changeAsSystem(server, world.clock.now(), (tx) =>
    makeToolKey(tx, keyring, { name, scopes: toolScopes, ...facts }, null),
  );
  return { id: made.row.id, key: made.secret };
}

/** Calls one tool after the other; the test clock advances, so that no limit is reached. */
export function createToolCaller(world: TestWorld, server: TestServer, key: string) {
  const caller = createCaller(server.url);
  return async (tool: string, body: unknown = {}): Promise<Envelope> => {
    world.clock.advance(1000);
    return asEnvelope(await caller.post(`/api/v1/tools/${tool}`, body, { headers: { 'x-api-key': key } }));
  };
}

export async function signInAs(world: TestWorld, server: TestServer, roleKey: string): Promise<SignedIn> {
  const phone = createPhone(world.sandbox);
  const person = await letIn(world, server, await phone.citizen());
  await world.database.query(
    'update users set role_id = (select id from roles where key = $2) where id = $1',
    [person.userId, roleKey],
  );
  await world.database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
    JSON.stringify({ user_id: person.userId }),
  ]);
  return person;
}

export const toolsEnv = (world: TestWorld, more: NonNullable<ServerOptions['env']> = {}) => ({
  DATA_DIR: world.dataDir,
  ...more,
});
