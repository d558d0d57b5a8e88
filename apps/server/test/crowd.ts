import { randomUUID } from 'node:crypto';
import { createTokens } from '../src/modules/identity/index.ts';
import type { TestServer, TestWorld } from './server.ts';

/** Access tokens of many people who signed in earlier, for load tests. */
export async function openCrowd(world: TestWorld, server: TestServer, size: number): Promise<string[]> {
  const tokens = createTokens(server.config.JWT_SECRET, server.config.JWT_ISSUER);
  const iat = Math.floor(world.clock.now().getTime() / 1000);
  const people = Array.from({ length: size }, () => ({ id: randomUUID(), sessionId: randomUUID() }));
  const ids = people.map(({ id }) => id);
  await world.database.query(
    `insert into users (id, username, created_at)
     select id, 'crowd_' || id, now() from unnest($1::uuid[]) as given (id)`,
    [ids],
  );
  await world.database.query(
    `insert into sessions (id, user_id, method, current_jti, rotated_at, created_at, expires_at)
     select id, user_id, 'eid', gen_random_uuid(), $3, $3, $3::timestamptz + interval '7 days'
     from unnest($1::uuid[], $2::uuid[]) as given (id, user_id)`,
    [people.map(({ sessionId }) => sessionId), ids, world.clock.now()],
  );
  return people.map(({ id, sessionId }) =>
    tokens.sign({
      sub: id,
      role_id: 4,
      fid: sessionId,
      iat,
      exp: iat + 900,
      kind: 'access',
      jti: randomUUID(),
    }),
  );
}
